// Times PKCS #11 modules side by side: loading, C_Initialize, signatures per second with one thread and with two, logins
// and sessions.
//
// usage: provider-benchmark ROUNDS PIN MODULE...
//
// The modules take turns, each round in a process of its own, so that other work on the machine meets all alike. Each
// line is a module, a measurement, and its best and median value over the rounds.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cryptoki.h"

enum { LOAD, INITIALIZE, SLOTS, EC_1, EC_2, RSA_1, RSA_2, LOGINS, SESSIONS, MEASUREMENTS };
static const char *const names[] = {
    "dlopen, ms",
    "C_Initialize, ms",
    "C_GetSlotList, ms",
    "P-256 1 thread, /s",
    "P-256 2 threads, /s",
    "RSA-2048 1 thread, /s",
    "RSA-2048 2 threads, /s",
    "logout and login, /s",
    "session open and close, /s",
};

static CK_FUNCTION_LIST *functions;
static CK_SLOT_ID slot;
static CK_OBJECT_HANDLE key;
static CK_MECHANISM mechanism;
static CK_ULONG data_length;
static int repetitions;

static void must(const char *what, CK_RV rv) {
    if (rv == CKR_OK) return;
    fprintf(stderr, "%s: %#lx\n", what, rv);
    _exit(1);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void *sign(void *unused) {
    CK_SESSION_HANDLE session;
    must("C_OpenSession", functions->C_OpenSession(slot, CKF_SERIAL_SESSION, NULL, NULL, &session));
    CK_BYTE data[51] = {1}, signature[512];
    for (int i = 0; i < repetitions; i++) {
        CK_ULONG length = sizeof signature;
        must("C_SignInit", functions->C_SignInit(session, &mechanism, key));
        must("C_Sign", functions->C_Sign(session, data, data_length, signature, &length));
    }
    must("C_CloseSession", functions->C_CloseSession(session));
    return unused;
}

static double rate(int threads) {
    pthread_t ids[2];
    double start = now();
    for (int i = 0; i < threads; i++) pthread_create(&ids[i], NULL, sign, NULL);
    for (int i = 0; i < threads; i++) pthread_join(ids[i], NULL);
    return threads * repetitions / (now() - start);
}

static void find(CK_SESSION_HANDLE session, CK_KEY_TYPE type) {
    CK_OBJECT_CLASS class = CKO_PRIVATE_KEY;
    CK_ATTRIBUTE template[] = {{CKA_CLASS, &class, sizeof class}, {CKA_KEY_TYPE, &type, sizeof type}};
    CK_ULONG count = 0;
    must("C_FindObjectsInit", functions->C_FindObjectsInit(session, template, 2));
    must("C_FindObjects", functions->C_FindObjects(session, &key, 1, &count));
    must("C_FindObjectsFinal", functions->C_FindObjectsFinal(session));
    if (!count) must("find", CKR_KEY_HANDLE_INVALID);
}

static void measure(const char *module, const char *pin, double *values) {
    double start = now();
    void *library = dlopen(module, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        _exit(1);
    }
    CK_C_GetFunctionList list = (CK_C_GetFunctionList)dlsym(library, "C_GetFunctionList");
    must("C_GetFunctionList", list(&functions));
    values[LOAD] = (now() - start) * 1e3;
    CK_C_INITIALIZE_ARGS arguments = {.flags = CKF_OS_LOCKING_OK};
    start = now();
    must("C_Initialize", functions->C_Initialize(&arguments));
    values[INITIALIZE] = (now() - start) * 1e3;
    CK_SLOT_ID slots[16];
    CK_ULONG count = 16;
    start = now();
    must("C_GetSlotList", functions->C_GetSlotList(CK_TRUE, slots, &count));
    values[SLOTS] = (now() - start) * 1e3;
    // A module that has no token here is timed for its start only.
    if (!count) return;
    slot = slots[0];
    CK_SESSION_HANDLE session;
    must("C_OpenSession", functions->C_OpenSession(slot, CKF_SERIAL_SESSION, NULL, NULL, &session));
    must("C_Login", functions->C_Login(session, CKU_USER, (CK_UTF8CHAR_PTR)pin, strlen(pin)));
    find(session, CKK_EC);
    mechanism.mechanism = CKM_ECDSA;
    data_length = 32;
    repetitions = 4000;
    values[EC_1] = rate(1);
    values[EC_2] = rate(2);
    find(session, CKK_RSA);
    mechanism.mechanism = CKM_RSA_PKCS;
    data_length = 51;
    repetitions = 800;
    values[RSA_1] = rate(1);
    values[RSA_2] = rate(2);
    const int logins = 50, sessions = 50000;
    start = now();
    for (int i = 0; i < logins; i++) {
        must("C_Logout", functions->C_Logout(session));
        must("C_Login", functions->C_Login(session, CKU_USER, (CK_UTF8CHAR_PTR)pin, strlen(pin)));
    }
    values[LOGINS] = logins / (now() - start);
    start = now();
    for (int i = 0; i < sessions; i++) {
        CK_SESSION_HANDLE other;
        must("C_OpenSession", functions->C_OpenSession(slot, CKF_SERIAL_SESSION, NULL, NULL, &other));
        must("C_CloseSession", functions->C_CloseSession(other));
    }
    values[SESSIONS] = sessions / (now() - start);
    must("C_Finalize", functions->C_Finalize(NULL));
}

static int ascending(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return (difference > 0) - (difference < 0);
}

int main(int count, char **words) {
    int rounds = count > 3 ? atoi(words[1]) : 0;
    if (rounds < 1 || rounds > 1000) {
        fprintf(stderr, "usage: provider-benchmark ROUNDS PIN MODULE...\n");
        return 2;
    }
    int modules = count - 3;
    double *all = calloc((size_t)modules * MEASUREMENTS * (size_t)rounds, sizeof *all);
    if (!all) return 1;
    for (int round = 0; round < rounds; round++) {
        for (int module = 0; module < modules; module++) {
            int ends[2];
            double values[MEASUREMENTS] = {0};
            if (pipe(ends)) return 1;
            pid_t child = fork();
            if (child == 0) {
                measure(words[3 + module], words[2], values);
                _exit(write(ends[1], values, sizeof values) == sizeof values ? 0 : 1);
            }
            close(ends[1]);
            if (read(ends[0], values, sizeof values) != sizeof values) return 1;
            close(ends[0]);
            waitpid(child, NULL, 0);
            for (int i = 0; i < MEASUREMENTS; i++) all[(module * MEASUREMENTS + i) * rounds + round] = values[i];
        }
    }
    for (int i = 0; i < MEASUREMENTS; i++) {
        for (int module = 0; module < modules; module++) {
            const char *slash = strrchr(words[3 + module], '/'), *name = slash ? slash + 1 : words[3 + module];
            double *values = &all[(module * MEASUREMENTS + i) * rounds];
            qsort(values, (size_t)rounds, sizeof *values, ascending);
            double best = i < EC_1 ? values[0] : values[rounds - 1];
            if (best > 0) printf("%-24s %-24s %10.2f %10.2f\n", names[i], name, best, values[rounds / 2]);
        }
    }
    free(all);
    return 0;
}
