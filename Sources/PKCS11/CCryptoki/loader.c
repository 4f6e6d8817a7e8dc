#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

// All modules loaded so far. Written under the lock, entry after entry; entries are never taken out.
static cck_loaded *modules;
static uint32_t module_count;
static cck_lock registry_lock;

// MARK: dlopen

// dlerror's words, translated or not, are parsed below; so they are asked for untranslated.
static void copy_error(char *text, size_t size) {
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t before = plain != (locale_t)0 ? uselocale(plain) : (locale_t)0;
    const char *message = dlerror();
    text[0] = 0;
    strncat(text, message != NULL ? message : "dlopen failed without a message", size - 1);
    if (plain != (locale_t)0) {
        uselocale(before);
        freelocale(plain);
    }
}

// The linker looks for all dependencies, by rules and caches that are best left to it, before it runs any code of the
// module; so its message is as good as a search of our own. The module's file itself has been found to be there.
static void report_dlopen(cck_load_result *result) {
    char text[sizeof result->detail];
    copy_error(text, sizeof text);
    const char *missing = strstr(text, ": cannot open shared object file: No such file or directory");
    if (missing != NULL) {
        cck_report(result, CCK_LOAD_MISSING_DEPENDENCY, "%.*s", (int)(missing - text), text);
    } else {
        cck_report(result, CCK_LOAD_DLOPEN_FAILED, "%s", text);
    }
}

static void *open_library(const cck_module *module, cck_load_result *result) {
    // A bare name would make dlopen search the system's libraries.
    const char *path = strchr(module->path, '/') != NULL ? module->path : module->real_path;
    cck_enter(module->marker_index, CCK_FUNCTION_LOAD);
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    cck_leave();
    if (handle == NULL) {
        report_dlopen(result);
    }
    return handle;
}

// MARK: Registry

static cck_loaded *find_file(const struct stat *status) {
    for (cck_loaded *entry = modules; entry != NULL; entry = entry->next) {
        if (entry->module.device == status->st_dev && entry->module.inode == status->st_ino) {
            return entry;
        }
    }
    return NULL;
}

static void discard(cck_loaded *entry) {
    free(entry->module.path);
    free(entry->module.real_path);
    free(entry);
}

static cck_loaded *make_entry(const char *path, const struct stat *status, cck_load_result *result) {
    cck_loaded *entry = calloc(1, sizeof *entry);
    if (entry != NULL) {
        entry->module.path = strdup(path);
        entry->module.real_path = realpath(path, NULL);
        entry->module.device = status->st_dev;
        entry->module.inode = status->st_ino;
    }
    if (entry == NULL || entry->module.path == NULL || entry->module.real_path == NULL) {
        cck_report(result, CCK_LOAD_OUT_OF_MEMORY, "%s", strerror(errno));
        if (entry != NULL) {
            discard(entry);
        }
        return NULL;
    }
    return entry;
}

static cck_loaded *find_handle(const void *handle) {
    for (cck_loaded *entry = modules; entry != NULL; entry = entry->next) {
        if (entry->module.handle == handle) {
            return entry;
        }
    }
    return NULL;
}

// Opens the file and fills the entry. Returns the entry, or an older one where the linker finds that it is that
// library, or NULL.
static cck_loaded *open_module(cck_loaded *entry, cck_load_result *result) {
    cck_probe probe;
    if (cck_probe_open(&probe) != 0) {
        cck_report(result, CCK_LOAD_OUT_OF_MEMORY, "no pipe: %s", strerror(errno));
        return NULL;
    }
    entry->module.marker_index = cck_marker_name(module_count, entry->module.real_path);
    void *handle = open_library(&entry->module, result);
    cck_loaded *older = handle != NULL ? find_handle(handle) : NULL;
    cck_loaded *opened = older;
    entry->module.handle = handle;
    if (handle != NULL && older == NULL && cck_choose_table(&entry->module, &probe, result) == CCK_LOAD_OK) {
        cck_choose_extension(&entry->module, &probe);
        opened = entry;
    }
    if (handle != NULL && opened != entry) {
        // RTLD_NODELETE: this gives back a count, and the code stays.
        dlclose(handle);
    }
    cck_probe_close(&probe);
    return opened;
}

static cck_loaded *add_module(const char *path, const struct stat *status, cck_load_result *result) {
    cck_loaded *entry = make_entry(path, status, result);
    if (entry == NULL) {
        return NULL;
    }
    cck_loaded *opened = open_module(entry, result);
    if (opened == entry) {
        entry->next = modules;
        modules = entry;
        module_count++;
    } else {
        discard(entry);
    }
    return opened;
}

const cck_module *cck_load(const char *path, cck_load_result *result) {
    cck_load_result unused;
    result = result != NULL ? result : &unused;
    memset(result, 0, sizeof *result);
    struct stat status;
    if (cck_check_file(path, &status, result) != CCK_LOAD_OK) {
        return NULL;
    }
    cck_lock_acquire(&registry_lock);
    cck_loaded *entry = find_file(&status);
    if (entry == NULL) {
        entry = add_module(path, &status, result);
    }
    cck_lock_release(&registry_lock);
    return entry != NULL ? &entry->module : NULL;
}
