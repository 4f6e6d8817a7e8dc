#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "fault.h"

typedef enum { RETURN, CRASH, ABORT, EAT, HANG, SLEEP, EXIT, REMOVE, INSERT } action_kind;

typedef struct {
    uint32_t function;
    unsigned long first, last;  // calls that it applies to, counted from 1
    action_kind kind;
    CK_ULONG number;
} fault;

typedef struct {
    uint32_t function;
    bool query_only;
    CK_ULONG length;
} length_fault;

typedef struct {
    CK_MECHANISM_TYPE type;
    CK_MECHANISM_INFO info;
    CK_RV rv;  // of the Init function
} mechanism;

enum { LIMIT = 256 };

static fault faults[LIMIT];
static length_fault lengths[LIMIT];
static mechanism mechanisms[LIMIT];
static unsigned fault_count, length_count, mechanism_count;
static bool own_mechanisms;
static unsigned long calls[CCK_FUNCTION_COUNT], operations, calls_of_jeton_threads, calls_of_other_threads;
static uint32_t last_function, previous_function;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pid_t initializer;

// MARK: Settings

static void add_default(CK_MECHANISM_TYPE type, CK_ULONG least, CK_ULONG most, CK_FLAGS flags) {
    mechanisms[mechanism_count++] = (mechanism){type, {least, most, flags}, CKR_OK};
}

void fm_forget_behaviour(void) {
    fault_count = length_count = mechanism_count = 0;
    own_mechanisms = false;
    const CK_FLAGS signs = CKF_SIGN | CKF_VERIFY, ciphers = CKF_ENCRYPT | CKF_DECRYPT;
    add_default(CKM_RSA_PKCS_KEY_PAIR_GEN, 1024, 4096, CKF_GENERATE_KEY_PAIR);
    add_default(CKM_RSA_PKCS, 1024, 4096, signs | ciphers);
    add_default(CKM_RSA_PKCS_OAEP, 1024, 4096, ciphers);
    add_default(CKM_RSA_PKCS_PSS, 1024, 4096, signs);
    add_default(CKM_SHA256_RSA_PKCS, 1024, 4096, signs);
    add_default(CKM_SHA256_RSA_PKCS_PSS, 1024, 4096, signs);
    add_default(CKM_EC_KEY_PAIR_GEN, 256, 521, CKF_GENERATE_KEY_PAIR | CKF_EC_F_P | CKF_EC_OID);
    add_default(CKM_ECDSA, 256, 521, signs | CKF_EC_F_P | CKF_EC_OID);
    add_default(CKM_ECDSA_SHA256, 256, 521, signs | CKF_EC_F_P | CKF_EC_OID);
    add_default(CKM_ECDH1_DERIVE, 256, 521, CKF_DERIVE);
    add_default(CKM_EC_EDWARDS_KEY_PAIR_GEN, 255, 448, CKF_GENERATE_KEY_PAIR);
    add_default(CKM_EDDSA, 255, 448, signs);
    add_default(CKM_AES_KEY_GEN, 16, 32, CKF_GENERATE);
    add_default(CKM_AES_CBC_PAD, 16, 32, ciphers | CKF_WRAP | CKF_UNWRAP);
    add_default(CKM_AES_GCM, 16, 32, ciphers);
    add_default(CKM_SHA_1, 0, 0, CKF_DIGEST);
    add_default(CKM_SHA256, 0, 0, CKF_DIGEST);
    add_default(CKM_SHA384, 0, 0, CKF_DIGEST);
    add_default(CKM_SHA512, 0, 0, CKF_DIGEST);
}

static bool parse_action(const char *action, fault *fault) {
    static const struct {
        const char *word;
        action_kind kind;
        bool has_number;
    } words[] = {
        {"rv:", RETURN, true},     {"sleep:", SLEEP, true}, {"exit:", EXIT, true},   {"remove:", REMOVE, true},
        {"insert:", INSERT, true}, {"crash", CRASH, false}, {"abort", ABORT, false}, {"hang", HANG, false},
        {"exit", EXIT, false},     {"eat", EAT, false},
    };
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t length = strlen(words[i].word);
        fault->kind = words[i].kind;
        if (words[i].has_number && strncmp(action, words[i].word, length) == 0) {
            return fm_number(action + length, &fault->number);
        }
        if (strcmp(action, words[i].word) == 0) {
            return true;
        }
    }
    return false;
}

// C_Sign, C_Sign@3 (the third call) or C_Sign@3+ (from the third on).
bool fm_add_fault(const char *target, const char *action) {
    if (fault_count == LIMIT) {
        return false;
    }
    fault *entry = &faults[fault_count];
    *entry = (fault){.first = 1, .last = (unsigned long)-1};
    size_t length = strcspn(target, "@");
    if (!fm_function(target, length, &entry->function) || !parse_action(action, entry)) {
        return false;
    }
    if (target[length] == '@') {
        char *end;
        entry->first = strtoul(target + length + 1, &end, 10);
        entry->last = *end == '+' ? (unsigned long)-1 : entry->first;
        if (end == target + length + 1 || (*end != 0 && strcmp(end, "+") != 0)) {
            return false;
        }
    }
    fault_count++;
    return true;
}

bool fm_add_length(const char *target, const char *value) {
    if (length_count == LIMIT) {
        return false;
    }
    length_fault *entry = &lengths[length_count];
    size_t length = strcspn(target, ".");
    entry->query_only = strcmp(target + length, ".query") == 0;
    if (!fm_function(target, length, &entry->function) || !fm_number(value, &entry->length) ||
        (target[length] != 0 && !entry->query_only)) {
        return false;
    }
    length_count++;
    return true;
}

// "TYPE MIN MAX FLAGS"; the first such line does away with the built-in list. "none" alone leaves the list empty.
bool fm_add_mechanism(const char *value) {
    if (!own_mechanisms) {
        own_mechanisms = true;
        mechanism_count = 0;
    }
    if (strcmp(value, "none") == 0) {
        return true;
    }
    mechanism entry = {.rv = CKR_OK};
    long type, least, most, flags;
    char rest;
    if (mechanism_count == LIMIT || sscanf(value, "%li %li %li %li%c", &type, &least, &most, &flags, &rest) != 4) {
        return false;
    }
    entry.type = (CK_MECHANISM_TYPE)type;
    entry.info = (CK_MECHANISM_INFO){(CK_ULONG)least, (CK_ULONG)most, (CK_FLAGS)flags};
    mechanisms[mechanism_count++] = entry;
    return true;
}

bool fm_add_mechanism_fault(const char *type, const char *value) {
    CK_ULONG number;
    if (!fm_number(type, &number) || strncmp(value, "rv:", 3) != 0) {
        return false;
    }
    for (unsigned i = 0; i < mechanism_count; i++) {
        if (mechanisms[i].type == number) {
            return fm_number(value + 3, &mechanisms[i].rv);
        }
    }
    return false;
}

// MARK: Calls

void fm_crash(void) {
    // A true fault kills even where the signal is blocked, which raise would not; volatile, so that it happens.
    *(volatile int *)8 = 0;
    abort();
}

static void wait_milliseconds(unsigned long milliseconds) {
    struct timespec time = {(time_t)(milliseconds / 1000), (long)(milliseconds % 1000) * 1000000};
    nanosleep(&time, NULL);
}

// Takes 4 GiB and never gives them back; the pages are not touched, so that a machine without a limit survives it.
static void eat(void) {
    for (int i = 0; i < 64; i++) {
        void *volatile block = malloc(64UL << 20);
        if (!block) abort();
    }
}

// CKR_OK: the function goes on.
static CK_RV act(const fault *fault) {
    switch (fault->kind) {
    case RETURN: return fault->number;
    case CRASH: fm_crash();
    case ABORT: abort();
    case EAT: eat(); return CKR_OK;
    case HANG:
        for (;;) {
            pause();
        }
    case SLEEP: wait_milliseconds(fault->number); return CKR_OK;
    case EXIT: exit((int)fault->number);
    case REMOVE:
        fm_lock();
        fm_remove_token(fault->number);
        fm_unlock(NULL);
        return CKR_DEVICE_REMOVED;
    case INSERT:
        if (fault->number < fm.slots) {
            fm_tokens[fault->number].present = true;
        }
        return CKR_OK;
    }
    return CKR_OK;
}

CK_RV fm_enter(uint32_t function, bool needs_initialization) {
    fm_lock();
    if (fm.forgets_on_fork && fm_initialized && __atomic_load_n(&initializer, __ATOMIC_RELAXED) != getpid()) {
        fm_close_sessions(-1);
        fm_initialized = false;
    }
    unsigned long call = ++calls[function];
    char thread[16] = "";
    prctl(PR_GET_NAME, thread);
    if (strncmp(thread, "jeton-", 6) == 0) {
        calls_of_jeton_threads++;
    } else {
        calls_of_other_threads++;
    }
    previous_function = last_function;
    last_function = function;
    fault chosen = {.kind = RETURN, .number = CKR_OK};
    for (unsigned i = 0; i < fault_count; i++) {
        if (faults[i].function == function && call >= faults[i].first && call <= faults[i].last) {
            chosen = faults[i];
            break;
        }
    }
    bool is_ready = fm_initialized || !needs_initialization;
    fm_unlock(NULL);
    CK_RV rv = act(&chosen);
    if (rv != CKR_OK) {
        return rv;
    }
    if (function == CCK_FUNCTION_C_Initialize) {
        __atomic_store_n(&initializer, getpid(), __ATOMIC_RELAXED);
    }
    return is_ready ? CKR_OK : CKR_CRYPTOKI_NOT_INITIALIZED;
}

uint32_t fm_previous_function(void) { return previous_function; }

int fm_lock(void) { return pthread_mutex_lock(&mutex); }

void fm_unlock(const int *unused) {
    (void)unused;
    pthread_mutex_unlock(&mutex);
}

CK_RV fm_missing(void) {
    if (fm.null_crashes) {
        fm_crash();
    }
    return CKR_ARGUMENTS_BAD;
}

void fm_count_operation(void) { operations++; }

void fm_write_counts(void) {
    FILE *file = fm.count_file[0] != 0 ? fopen(fm.count_file, "we") : NULL;
    if (file == NULL) {
        return;
    }
#define FM_COUNT(name)                                                \
    if (calls[CCK_FUNCTION_##name] > 0) {                             \
        fprintf(file, "%s %lu\n", #name, calls[CCK_FUNCTION_##name]); \
    }
    CCK_FUNCTIONS_2_40(FM_COUNT)
    CCK_FUNCTIONS_3_0(FM_COUNT)
    CCK_FUNCTIONS_3_2(FM_COUNT)
    CCK_FUNCTIONS_EXTENDED_2014(FM_COUNT)
    CCK_FUNCTIONS_EXTENDED_2017(FM_COUNT)
    CCK_FUNCTIONS_EXTENDED_2026(FM_COUNT)
#undef FM_COUNT
    fprintf(file, "calls_of_jeton_threads %lu\n", calls_of_jeton_threads);
    fprintf(file, "calls_of_other_threads %lu\n", calls_of_other_threads);
    fprintf(file, "operations %lu\n", operations);
    fclose(file);
}

// MARK: Answers

bool fm_length_fault(uint32_t function, bool is_query, CK_ULONG *length) {
    for (unsigned i = 0; i < length_count; i++) {
        if (lengths[i].function == function && (is_query || !lengths[i].query_only)) {
            *length = lengths[i].length;
            return true;
        }
    }
    return false;
}

CK_RV fm_check_mechanism(CK_MECHANISM_TYPE type, CK_FLAGS use) {
    for (unsigned i = 0; i < mechanism_count; i++) {
        if (mechanisms[i].type == type && (mechanisms[i].info.flags & use) != 0) {
            return mechanisms[i].rv;
        }
    }
    return CKR_MECHANISM_INVALID;
}

CK_ULONG fm_mechanism_count(void) { return mechanism_count; }

const CK_MECHANISM_INFO *fm_mechanism(CK_ULONG index, CK_MECHANISM_TYPE *type) {
    *type = mechanisms[index].type;
    return &mechanisms[index].info;
}

CK_RV fm_deliver(
    uint32_t function, const void *data, CK_ULONG count, CK_BYTE_PTR out, CK_ULONG_PTR length, bool *done) {
    *done = false;
    if (length == NULL) {
        return fm_missing();
    }
    bool is_query = out == NULL;
    if (is_query && fm.length_query == FM_QUERY_REJECTED) {
        *done = true;
        return CKR_ARGUMENTS_BAD;
    }
    CK_ULONG stated = count;
    fm_length_fault(function, is_query, &stated);
    if (is_query) {
        *length = stated;
        *done = fm.length_query != FM_QUERY_NORMAL;
        if (fm.length_query == FM_QUERY_RUNS) {
            fm_count_operation();
        }
        return CKR_OK;
    }
    if (*length < count) {
        *length = fm.keeps_length ? *length : stated;
        return CKR_BUFFER_TOO_SMALL;
    }
    memcpy(out, data, count);
    *length = stated;
    *done = true;
    fm_count_operation();
    return CKR_OK;
}
