// Drives a PKCS #11 module as a C program does, for what a test in Swift can't: forks, mutexes of the caller's, calls
// with nothing but zeros, and OpenSSL in the same threads. Prints what it found; the test compares.
//
// usage: provider-probe MODULE initialize | zeros | fork PIN | mutexes PIN | threads PIN COUNT SECONDS |
//        cards PIN COUNT SECONDS | changes PIN OTHER | removal PIN | slots SLOT | session-keys PIN WAY | bounds PIN |
//        pair PASSWORD | open | channel PIN COUNT | extension table | extension ACTIVATION-PASSWORD SO-PIN

#define _GNU_SOURCE
#include <dlfcn.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cryptoki_jeton.h"
#include "probe.h"

CK_FUNCTION_LIST_3_2 *functions;

void say(const char *what, CK_RV rv) {
    printf("%s: %#lx\n", what, rv);
    fflush(stdout);
}

void must(const char *what, CK_RV rv) {
    if (rv == CKR_OK) return;
    say(what, rv);
    _exit(1);
}

// MARK: Dying

// The module reaches this one in place of the system's: the process ends before or after the call whose number
// PROBE_KILL_AT says, as by kill -9 at a step of what is being written.
int fsync(int descriptor) {
    static int step = 0;
    const char *text = getenv("PROBE_KILL_AT");
    int last = text ? atoi(text) : 0;
    if (++step == last) kill(getpid(), SIGKILL);
    int result = (int)syscall(SYS_fsync, descriptor);
    if (++step == last) kill(getpid(), SIGKILL);
    return result;
}

// MARK: Initialisation

static CK_RV no_mutex(CK_VOID_PTR mutex) {
    (void)mutex;
    return CKR_OK;
}

static void initialize(void) {
    CK_INFO info;
    CK_C_INITIALIZE_ARGS arguments = {0};
    say("C_GetInfo before", CALL(C_GetInfo, &info));
    say("C_Finalize before", CALL(C_Finalize, NULL));
    arguments.pReserved = &info;
    say("C_Initialize reserved", CALL(C_Initialize, &arguments));
    arguments.pReserved = NULL;
    arguments.LockMutex = no_mutex;
    say("C_Initialize one mutex function", CALL(C_Initialize, &arguments));
    arguments.LockMutex = NULL;
    arguments.flags = CKF_LIBRARY_CANT_CREATE_OS_THREADS;
    say("C_Initialize no threads", CALL(C_Initialize, &arguments));
    say("C_Initialize again", CALL(C_Initialize, NULL));
    say("C_GetInfo", CALL(C_GetInfo, &info));
    printf("version: %d.%d\n", info.cryptokiVersion.major, info.cryptokiVersion.minor);
    say("C_GetInfo null", CALL(C_GetInfo, NULL));
    say("C_Finalize reserved", CALL(C_Finalize, &info));
    say("C_Finalize", CALL(C_Finalize, NULL));
    say("C_Finalize again", CALL(C_Finalize, NULL));
    for (int round = 0; round < 20; round++) {
        must("C_Initialize in turn", CALL(C_Initialize, NULL));
        must("C_Finalize in turn", CALL(C_Finalize, NULL));
    }
    say("C_Initialize at last", CALL(C_Initialize, NULL));
}

// MARK: Zeros

// Calls every function of the table but C_Initialize, C_Finalize and those that wait, with zeros.
static void zeros(void) {
    any_function *entry = (any_function *)((char *)functions + 8);
    for (int state = 0; state < 2; state++) {
        if (state) must("C_Initialize", CALL(C_Initialize, NULL));
        int accepted = 0, refused = 0;
        for (int index = 2; index < 104; index++) {
            CK_FLAGS first = index == 67 ? CKF_DONT_BLOCK : 0;  // C_WaitForSlotEvent
            CK_RV rv = entry[index](first, 0, 0, 0, 0, 0, 0, 0, 0, 0);
            if (rv == CKR_OK) accepted++;
            else refused++;
        }
        printf("state %d: %d accepted, %d refused\n", state, accepted, refused);
    }
}

// MARK: Signing

static CK_SLOT_ID slot;

static CK_SESSION_HANDLE begin(const char *pin, CK_C_INITIALIZE_ARGS *arguments) {
    must("C_Initialize", CALL(C_Initialize, arguments));
    CK_ULONG count = 1;
    must("C_GetSlotList", CALL(C_GetSlotList, CK_TRUE, &slot, &count));
    CK_SESSION_HANDLE session;
    must("C_OpenSession", CALL(C_OpenSession, slot, CKF_SERIAL_SESSION, NULL, NULL, &session));
    must("C_Login", CALL(C_Login, session, CKU_USER, (CK_UTF8CHAR_PTR)pin, strlen(pin)));
    return session;
}

static CK_OBJECT_HANDLE find_key(CK_SESSION_HANDLE session) {
    CK_OBJECT_CLASS class = CKO_PRIVATE_KEY;
    CK_KEY_TYPE type = CKK_EC;
    CK_ATTRIBUTE template[] = {{CKA_CLASS, &class, sizeof class}, {CKA_KEY_TYPE, &type, sizeof type}};
    CK_OBJECT_HANDLE key = 0;
    CK_ULONG count = 0;
    must("C_FindObjectsInit", CALL(C_FindObjectsInit, session, template, 2));
    must("C_FindObjects", CALL(C_FindObjects, session, &key, 1, &count));
    must("C_FindObjectsFinal", CALL(C_FindObjectsFinal, session));
    if (!count) must("find_key", CKR_KEY_HANDLE_INVALID);
    return key;
}

static CK_RV sign(CK_SESSION_HANDLE session, CK_OBJECT_HANDLE key) {
    CK_MECHANISM mechanism = {CKM_ECDSA, NULL, 0};
    CK_BYTE digest[32] = {1}, signature[256];
    CK_ULONG length = sizeof signature;
    CK_RV rv = CALL(C_SignInit, session, &mechanism, key);
    return rv ? rv : CALL(C_Sign, session, digest, sizeof digest, signature, &length);
}

static void in_fork(const char *pin) {
    CK_SESSION_HANDLE session = begin(pin, NULL);
    CK_OBJECT_HANDLE key = find_key(session);
    must("sign", sign(session, key));
    pid_t child = fork();
    if (child == 0) {
        CK_INFO info;
        say("child C_GetInfo", CALL(C_GetInfo, &info));
        say("child C_Finalize", CALL(C_Finalize, NULL));
        CK_SESSION_HANDLE own = begin(pin, NULL);
        say("child sign", sign(own, find_key(own)));
        say("child C_Finalize at last", CALL(C_Finalize, NULL));
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    printf("child ended: %d\n", status);
    say("parent sign", sign(session, key));
}

static atomic_long created, locked, unlocked;

static CK_RV create_mutex(CK_VOID_PTR_PTR mutex) {
    pthread_mutex_t *made = malloc(sizeof *made);
    pthread_mutex_init(made, NULL);
    *mutex = made;
    created++;
    return CKR_OK;
}

static CK_RV lock_mutex(CK_VOID_PTR mutex) {
    locked++;
    return pthread_mutex_lock(mutex) ? CKR_MUTEX_BAD : CKR_OK;
}

static CK_RV unlock_mutex(CK_VOID_PTR mutex) {
    unlocked++;
    return pthread_mutex_unlock(mutex) ? CKR_MUTEX_NOT_LOCKED : CKR_OK;
}

static void with_mutexes(const char *pin) {
    CK_C_INITIALIZE_ARGS arguments = {create_mutex, no_mutex, lock_mutex, unlock_mutex, 0, NULL};
    CK_SESSION_HANDLE session = begin(pin, &arguments);
    must("sign", sign(session, find_key(session)));
    long calls = locked;
    must("C_Finalize", CALL(C_Finalize, NULL));
    printf("mutexes: %ld, balanced: %d, calls at least 8: %d\n", (long)created, locked == unlocked, calls >= 8);
    created = 0;
    arguments.flags = CKF_OS_LOCKING_OK;
    begin(pin, &arguments);
    printf("with the system's locks: %ld\n", (long)created);
}

// MARK: Threads

static atomic_long signatures, failures;
static CK_OBJECT_HANDLE shared_key;
static time_t deadline;

static void *work(void *unused) {
    CK_SESSION_HANDLE session;
    must("C_OpenSession", CALL(C_OpenSession, slot, CKF_SERIAL_SESSION, NULL, NULL, &session));
    do {
        unsigned char digest[EVP_MAX_MD_SIZE];
        unsigned length = 0;
        // The host's own OpenSSL, whose errors are none of the module's.
        if (!EVP_Digest("x", 1, digest, &length, EVP_sha256(), NULL) || ERR_peek_error()) failures++;
        if (sign(session, shared_key) == CKR_OK) signatures++;
        else failures++;
    } while (time(NULL) < deadline);
    must("C_CloseSession", CALL(C_CloseSession, session));
    return unused;
}

static void in_threads(const char *pin, int count, int seconds) {
    pthread_t threads[64];
    CK_SESSION_HANDLE session = begin(pin, NULL);
    shared_key = find_key(session);
    deadline = time(NULL) + seconds;
    for (int index = 0; index < count && index < 64; index++) pthread_create(&threads[index], NULL, work, NULL);
    for (int index = 0; index < count && index < 64; index++) pthread_join(threads[index], NULL);
    printf("signed: %d, failures: %ld\n", signatures >= count, (long)failures);
    fprintf(stderr, "%ld signatures\n", (long)signatures);
}

// MARK: Several cards at once

static struct {
    CK_SLOT_ID slot;
    CK_OBJECT_HANDLE private_key, public_key;
} cards[8];
static CK_ULONG card_count = 8;
static atomic_long signed_on[8];

static CK_OBJECT_HANDLE find_public_key(CK_SESSION_HANDLE session) {
    CK_OBJECT_CLASS class = CKO_PUBLIC_KEY;
    CK_ATTRIBUTE template = {CKA_CLASS, &class, sizeof class};
    CK_OBJECT_HANDLE key = 0;
    CK_ULONG count = 0;
    must("C_FindObjectsInit", CALL(C_FindObjectsInit, session, &template, 1));
    must("C_FindObjects", CALL(C_FindObjects, session, &key, 1, &count));
    must("C_FindObjectsFinal", CALL(C_FindObjectsFinal, session));
    if (!count) must("find_public_key", CKR_KEY_HANDLE_INVALID);
    return key;
}

// Signs on one card; that card's public key verifies it, and no other's does.
static void *work_on_card(void *number) {
    CK_ULONG own = (size_t)number % card_count;
    CK_SESSION_HANDLE sessions[8];
    for (CK_ULONG card = 0; card < card_count; card++)
        must("C_OpenSession", CALL(C_OpenSession, cards[card].slot, CKF_SERIAL_SESSION, NULL, NULL, &sessions[card]));
    CK_MECHANISM mechanism = {CKM_ECDSA, NULL, 0};
    CK_BYTE digest[32] = {(CK_BYTE)(size_t)number}, signature[256];
    do {
        digest[1]++;
        CK_ULONG length = sizeof signature;
        if (CALL(C_SignInit, sessions[own], &mechanism, cards[own].private_key) ||
            CALL(C_Sign, sessions[own], digest, sizeof digest, signature, &length)) {
            failures++;
            continue;
        }
        for (CK_ULONG card = 0; card < card_count; card++) {
            CK_RV expected = card == own ? CKR_OK : CKR_SIGNATURE_INVALID;
            CK_RV rv = CALL(C_VerifyInit, sessions[card], &mechanism, cards[card].public_key);
            if (!rv) rv = CALL(C_Verify, sessions[card], digest, sizeof digest, signature, length);
            if (rv != expected) failures++;
        }
        signed_on[own]++;
    } while (time(NULL) < deadline);
    return NULL;
}

static void on_all_cards(const char *pin, int count, int seconds) {
    CK_SLOT_ID slots[8];
    pthread_t threads[64];
    must("C_Initialize", CALL(C_Initialize, NULL));
    must("C_GetSlotList", CALL(C_GetSlotList, CK_TRUE, slots, &card_count));
    for (CK_ULONG card = 0; card < card_count; card++) {
        CK_SESSION_HANDLE session;
        cards[card].slot = slots[card];
        must("C_OpenSession", CALL(C_OpenSession, slots[card], CKF_SERIAL_SESSION, NULL, NULL, &session));
        must("C_Login", CALL(C_Login, session, CKU_USER, (CK_UTF8CHAR_PTR)pin, strlen(pin)));
        cards[card].private_key = find_key(session);
        cards[card].public_key = find_public_key(session);
    }
    deadline = time(NULL) + seconds;
    for (size_t index = 0; index < (size_t)count && index < 64; index++)
        pthread_create(&threads[index], NULL, work_on_card, (void *)index);
    for (int index = 0; index < count && index < 64; index++) pthread_join(threads[index], NULL);
    printf("signed:");
    for (CK_ULONG card = 0; card < card_count; card++) printf(" %d", signed_on[card] > 0);
    printf(", failures: %ld\n", (long)failures);
    must("C_Finalize", CALL(C_Finalize, NULL));
}

// MARK: Changes

// Makes and destroys keys and data, and changes the PIN there and back, until it is killed; a line for each turn.
static void changes(const char *pin, const char *other) {
    begin(pin, NULL);
    CK_SESSION_HANDLE session;
    must("C_OpenSession", CALL(C_OpenSession, slot, CKF_SERIAL_SESSION | CKF_RW_SESSION, NULL, NULL, &session));
    CK_BBOOL yes = CK_TRUE;
    CK_BYTE curve[] = {0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07}, value[3000];
    CK_OBJECT_CLASS data = CKO_DATA;
    CK_ATTRIBUTE public_key[] = {
        {CKA_TOKEN, &yes, 1}, {CKA_EC_PARAMS, curve, sizeof curve}, {CKA_LABEL, "key", 3}, {CKA_ID, "k", 1}};
    CK_ATTRIBUTE private_key[] = {{CKA_TOKEN, &yes, 1}, {CKA_LABEL, "key", 3}, {CKA_ID, "k", 1}};
    CK_ATTRIBUTE notes[] = {
        {CKA_CLASS, &data, sizeof data},
        {CKA_TOKEN, &yes, 1},
        {CKA_LABEL, "notes", 5},
        {CKA_VALUE, value, sizeof value}};
    CK_MECHANISM mechanism = {CKM_EC_KEY_PAIR_GEN, NULL, 0};
    for (int turn = 0;; turn++) {
        CK_OBJECT_HANDLE keys[2], object;
        must(
            "C_GenerateKeyPair",
            CALL(C_GenerateKeyPair, session, &mechanism, public_key, 4, private_key, 3, &keys[0], &keys[1]));
        memset(value, turn % 2 ? 0x5A : 0xA5, sizeof value);
        must("C_CreateObject", CALL(C_CreateObject, session, notes, 4, &object));
        must(
            "C_SetPIN",
            CALL(C_SetPIN, session, (CK_UTF8CHAR_PTR)pin, strlen(pin), (CK_UTF8CHAR_PTR)other, strlen(other)));
        must(
            "C_SetPIN back",
            CALL(C_SetPIN, session, (CK_UTF8CHAR_PTR)other, strlen(other), (CK_UTF8CHAR_PTR)pin, strlen(pin)));
        for (int half = 0; half < 2; half++) must("C_DestroyObject", CALL(C_DestroyObject, session, keys[half]));
        must("C_DestroyObject of data", CALL(C_DestroyObject, session, object));
        say("turn", (CK_RV)turn);
    }
}

// MARK: Removal

// Reads a line before each step, so that the test can take the card out in between.
static void removal(const char *pin) {
    CK_SESSION_HANDLE session = begin(pin, NULL);
    CK_OBJECT_HANDLE key = find_key(session);
    char line[16];
    say("sign", sign(session, key));
    if (!fgets(line, sizeof line, stdin)) return;
    say("sign without card", sign(session, key));
    say("sign again without card", sign(session, key));
    CK_TOKEN_INFO info;
    say("C_GetTokenInfo without card", CALL(C_GetTokenInfo, slot, &info));
    CK_SLOT_ID event = 99;
    say("C_WaitForSlotEvent", CALL(C_WaitForSlotEvent, 0, &event, NULL));
    if (!fgets(line, sizeof line, stdin)) return;
    for (int tries = 0; tries < 100 && CALL(C_GetTokenInfo, slot, &info) != CKR_OK; tries++) usleep(100000);
    say("C_OpenSession", CALL(C_OpenSession, slot, CKF_SERIAL_SESSION, NULL, NULL, &session));
    say("C_Login", CALL(C_Login, session, CKU_USER, (CK_UTF8CHAR_PTR)pin, strlen(pin)));
    say("sign after recovery", sign(session, find_key(session)));
}

// MARK: Channels

CK_FUNCTION_LIST_EXTENDED *extended;

static void first_slot(void) {
    must("C_Initialize", CALL(C_Initialize, NULL));
    CK_ULONG count = 1;
    must("C_GetSlotList", CALL(C_GetSlotList, CK_TRUE, &slot, &count));
}

// What the module says of why there is no session.
static void say_state(void) {
    JETON_CHANNEL_STATE state = {.ulSizeofThisStructure = sizeof state};
    must("C_EX_SlotManage", extended->C_EX_SlotManage(slot, JETON_MODE_GET_CHANNEL_STATE, &state));
    printf("status: %ld\ntext: %s\nhint: %s\n", state.status, (char *)state.text, (char *)state.hint);
}

static void open_channel(void) {
    CK_SESSION_HANDLE session;
    CK_RV rv = CALL(C_OpenSession, slot, CKF_SERIAL_SESSION, NULL, NULL, &session);
    say("C_OpenSession", rv);
    if (rv) say_state();
}

static void pair(const char *password) {
    first_slot();
    say("C_EX_SetActivationPassword", extended->C_EX_SetActivationPassword(slot, (CK_UTF8CHAR_PTR)password));
    open_channel();
    must("C_Finalize", CALL(C_Finalize, NULL));
}

static void sign_through_channel(const char *pin, int count) {
    CK_SESSION_HANDLE session = begin(pin, NULL);
    CK_OBJECT_HANDLE key = find_key(session);
    int signed_count = 0;
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (int i = 0; i < count; i++) {
        CK_RV rv = sign(session, key);
        if (rv) say("sign", rv);
        else signed_count++;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    must("C_Finalize", CALL(C_Finalize, NULL));
    printf("signed: %d\n", signed_count);
    fprintf(
        stderr, "%.1f signatures/s\n",
        count / ((double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) * 1e-9));
}

int main(int count, char **words) {
    if (count < 3) return 2;
    void *library = dlopen(words[1], RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    CK_C_GetInterface get_interface = (CK_C_GetInterface)dlsym(library, "C_GetInterface");
    CK_INTERFACE_PTR interface = NULL;
    CK_VERSION version = {3, 2};
    must("C_GetInterface", get_interface((CK_UTF8CHAR_PTR) "PKCS 11", &version, &interface, 0));
    functions = interface->pFunctionList;
    CK_C_EX_GetFunctionListExtended get_extended =
        (CK_C_EX_GetFunctionListExtended)dlsym(library, "C_EX_GetFunctionListExtended");
    must("C_EX_GetFunctionListExtended", get_extended(&extended));
    const char *what = words[2], *pin = count > 3 ? words[3] : "";
    if (!strcmp(what, "initialize")) initialize();
    else if (!strcmp(what, "zeros")) zeros();
    else if (!strcmp(what, "fork")) in_fork(pin);
    else if (!strcmp(what, "mutexes")) with_mutexes(pin);
    else if (!strcmp(what, "threads") && count > 5) in_threads(pin, atoi(words[4]), atoi(words[5]));
    else if (!strcmp(what, "cards") && count > 5) on_all_cards(pin, atoi(words[4]), atoi(words[5]));
    else if (!strcmp(what, "changes") && count > 4) changes(pin, words[4]);
    else if (!strcmp(what, "removal")) removal(pin);
    else if (!strcmp(what, "bounds")) bounds(pin);
    else if (!strcmp(what, "session-keys") && count > 4) session_keys(words[4], pin);
    else if (!strcmp(what, "slots")) slots(strtoul(pin, NULL, 10));
    else if (!strcmp(what, "pair")) pair(pin);
    else if (!strcmp(what, "open")) first_slot(), open_channel();
    else if (!strcmp(what, "channel") && count > 4) sign_through_channel(pin, atoi(words[4]));
    else if (!strcmp(what, "extension")) extension(library, words + 3, count - 3);
    else return 2;
    return 0;
}
