// Opens PKCS #11 modules and hands out their functions.
//
// All functions here may be called from any thread. A module is never unloaded: modules leave threads, handlers and
// thread-local destructors behind, and code that such a leftover runs must stay mapped.

#ifndef JETON_CRYPTOKI_LOADER_H
#define JETON_CRYPTOKI_LOADER_H

#include <stdbool.h>
#include <stdint.h>

#include "cryptoki.h"
#include "cryptoki_rutoken.h"
#include "marker.h"

// MARK: Loading

typedef enum {
    CCK_LOAD_OK,
    CCK_LOAD_NOT_FOUND,
    CCK_LOAD_DANGLING_LINK,
    CCK_LOAD_NOT_READABLE,
    CCK_LOAD_NOT_A_FILE,
    CCK_LOAD_NOT_ELF,
    CCK_LOAD_WRONG_CLASS,
    CCK_LOAD_WRONG_MACHINE,
    CCK_LOAD_NOT_SHARED_OBJECT,
    CCK_LOAD_MISSING_DEPENDENCY,
    CCK_LOAD_DLOPEN_FAILED,
    CCK_LOAD_NO_ENTRY_POINT,
    CCK_LOAD_FOREIGN_ENTRY_POINT,
    CCK_LOAD_FUNCTION_LIST_FAILED,
    CCK_LOAD_INTERFACE_FAILED,
    CCK_LOAD_BAD_FUNCTION_LIST,
    CCK_LOAD_OUT_OF_MEMORY,
} cck_load_status;

typedef struct {
    cck_load_status status;
    CK_RV rv;           // of the function that failed, with FUNCTION_LIST_FAILED and INTERFACE_FAILED; otherwise CKR_OK
    char detail[1024];  // what the status is about, in UTF-8 as far as paths are: see cck_load
} cck_load_result;

typedef enum {
    CCK_ORIGIN_FUNCTION_LIST,      // C_GetFunctionList
    CCK_ORIGIN_INTERFACE,          // C_GetInterface, asked for "PKCS 11" and a version
    CCK_ORIGIN_DEFAULT_INTERFACE,  // C_GetInterface, asked for whatever the module prefers
} cck_origin;

typedef struct cck_module {
    void *handle;
    char *path;       // as given
    char *real_path;  // without symbolic links
    unsigned long long device, inode;
    CK_VERSION version;  // of the table in use; a lower bound only, modules misstate it
    cck_origin origin;
    CK_FLAGS interface_flags;
    CK_FUNCTION_LIST_3_2 functions;  // a copy, widened; functions that the module lacks are NULL
    CK_ULONG extended_count;         // 0: no Rutoken extension; else how many members of `extended` count: 19, 31 or 34
    CK_FUNCTION_LIST_EXTENDED extended;
    uint32_t marker_index;  // for cck_enter
} cck_module;

// The tables in place: Swift would copy a member of 100 pointers to reach one of them.
static inline const CK_FUNCTION_LIST_3_2 *cck_functions(const cck_module *module) { return &module->functions; }
static inline const CK_FUNCTION_LIST_EXTENDED *cck_extended_functions(const cck_module *module) {
    return &module->extended;
}

// Opens the module at `path` and asks it for its functions; does not initialise it.
//
// The file is looked at before it is opened, so that the common faults have a status of their own. Entry points count
// only where they lie in the file itself: a symbol that the linker found in a dependency is not the module's. The
// interface "PKCS 11" is asked for in the versions 3.2, 3.1 and 3.0, then the module's default one, then
// C_GetFunctionList. Tables that cannot be read, are misnamed or of another major version are passed over.
//
// One module per file: a second call with any path of the same file returns the same pointer. So does one with the
// path of a file that was replaced meanwhile, since the linker knows libraries by their paths as well.
//
// Runs the module's constructors and entry points, which may crash or hang: a module that is not trusted is loaded in a
// process of its own (marker.h). Loads in one process wait for each other.
//
// Returns NULL on failure; `result`, which may be NULL, then says why:
//   NOT_FOUND, NOT_READABLE, NOT_A_FILE, NOT_ELF, NOT_SHARED_OBJECT   what was found instead, or strerror's words
//   DANGLING_LINK                                                     the target of the link
//   WRONG_CLASS, WRONG_MACHINE                                        what the file is for, such as "32-bit", "AArch64"
//   MISSING_DEPENDENCY                                                the name of the library that is not there
//   DLOPEN_FAILED                                                     dlerror's words
//   NO_ENTRY_POINT                                                    the names that were looked for
//   FOREIGN_ENTRY_POINT                                               the library that the symbol belongs to
//   FUNCTION_LIST_FAILED, INTERFACE_FAILED, BAD_FUNCTION_LIST         what the module did
const cck_module *cck_load(const char *path, cck_load_result *result);

// MARK: Initialisation

// Initialises the module, or counts one more user of it.
//
// The first call makes C_Initialize with CKF_OS_LOCKING_OK and `reserved` as pReserved (NSS reads a parameter string
// there; NULL otherwise). A module that answers CKR_CANT_LOCK or CKR_ARGUMENTS_BAD is asked again without arguments,
// unless `reserved` was given. CKR_CRYPTOKI_ALREADY_INITIALIZED means that somebody else in this process did it: the
// answer is then CKR_OK, and the module is not ours to finalise. Other values are returned as they are, and nothing is
// counted. Blocks while another thread initialises or finalises the same module.
CK_RV cck_initialize(const cck_module *module, const char *reserved);

// Counts one user less and, after the last one, finalises the module where it is ours.
//
// Returns what C_Finalize returned, CKR_OK where it was not called, and CKR_CRYPTOKI_NOT_INITIALIZED without a
// cck_initialize before it. Blocks as cck_initialize does; the caller must have no call running in the module.
CK_RV cck_finalize(const cck_module *module);

// Whether the module is initialised and it was cck_initialize that did it.
bool cck_owns_initialization(const cck_module *module);

// Whether cck_initialize had to do it without arguments: the module then may do no locking, and calls to it must come
// from one thread at a time.
bool cck_lacks_locking(const cck_module *module);

// MARK: Fork

// How many forks lie between the loading of this code and the calling process; 0 in the process that loaded it.
//
// A value kept from before tells a forked child that its sessions are the parent's. In a child all counts are
// forgotten, so that cck_initialize initialises again. Lock-free, may be called anywhere.
unsigned long cck_fork_epoch(void);

#endif
