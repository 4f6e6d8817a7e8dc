// A page that says which Cryptoki function of which module is running.
//
// A supervisor places a page in memory that it shares with its child; whoever calls a module in the child brackets the
// call with cck_enter and cck_leave. When the child crashes or hangs, the parent reads there whose fault it was.
// Without a supervisor the page is a private one. One page serves a whole process: where threads call modules at once,
// it names the function that was entered last.

#ifndef JETON_CRYPTOKI_MARKER_H
#define JETON_CRYPTOKI_MARKER_H

#include <stdint.h>

#include "cryptoki_functions.h"
#include "cryptoki_rutoken.h"

// Every function that a module can offer, by the name CCK_FUNCTION_C_...; 0 stands for none. The numbers of the
// standard functions are their places in CK_FUNCTION_LIST_3_2, counted from 1. CCK_FUNCTION_LOAD is dlopen itself,
// which runs the module's constructors.
#define CCK_ENUMERATOR(name) CCK_FUNCTION_##name,
// clang-format off
typedef enum cck_function {
    CCK_FUNCTION_NONE,
    CCK_FUNCTIONS_2_40(CCK_ENUMERATOR)
    CCK_FUNCTIONS_3_0(CCK_ENUMERATOR)
    CCK_FUNCTIONS_3_2(CCK_ENUMERATOR)
    CCK_FUNCTIONS_EXTENDED_2014(CCK_ENUMERATOR)
    CCK_FUNCTIONS_EXTENDED_2017(CCK_ENUMERATOR)
    CCK_FUNCTIONS_EXTENDED_2026(CCK_ENUMERATOR)
    CCK_FUNCTION_LOAD,
    CCK_FUNCTION_COUNT
} cck_function;
// clang-format on
#undef CCK_ENUMERATOR

enum {
    CCK_MARKER_MODULES = 32,     // modules that a page can name; further ones share the last place
    CCK_MARKER_PATH_SIZE = 512,  // bytes of a path, with its NUL; a longer one keeps its end
};

// Written by one process and read by another: `function` and `module` only through the functions below.
typedef struct cck_marker {
    uint32_t function;  // cck_function; 0 while no function runs
    uint32_t module;    // index into paths
    uint32_t sequence;  // calls entered so far, modulo 2^32
    uint32_t reserved[11];
    char paths[CCK_MARKER_MODULES][CCK_MARKER_PATH_SIZE];
} cck_marker;

_Static_assert(sizeof(cck_marker) == 56 + CCK_MARKER_MODULES * CCK_MARKER_PATH_SIZE, "cck_marker");

// The page in use; private to this file and to the inline functions.
extern cck_marker *cck_marker_page;

// The page in use; never NULL.
cck_marker *cck_marker_current(void);

// Makes `shared` the page in use and copies the paths of the modules loaded so far to it; NULL goes back to the private
// page. The memory must stay mapped until another page is in use.
void cck_marker_use(cck_marker *shared);

// The name of a function, such as "C_Sign"; "dlopen" for CCK_FUNCTION_LOAD; NULL for none and for numbers out of range.
const char *cck_function_name(uint32_t function);

// Notes that `function` of the module with this index starts. A handful of relaxed loads and stores: cheap enough for
// every call.
static inline void cck_enter(uint32_t module, uint32_t function) {
    cck_marker *page = __atomic_load_n(&cck_marker_page, __ATOMIC_RELAXED);
    __atomic_store_n(&page->module, module, __ATOMIC_RELAXED);
    // Not an atomic increment: where threads call at once, a lost count does no harm.
    __atomic_store_n(&page->sequence, __atomic_load_n(&page->sequence, __ATOMIC_RELAXED) + 1, __ATOMIC_RELAXED);
    __atomic_store_n(&page->function, function, __ATOMIC_RELEASE);
}

// Notes that the function has returned. `module` keeps saying whose it was.
static inline void cck_leave(void) {
    cck_marker *page = __atomic_load_n(&cck_marker_page, __ATOMIC_RELAXED);
    __atomic_store_n(&page->function, (uint32_t)CCK_FUNCTION_NONE, __ATOMIC_RELEASE);
}

// The function that runs, or ran when the process died; CCK_FUNCTION_NONE where none.
static inline uint32_t cck_marker_function(const cck_marker *page) {
    return __atomic_load_n(&page->function, __ATOMIC_ACQUIRE);
}

// The number of calls entered so far, modulo 2^32: tells a long call from many short ones.
static inline uint32_t cck_marker_sequence(const cck_marker *page) {
    return __atomic_load_n(&page->sequence, __ATOMIC_ACQUIRE);
}

// The index of the module that was entered last; below CCK_MARKER_MODULES whatever the page holds.
static inline uint32_t cck_marker_module(const cck_marker *page) {
    uint32_t module = __atomic_load_n(&page->module, __ATOMIC_ACQUIRE);
    return module < CCK_MARKER_MODULES ? module : CCK_MARKER_MODULES - 1;
}

// Copies the path of the module that was entered last, at most CCK_MARKER_PATH_SIZE bytes with the NUL, which is there
// whatever the page holds.
void cck_marker_path(const cck_marker *page, char path[CCK_MARKER_PATH_SIZE]);

#endif
