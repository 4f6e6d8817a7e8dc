// Makes keys of a session and ends in one of the ways in which a program can.

#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "probe.h"

static CK_SLOT_ID slot;
static CK_SESSION_HANDLE session;

static void generate(CK_MECHANISM_TYPE type, const char *curve, CK_ULONG length) {
    CK_MECHANISM mechanism = {type, NULL, 0};
    CK_BBOOL no = CK_FALSE;
    CK_ATTRIBUTE public_key[] = {{CKA_TOKEN, &no, 1}, {CKA_EC_PARAMS, (void *)curve, length}};
    CK_ATTRIBUTE private_key[] = {{CKA_TOKEN, &no, 1}};
    CK_OBJECT_HANDLE keys[2];
    must(
        "C_GenerateKeyPair",
        CALL(C_GenerateKeyPair, session, &mechanism, public_key, 2, private_key, 1, &keys[0], &keys[1]));
}

void session_keys(const char *way, const char *pin) {
    must("C_Initialize", CALL(C_Initialize, NULL));
    must("C_OpenSession", CALL(C_OpenSession, slot, CKF_SERIAL_SESSION, NULL, NULL, &session));
    must("C_Login", CALL(C_Login, session, CKU_USER, (CK_UTF8CHAR_PTR)pin, strlen(pin)));
    generate(CKM_EC_KEY_PAIR_GEN, "\x06\x08\x2A\x86\x48\xCE\x3D\x03\x01\x07", 10);
    generate(
        CKM_EC_EDWARDS_KEY_PAIR_GEN,
        "\x13\x0C"
        "edwards25519",
        14);
    say("made", CKR_OK);
    char line[16];
    if (!fgets(line, sizeof line, stdin)) exit(1);
    if (!strncmp(way, "logout", 6)) say("C_Logout", CALL(C_Logout, session));
    if (strstr(way, "close-all")) say("C_CloseAllSessions", CALL(C_CloseAllSessions, slot));
    else if (strstr(way, "close")) say("C_CloseSession", CALL(C_CloseSession, session));
    if (strstr(way, "finalize")) say("C_Finalize", CALL(C_Finalize, NULL));
    if (!strcmp(way, "fork")) {
        // A child that exits leaves its parent's keys alone.
        pid_t child = fork();
        if (child == 0) exit(0);
        waitpid(child, NULL, 0);
        say("child ended", CKR_OK);
        if (!fgets(line, sizeof line, stdin)) exit(1);
    }
    if (!strcmp(way, "kill")) kill(getpid(), SIGKILL);
    if (!strcmp(way, "exit") || !strcmp(way, "fork")) exit(0);
    // Whatever is left now is not the work of the exit.
    _exit(0);
}
