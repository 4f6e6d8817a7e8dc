#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "internal.h"

// MARK: Fork

static unsigned long epoch;

// Runs in the child of a process that may have had threads: nothing but the counter is touched.
static void count_fork(void) { __atomic_add_fetch(&epoch, 1, __ATOMIC_RELAXED); }

__attribute__((constructor)) static void watch_forks(void) { pthread_atfork(NULL, NULL, count_fork); }

unsigned long cck_fork_epoch(void) { return __atomic_load_n(&epoch, __ATOMIC_RELAXED); }

// MARK: Locks

// pthread_mutex_t would stay locked for ever in a child that was forked while another thread held it.
void cck_lock_acquire(cck_lock *lock) {
    uint32_t mine = (uint32_t)cck_fork_epoch() + 1;
    for (;;) {
        uint32_t word = __atomic_load_n(&lock->word, __ATOMIC_RELAXED);
        if (word == mine) {
            syscall(SYS_futex, &lock->word, FUTEX_WAIT_PRIVATE, mine, NULL, NULL, 0);
        } else if (__atomic_compare_exchange_n(&lock->word, &word, mine, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
            return;
        }
    }
}

void cck_lock_release(cck_lock *lock) {
    __atomic_store_n(&lock->word, 0, __ATOMIC_RELEASE);
    syscall(SYS_futex, &lock->word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

// MARK: Initialisation

// Every module is handed out const; what changes about it lies behind the part that callers see.
static cck_loaded *loaded(const cck_module *module) { return (cck_loaded *)(uintptr_t)module; }

// What the parent did is forgotten in a child.
static void acquire(cck_loaded *state) {
    cck_lock_acquire(&state->lock);
    unsigned long now = cck_fork_epoch();
    if (state->epoch != now) {
        state->epoch = now;
        state->users = 0;
    }
}

// NSS's own structure has the parameter string where the standard has pReserved, and one member more after it.
typedef struct {
    CK_C_INITIALIZE_ARGS standard;
    CK_VOID_PTR after;
} initialize_arguments;

static CK_RV call_initialize(cck_loaded *state, initialize_arguments *arguments) {
    cck_enter(state->module.marker_index, CCK_FUNCTION_C_Initialize);
    CK_RV rv = state->module.functions.C_Initialize(arguments);
    cck_leave();
    return rv;
}

static CK_RV initialize_first(cck_loaded *state, const char *reserved) {
    if (state->module.functions.C_Initialize == NULL) {
        return CKR_FUNCTION_NOT_SUPPORTED;
    }
    initialize_arguments arguments = {
        .standard = {.flags = CKF_OS_LOCKING_OK, .pReserved = (CK_VOID_PTR)(uintptr_t)reserved},
    };
    CK_RV rv = call_initialize(state, &arguments);
    bool unlocked = false;
    // A module that needs its parameter string cannot do without arguments.
    if ((rv == CKR_CANT_LOCK || rv == CKR_ARGUMENTS_BAD) && reserved == NULL) {
        rv = call_initialize(state, NULL);
        unlocked = rv == CKR_OK;
    }
    __atomic_store_n(&state->owned, rv == CKR_OK ? state->epoch + 1 : 0, __ATOMIC_RELEASE);
    __atomic_store_n(&state->unlocked, unlocked ? state->epoch + 1 : 0, __ATOMIC_RELEASE);
    return rv == CKR_CRYPTOKI_ALREADY_INITIALIZED ? CKR_OK : rv;
}

CK_RV cck_initialize(const cck_module *module, const char *reserved) {
    cck_loaded *state = loaded(module);
    acquire(state);
    CK_RV rv = state->users == 0 ? initialize_first(state, reserved) : CKR_OK;
    if (rv == CKR_OK) {
        state->users++;
    }
    cck_lock_release(&state->lock);
    return rv;
}

CK_RV cck_finalize(const cck_module *module) {
    cck_loaded *state = loaded(module);
    acquire(state);
    CK_RV rv = CKR_OK;
    if (state->users == 0) {
        rv = CKR_CRYPTOKI_NOT_INITIALIZED;
    } else if (--state->users == 0 && cck_owns_initialization(module)) {
        __atomic_store_n(&state->owned, 0, __ATOMIC_RELEASE);
        __atomic_store_n(&state->unlocked, 0, __ATOMIC_RELEASE);
        if (module->functions.C_Finalize != NULL) {
            cck_enter(module->marker_index, CCK_FUNCTION_C_Finalize);
            rv = module->functions.C_Finalize(NULL);
            cck_leave();
        }
    }
    cck_lock_release(&state->lock);
    return rv;
}

bool cck_owns_initialization(const cck_module *module) {
    return __atomic_load_n(&loaded(module)->owned, __ATOMIC_ACQUIRE) == cck_fork_epoch() + 1;
}

bool cck_lacks_locking(const cck_module *module) {
    return __atomic_load_n(&loaded(module)->unlocked, __ATOMIC_ACQUIRE) == cck_fork_epoch() + 1;
}
