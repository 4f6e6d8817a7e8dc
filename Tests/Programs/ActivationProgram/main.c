// A developer's program that opens a token with a secure channel: it finds the token whose serial number is part of the
// reader's name, sets the activation password if the token is not activated yet, and checks that a session opens.
// Every step is a line; the first that fails ends the program with exit code 1.
//
// usage: activation-program MODULE READER PASSWORD
//
// READER is the reader's name, or just the serial number: in decimal as readers carry it, or in hexadecimal as
// CK_TOKEN_INFO has it.

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cryptoki.h"
#include "cryptoki_rutoken.h"

enum { MOST_SLOTS = 64 };

static CK_FUNCTION_LIST_PTR functions;
static CK_FUNCTION_LIST_EXTENDED_PTR extended;
static int initialized;

static void step(const char *name) { printf("%s", name); }

static void done(void) {
    printf(" -> OK\n");
    fflush(stdout);
}

static void finish(void) {
    step("Finalizing library");
    CK_RV rv = functions->C_Finalize(NULL);
    initialized = 0;
    if (rv == CKR_OK) {
        done();
    } else {
        printf(" -> Failed (%#lx)\n", rv);
        exit(1);
    }
}

static _Noreturn void fail(const char *reason) {
    printf(" -> Failed (%s)\n", reason);
    if (initialized) finish();
    exit(1);
}

static void check(CK_RV rv) {
    if (rv == CKR_OK) {
        done();
        return;
    }
    char number[32];
    snprintf(number, sizeof number, "%#lx", rv);
    fail(number);
}

static void load(const char *path) {
    step("Loading library");
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) fail("dlopen");
    done();
    step("Getting function list");
    CK_C_GetFunctionList get = (CK_C_GetFunctionList)dlsym(library, "C_GetFunctionList");
    if (get == NULL) fail("no C_GetFunctionList");
    check(get(&functions));
    step("Getting extended function list");
    CK_C_EX_GetFunctionListExtended get_extended =
        (CK_C_EX_GetFunctionListExtended)dlsym(library, "C_EX_GetFunctionListExtended");
    if (get_extended == NULL) fail("no C_EX_GetFunctionListExtended");
    check(get_extended(&extended));
}

// The serial number, which is up to 16 hexadecimal digits and blanks, as number; 0 for anything else.
static unsigned long long serial_number(const CK_TOKEN_INFO *info, char digits[17]) {
    memcpy(digits, info->serialNumber, 16);
    digits[16] = 0;
    for (int i = 15; i >= 0 && (digits[i] == ' ' || digits[i] == 0); i--) digits[i] = 0;
    char *end = NULL;
    unsigned long long number = strtoull(digits, &end, 16);
    return end != digits && *end == 0 ? number : 0;
}

static CK_SLOT_ID find(const char *reader) {
    CK_SLOT_ID slots[MOST_SLOTS];
    CK_ULONG count = MOST_SLOTS;
    step("Getting slots");
    check(functions->C_GetSlotList(CK_TRUE, slots, &count));
    for (CK_ULONG i = 0; i < count; i++) {
        CK_TOKEN_INFO info;
        char hexadecimal[17], decimal[24];
        step("Getting token info");
        check(functions->C_GetTokenInfo(slots[i], &info));
        unsigned long long number = serial_number(&info, hexadecimal);
        if (number == 0) continue;
        snprintf(decimal, sizeof decimal, "%llu", number);
        printf("%s = %s\n", hexadecimal, decimal);
        if (strstr(reader, decimal) != NULL || strcmp(reader, hexadecimal) == 0) return slots[i];
    }
    step("Finding the token");
    fail("no token of this reader");
}

int main(int count, char **words) {
    if (count != 4) return 2;
    load(words[1]);
    step("Initializing library");
    CK_RV rv = functions->C_Initialize(NULL);
    initialized = rv == CKR_OK;
    check(rv);
    CK_SLOT_ID slot = find(words[2]);
    CK_SESSION_HANDLE session = 0;
    step("Trying to open session");
    rv = functions->C_OpenSession(slot, CKF_SERIAL_SESSION, NULL, NULL, &session);
    if (rv == CKR_OK) {
        done();
        printf("Token is valid\n");
    } else if (rv == CKR_FUNCTION_NOT_SUPPORTED) {
        printf(" -> OK (%#lx)\n", rv);
        step("Setting activation password");
        if (extended->C_EX_SetActivationPassword == NULL) fail("no C_EX_SetActivationPassword");
        check(extended->C_EX_SetActivationPassword(slot, (CK_UTF8CHAR_PTR)words[3]));
        step("Checking session");
        check(functions->C_OpenSession(slot, CKF_SERIAL_SESSION, NULL, NULL, &session));
    } else {
        check(rv);
    }
    step("Closing session");
    check(functions->C_CloseSession(session));
    finish();
    return 0;
}
