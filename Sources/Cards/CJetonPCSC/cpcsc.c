#define _GNU_SOURCE
#include "cpcsc.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

/// One function's name and where its address belongs.
struct entry {
    const char *name;
    size_t offset;
};

static const struct entry entries[] = {
    {"SCardEstablishContext", offsetof(cpcsc_library, establish_context)},
    {"SCardReleaseContext", offsetof(cpcsc_library, release_context)},
    {"SCardIsValidContext", offsetof(cpcsc_library, is_valid_context)},
    {"SCardConnect", offsetof(cpcsc_library, connect)},
    {"SCardReconnect", offsetof(cpcsc_library, reconnect)},
    {"SCardDisconnect", offsetof(cpcsc_library, disconnect)},
    {"SCardBeginTransaction", offsetof(cpcsc_library, begin_transaction)},
    {"SCardEndTransaction", offsetof(cpcsc_library, end_transaction)},
    {"SCardStatus", offsetof(cpcsc_library, status)},
    {"SCardGetStatusChange", offsetof(cpcsc_library, get_status_change)},
    {"SCardControl", offsetof(cpcsc_library, control)},
    {"SCardGetAttrib", offsetof(cpcsc_library, get_attribute)},
    {"SCardTransmit", offsetof(cpcsc_library, transmit)},
    {"SCardListReaders", offsetof(cpcsc_library, list_readers)},
    {"SCardCancel", offsetof(cpcsc_library, cancel)},
};

/// dlerror's text is the thread's own and lives until the next call: copy it at once.
static void copy_error(char *message, size_t capacity) {
    const char *text = dlerror();
    snprintf(message, capacity, "%s", text != NULL ? text : "unknown reason");
}

const cpcsc_library *cpcsc_open(const char *path, char *message, size_t capacity) {
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        copy_error(message, capacity);
        return NULL;
    }
    cpcsc_library *library = calloc(1, sizeof *library);
    if (library == NULL) {
        snprintf(message, capacity, "out of memory");
        dlclose(handle);
        return NULL;
    }
    for (size_t index = 0; index < sizeof entries / sizeof entries[0]; index++) {
        void *address = dlsym(handle, entries[index].name);
        if (address == NULL) {
            copy_error(message, capacity);
            free(library);
            dlclose(handle);
            return NULL;
        }
        *(void **)((char *)library + entries[index].offset) = address;
    }
    Dl_info info;
    // Only the file name is wanted: which of several installed libraries the system chose.
    library->path =
        dladdr((void *)library->establish_context, &info) != 0 && info.dli_fname != NULL ? info.dli_fname : "";
    return library;
}

void cpcsc_close(const cpcsc_library *library) {
    // Not dlclose: the library stays, as one that is linked would, and a second table of it costs nothing.
    free((void *)library);
}
