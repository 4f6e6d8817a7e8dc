#include <string.h>

#include "internal.h"

static cck_marker private_page;

cck_marker *cck_marker_page = &private_page;

cck_marker *cck_marker_current(void) { return __atomic_load_n(&cck_marker_page, __ATOMIC_ACQUIRE); }

void cck_marker_use(cck_marker *shared) {
    cck_marker *before = cck_marker_current();
    cck_marker *after = shared != NULL ? shared : &private_page;
    if (after == before) {
        return;
    }
    memcpy(after->paths, before->paths, sizeof after->paths);
    __atomic_store_n(&after->module, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&after->function, (uint32_t)CCK_FUNCTION_NONE, __ATOMIC_RELAXED);
    __atomic_store_n(&cck_marker_page, after, __ATOMIC_RELEASE);
}

uint32_t cck_marker_name(uint32_t index, const char *path) {
    index = index < CCK_MARKER_MODULES ? index : CCK_MARKER_MODULES - 1;
    size_t length = strlen(path);
    size_t surplus = length < CCK_MARKER_PATH_SIZE ? 0 : length - (CCK_MARKER_PATH_SIZE - 1);
    memcpy(cck_marker_current()->paths[index], path + surplus, length - surplus + 1);
    return index;
}

void cck_marker_path(const cck_marker *page, char path[CCK_MARKER_PATH_SIZE]) {
    memcpy(path, page->paths[cck_marker_module(page)], CCK_MARKER_PATH_SIZE);
    path[CCK_MARKER_PATH_SIZE - 1] = 0;
}

#define CCK_NAME(name) [CCK_FUNCTION_##name] = #name,

// clang-format off
static const char *const names[CCK_FUNCTION_COUNT] = {
    CCK_FUNCTIONS_2_40(CCK_NAME)
    CCK_FUNCTIONS_3_0(CCK_NAME)
    CCK_FUNCTIONS_3_2(CCK_NAME)
    CCK_FUNCTIONS_EXTENDED_2014(CCK_NAME)
    CCK_FUNCTIONS_EXTENDED_2017(CCK_NAME)
    CCK_FUNCTIONS_EXTENDED_2026(CCK_NAME)
    [CCK_FUNCTION_LOAD] = "dlopen",
};
// clang-format on

const char *cck_function_name(uint32_t function) { return function < CCK_FUNCTION_COUNT ? names[function] : NULL; }
