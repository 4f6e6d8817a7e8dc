// Slots that are used by their identifiers alone, as libp11 and SunPKCS11 use them.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "probe.h"

static void say_name(const char *what, CK_SLOT_ID slot) {
    CK_SLOT_INFO info;
    CK_RV rv = CALL(C_GetSlotInfo, slot, &info);
    if (rv) {
        say(what, rv);
        return;
    }
    int length = sizeof info.slotDescription;
    while (length > 0 && info.slotDescription[length - 1] == ' ') length--;
    printf("%s: %.*s\n", what, length, info.slotDescription);
    fflush(stdout);
}

// Every function that takes a slot, each the first call after C_Initialize.
static void without_list(CK_SLOT_ID slot) {
    for (int call = 0; call < 6; call++) {
        must("C_Initialize", CALL(C_Initialize, NULL));
        CK_SLOT_INFO slot_info;
        CK_TOKEN_INFO token_info;
        CK_MECHANISM_INFO mechanism_info;
        CK_ULONG count = 0;
        CK_SESSION_HANDLE session;
        switch (call) {
        case 0: say("C_GetSlotInfo", CALL(C_GetSlotInfo, slot, &slot_info)); break;
        case 1: say("C_GetTokenInfo", CALL(C_GetTokenInfo, slot, &token_info)); break;
        case 2: say("C_GetMechanismList", CALL(C_GetMechanismList, slot, NULL, &count)); break;
        case 3: say("C_GetMechanismInfo", CALL(C_GetMechanismInfo, slot, CKM_ECDSA, &mechanism_info)); break;
        case 4: say("C_OpenSession", CALL(C_OpenSession, slot, CKF_SERIAL_SESSION, NULL, NULL, &session)); break;
        default: say("C_CloseAllSessions", CALL(C_CloseAllSessions, slot)); break;
        }
        must("C_Finalize", CALL(C_Finalize, NULL));
    }
}

// Waits for a line between two initializations, so that the test can add a card.
void slots(CK_SLOT_ID slot) {
    without_list(slot);
    must("C_Initialize", CALL(C_Initialize, NULL));
    say_name("before", slot);
    say_name("unknown", 4711);
    must("C_Finalize", CALL(C_Finalize, NULL));
    char line[16];
    if (!fgets(line, sizeof line, stdin)) return;
    must("C_Initialize", CALL(C_Initialize, NULL));
    say_name("after", slot);
    say_name("new", slot + 1);
    pid_t child = fork();
    if (child == 0) {
        must("C_Initialize", CALL(C_Initialize, NULL));
        say_name("child", slot);
        must("C_Finalize", CALL(C_Finalize, NULL));
        _exit(0);
    }
    waitpid(child, NULL, 0);
    must("C_Finalize", CALL(C_Finalize, NULL));
}
