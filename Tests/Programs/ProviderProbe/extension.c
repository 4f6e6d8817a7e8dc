// Rutoken's extension as a C program uses it: the table of 34 functions, sizes that are negotiated, exact codes.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "probe.h"

#define EXTENDED(name, ...) (extended->name(__VA_ARGS__))

static CK_SESSION_HANDLE officer(CK_SLOT_ID slot, const char *pin) {
    CK_SESSION_HANDLE session = 0;
    must("C_OpenSession", CALL(C_OpenSession, slot, CKF_SERIAL_SESSION | CKF_RW_SESSION, NULL, NULL, &session));
    must("C_Login", CALL(C_Login, session, CKU_SO, (CK_UTF8CHAR_PTR)pin, strlen(pin)));
    return session;
}

// Every name of the table is exported, and is the function of its place by what it answers to zeros.
static void table(void *library) {
    static const char *const names[] = {
#define NAME(name) #name,
        CCK_FUNCTIONS_EXTENDED_2014(NAME) CCK_FUNCTIONS_EXTENDED_2017(NAME) CCK_FUNCTIONS_EXTENDED_2026(NAME)
#undef NAME
    };
    int places = 0, exported = 0, alike = 0;
    any_function *entry = (any_function *)((char *)extended + 8);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        any_function named = (any_function)dlsym(library, names[i]);
        places += entry[i] != NULL;
        exported += named != NULL;
        if (entry[i] && named) alike += entry[i](0, 0, 0, 0, 0, 0, 0, 0, 0, 0) == named(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }
    printf(
        "version %d.%d, %d places, %d exported, %d alike\n", extended->version.major, extended->version.minor, places,
        exported, alike);
}

static void token_information(CK_SLOT_ID slot) {
    static const CK_ULONG sizes[] = {0, 112, 200, 208, 256, 288};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        CK_TOKEN_INFO_EXTENDED info[2];
        memset(info, 0xAA, sizeof info);
        info[0].ulSizeofThisStructure = sizes[i];
        CK_RV rv = EXTENDED(C_EX_GetTokenInfoExtended, slot, info);
        size_t written = 0;
        for (size_t k = 8; k < sizeof info; k++)
            if (((unsigned char *)info)[k] != 0xAA) written = k + 1;
        printf("size %lu: %#lx, then %lu, written %zu\n", sizes[i], rv, info[0].ulSizeofThisStructure, written);
    }
}

static void without_login(CK_SLOT_ID slot) {
    CK_SESSION_HANDLE session = 0;
    CK_ULONG size = 0;
    CK_BYTE key[32] = {0};
    must("C_OpenSession", CALL(C_OpenSession, slot, CKF_SERIAL_SESSION, NULL, NULL, &session));
    say("generate", EXTENDED(C_EX_GenerateActivationPassword, session, 1, NULL, &size, CAPS_AND_DIGITS));
    say("unblock", EXTENDED(C_EX_UnblockUserPIN, session));
    say("new keys", EXTENDED(C_EX_TokenManage, session, 0x80000001UL, NULL));
    say("power off", EXTENDED(C_EX_TokenManage, session, 1, &size));
    say("load key", EXTENDED(C_EX_LoadActivationKey, session, key, sizeof key));
    say("load key, no session", EXTENDED(C_EX_LoadActivationKey, session + 99, key, sizeof key));
    say("drive, no slot", EXTENDED(C_EX_GetDriveSize, 99, &size));
    say("drive", EXTENDED(C_EX_GetDriveSize, slot, &size));
    CK_LOCAL_PIN_INFO pin = {.ulPinID = 3};
    say("local PIN", EXTENDED(C_EX_SlotManage, slot, MODE_GET_LOCAL_PIN_INFO, &pin));
    pin.ulPinID = 32;
    say("no local PIN", EXTENDED(C_EX_SlotManage, slot, MODE_GET_LOCAL_PIN_INFO, &pin));
    CK_USER_TYPE user = CKU_USER;
    say("PIN to be changed", EXTENDED(C_EX_SlotManage, slot, MODE_GET_PIN_SET_TO_BE_CHANGED, &user));
    user = 2;
    say("no such user", EXTENDED(C_EX_SlotManage, slot, MODE_GET_PIN_SET_TO_BE_CHANGED, &user));
    must("C_CloseSession", CALL(C_CloseSession, session));
}

static void passwords(CK_SESSION_HANDLE session) {
    CK_UTF8CHAR password[64];
    CK_ULONG size = 7;
    memset(password, 0, sizeof password);
    say("no size", EXTENDED(C_EX_GenerateActivationPassword, session, 2, password, NULL, CAPS_AND_DIGITS));
    say("capitals only", EXTENDED(C_EX_GenerateActivationPassword, session, 2, NULL, &size, CAPS_ONLY));
    say("number 7", EXTENDED(C_EX_GenerateActivationPassword, session, 7, NULL, &size, CAPS_AND_DIGITS));
    say("size", EXTENDED(C_EX_GenerateActivationPassword, session, 2, NULL, &size, CAPS_AND_DIGITS));
    printf("size is %lu\n", size);
    size--;
    say("one too few", EXTENDED(C_EX_GenerateActivationPassword, session, 2, password, &size, CAPS_AND_DIGITS));
    printf("size is %lu, nothing written: %d\n", size, password[0] == 0);
    size = sizeof password;
    say("made", EXTENDED(C_EX_GenerateActivationPassword, session, 2, password, &size, CAPS_AND_DIGITS));
    size_t fit = strspn((char *)password, "ABCDEFGHIJKLMNPQRSTUVWXYZ123456789");
    printf("size is %lu, of the alphabet: %zu, a NUL behind: %d\n", size, fit, password[size] == 0);
    printf("password %.*s\n", (int)size, password);
}

static void format(CK_SLOT_ID slot, const char *pin) {
    CK_RUTOKEN_INIT_PARAM parameters = {
        .ulSizeofThisStructure = sizeof parameters,
        .pNewAdminPin = (CK_BYTE_PTR) "11111111",
        .ulNewAdminPinLen = 8,
        .pNewUserPin = (CK_BYTE_PTR) "222222",
        .ulNewUserPinLen = 6,
        .ChangeUserPINPolicy = TOKEN_FLAGS_ADMIN_CHANGE_USER_PIN | TOKEN_FLAGS_USER_CHANGE_USER_PIN,
        .ulMinAdminPinLen = 6,
        .ulMinUserPinLen = 6,
        .ulMaxAdminRetryCount = 7,
        .ulMaxUserRetryCount = 5,
        .pTokenLabel = (CK_CHAR_PTR) "formatted",
        .ulLabelLen = 9,
        .ulSmMode = 3,
    };
    CK_UTF8CHAR_PTR present = (CK_UTF8CHAR_PTR)pin;
    CK_ULONG length = strlen(pin);
    say("no parameters", EXTENDED(C_EX_InitToken, slot, present, length, NULL));
#define REFUSED(member, value, what)                                          \
    do {                                                                      \
        CK_RUTOKEN_INIT_PARAM changed = parameters;                           \
        changed.member = value;                                               \
        say(what, EXTENDED(C_EX_InitToken, slot, present, length, &changed)); \
    } while (0)
    REFUSED(ulSizeofThisStructure, 104, "short structure");
    REFUSED(ChangeUserPINPolicy, TOKEN_FLAGS_USER_CHANGE_USER_PIN, "policy of the user alone");
    REFUSED(ulMinUserPinLen, 7, "longer PINs");
    REFUSED(ulMaxAdminRetryCount, 2, "two tries");
    REFUSED(ulMaxUserRetryCount, 11, "eleven tries");
    REFUSED(ulSmMode, 4, "mode 4");
    REFUSED(ulNewUserPinLen, 5, "short PIN");
    REFUSED(pNewUserPin, (CK_BYTE_PTR) "letter", "letters");
    REFUSED(pNewAdminPin, NULL, "no SO PIN");
    REFUSED(UseRepairMode, 1, "repair of a token that is not locked");
    CK_SESSION_HANDLE session = 0;
    must("C_OpenSession", CALL(C_OpenSession, slot, CKF_SERIAL_SESSION, NULL, NULL, &session));
    say("a session is open", EXTENDED(C_EX_InitToken, slot, present, length, &parameters));
    must("C_CloseSession", CALL(C_CloseSession, session));
    say("wrong SO PIN", EXTENDED(C_EX_InitToken, slot, (CK_UTF8CHAR_PTR) "99999999", 8, &parameters));
    say("formatted", EXTENDED(C_EX_InitToken, slot, present, length, &parameters));
    CK_TOKEN_INFO_EXTENDED info = {.ulSizeofThisStructure = sizeof info};
    must("C_EX_GetTokenInfoExtended", EXTENDED(C_EX_GetTokenInfoExtended, slot, &info));
    printf(
        "tries: SO %lu of %lu, user %lu of %lu; flags %#lx\n", info.ulAdminRetryCountLeft, info.ulMaxAdminRetryCount,
        info.ulUserRetryCountLeft, info.ulMaxUserRetryCount, info.flags);
    session = officer(slot, "11111111");
    must("C_Logout", CALL(C_Logout, session));
    say("user's login", CALL(C_Login, session, CKU_USER, (CK_UTF8CHAR_PTR) "222222", 6));
    must("C_CloseSession", CALL(C_CloseSession, session));
}

static void unblock(CK_SLOT_ID slot) {
    CK_SESSION_HANDLE session = 0;
    must("C_OpenSession", CALL(C_OpenSession, slot, CKF_SERIAL_SESSION | CKF_RW_SESSION, NULL, NULL, &session));
    CK_RV rv = CKR_OK;
    for (int i = 0; i < 5; i++) rv = CALL(C_Login, session, CKU_USER, (CK_UTF8CHAR_PTR) "999999", 6);
    say("fifth wrong PIN", rv);
    say("locked", CALL(C_Login, session, CKU_USER, (CK_UTF8CHAR_PTR) "222222", 6));
    must("C_CloseSession", CALL(C_CloseSession, session));
    session = officer(slot, "11111111");
    say("unblock", EXTENDED(C_EX_UnblockUserPIN, session));
    must("C_Logout", CALL(C_Logout, session));
    say("the old PIN", CALL(C_Login, session, CKU_USER, (CK_UTF8CHAR_PTR) "222222", 6));
    must("C_CloseSession", CALL(C_CloseSession, session));
}

static void token_name(CK_SLOT_ID slot) {
    CK_CHAR name[64], longest[] = "A name as long as there can be 32";
    CK_ULONG size = 99;
    memset(name, 0xAA, sizeof name);
    CK_SESSION_HANDLE session = 0;
    must("C_OpenSession", CALL(C_OpenSession, slot, CKF_SERIAL_SESSION, NULL, NULL, &session));
    say("no size", EXTENDED(C_EX_GetTokenName, session, name, NULL));
    say("size", EXTENDED(C_EX_GetTokenName, session, NULL, &size));
    printf("size is %lu\n", size--);
    say("one too few", EXTENDED(C_EX_GetTokenName, session, name, &size));
    printf("size is %lu, nothing written: %d\n", size, name[0] == 0xAA);
    say("name", EXTENDED(C_EX_GetTokenName, session, name, &size));
    printf("'%.*s', no NUL behind: %d\n", (int)size, name, name[size] == 0xAA);
    say("read-only", EXTENDED(C_EX_SetTokenName, session, longest, 5));
    must("C_CloseSession", CALL(C_CloseSession, session));
    session = officer(slot, "11111111");
    say("security officer", EXTENDED(C_EX_SetTokenName, session, longest, 5));
    must("C_Logout", CALL(C_Logout, session));
    say("nobody", EXTENDED(C_EX_SetTokenName, session, longest, 5));
    must("C_Login", CALL(C_Login, session, CKU_USER, (CK_UTF8CHAR_PTR) "222222", 6));
    say("no name", EXTENDED(C_EX_SetTokenName, session, NULL, 5));
    say("33 octets", EXTENDED(C_EX_SetTokenName, session, longest, 33));
    say("32 octets", EXTENDED(C_EX_SetTokenName, session, longest, 32));
    size = sizeof name;
    say("name", EXTENDED(C_EX_GetTokenName, session, name, &size));
    printf("'%.*s'\n", (int)size, name);
    must("C_CloseSession", CALL(C_CloseSession, session));
}

static void feature(CK_SLOT_ID slot) {
    CK_SESSION_HANDLE session = 0;
    must("C_OpenSession", CALL(C_OpenSession, slot, CKF_SERIAL_SESSION, NULL, NULL, &session));
    CK_OBJECT_HANDLE found[64];
    CK_ULONG count = 0, hidden = 0;
    CK_OBJECT_CLASS class = CKO_HW_FEATURE;
    CK_HW_FEATURE_TYPE type = CKH_VENDOR_TOKEN_INFO;
    CK_ATTRIBUTE wanted[] = {{CKA_CLASS, &class, sizeof class}, {CKA_HW_FEATURE_TYPE, &type, sizeof type}};
    must("C_FindObjectsInit", CALL(C_FindObjectsInit, session, wanted, 2));
    must("C_FindObjects", CALL(C_FindObjects, session, found, 64, &count));
    must("C_FindObjectsFinal", CALL(C_FindObjectsFinal, session));
    printf("features: %lu\n", count);
    CK_OBJECT_HANDLE object = found[0];
    must("C_FindObjectsInit", CALL(C_FindObjectsInit, session, NULL, 0));
    must("C_FindObjects", CALL(C_FindObjects, session, found, 64, &count));
    must("C_FindObjectsFinal", CALL(C_FindObjectsFinal, session));
    for (CK_ULONG i = 0; i < count; i++) hidden += found[i] == object;
    printf("in a search for all: %lu\n", hidden);
    CK_BBOOL available = 9;
    CK_ULONG mode = 99, modes[4] = {99, 99, 99, 99}, way = 0;
    CK_UTF8CHAR model[64] = {0};
    CK_ATTRIBUTE values[] = {
        {CKA_VENDOR_SECURE_MESSAGING_AVAILABLE, &available, sizeof available},
        {CKA_VENDOR_CURRENT_SECURE_MESSAGING_MODE, &mode, sizeof mode},
        {CKA_VENDOR_SUPPORTED_SECURE_MESSAGING_MODES, modes, sizeof modes},
        {CKA_VENDOR_CURRENT_TOKEN_INTERFACE, &way, sizeof way},
        {CKA_VENDOR_MODEL_NAME, model, sizeof model},
    };
    say("attributes", CALL(C_GetAttributeValue, session, object, values, 5));
    printf("available %d, mode %lu, modes", available, mode);
    for (CK_ULONG i = 0; i < values[2].ulValueLen / sizeof *modes; i++) printf(" %lu", modes[i]);
    printf(", interface unknown: %d, model '%s'\n", way == ~0UL, model);
    must("C_CloseSession", CALL(C_CloseSession, session));
}

void extension(void *library, char **words, int count) {
    CK_C_EX_GetFunctionListExtended get =
        (CK_C_EX_GetFunctionListExtended)dlsym(library, "C_EX_GetFunctionListExtended");
    say("no list", get(NULL));
    must("C_EX_GetFunctionListExtended", get(&extended));
    const char *what = count ? words[0] : "", *pin = count > 1 ? words[1] : "";
    CK_TOKEN_INFO_EXTENDED info = {.ulSizeofThisStructure = sizeof info};
    say("before C_Initialize", EXTENDED(C_EX_GetTokenInfoExtended, 0, &info));
    must("C_Initialize", CALL(C_Initialize, NULL));
    CK_SLOT_ID slots[8];
    CK_ULONG slot_count = 8;
    must("C_GetSlotList", CALL(C_GetSlotList, CK_TRUE, slots, &slot_count));
    CK_SLOT_ID slot = slots[0];
    if (!strcmp(what, "table")) {
        table(library);
        token_information(slot);
        return;
    }
    if (*what) must("C_EX_SetActivationPassword", EXTENDED(C_EX_SetActivationPassword, slot, (CK_UTF8CHAR_PTR)what));
    without_login(slot);
    feature(slot);
    CK_SESSION_HANDLE session = officer(slot, pin);
    passwords(session);
    must("C_CloseSession", CALL(C_CloseSession, session));
    format(slot, pin);
    unblock(slot);
    token_name(slot);
    session = officer(slot, "11111111");
    say("new keys", EXTENDED(C_EX_TokenManage, session, 0x80000001UL, NULL));
    CK_SESSION_INFO gone;
    say("its session", CALL(C_GetSessionInfo, session, &gone));
    say("another session", CALL(C_OpenSession, slot, CKF_SERIAL_SESSION, NULL, NULL, &session));
    must("C_Finalize", CALL(C_Finalize, NULL));
}
