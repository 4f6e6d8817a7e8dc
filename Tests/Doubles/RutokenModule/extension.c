#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rutoken.h"

// MARK: Activation

static CK_RV set_password(token *t, const char *password) {
    if (t->answer != CKR_OK) {
        return t->answer;
    }
    if (t->password[0] == 0) {
        return CKR_FUNCTION_NOT_SUPPORTED;
    }
    if (t->tries_left == 0) {
        return CKR_PIN_LOCKED;
    }
    if (strcmp(t->password, password) == 0) {
        t->paired = true;
        t->tries_left = t->tries;
    } else {
        t->tries_left--;
    }
    write_state();
    return t->paired ? CKR_OK : CKR_SM_PASSWORD_INVALID;
}

EXPORTED CK_RV C_EX_SetActivationPassword(CK_SLOT_ID slot, CK_UTF8CHAR_PTR password) {
    CK_RV rv = enter();
    token *t = token_in(slot);
    if (rv == CKR_OK && (t == NULL || password == NULL)) {
        rv = t == NULL ? missing_token(slot) : CKR_ARGUMENTS_BAD;
    }
    if (rv == CKR_OK) {
        usleep((useconds_t)t->milliseconds * 1000);
        while (t->hangs) {
            pause();
        }
        rv = set_password(t, (const char *)password);
    }
    return leave("C_EX_SetActivationPassword", rv);
}

EXPORTED CK_RV C_EX_LoadActivationKey(CK_SESSION_HANDLE handle, CK_BYTE_PTR key, CK_ULONG size) {
    CK_RV rv = enter();
    const session *s = session_of(handle);
    if (rv == CKR_OK) {
        rv = s == NULL                               ? CKR_SESSION_HANDLE_INVALID
            : library.tokens[s->slot].user != CKU_SO ? CKR_USER_NOT_LOGGED_IN
            : key == NULL || size != 32              ? CKR_ARGUMENTS_BAD
                                                     : CKR_OK;
    }
    return leave("C_EX_LoadActivationKey", rv);
}

// Passwords are made of what the number and the set tell, so that a test knows them.
EXPORTED_2017 CK_RV C_EX_GenerateActivationPassword(
    CK_SESSION_HANDLE handle, CK_ULONG number, CK_UTF8CHAR_PTR password, CK_ULONG_PTR size, CK_ULONG characters) {
    CK_RV rv = enter();
    const session *s = session_of(handle);
    if (rv == CKR_OK) {
        rv = s == NULL                               ? CKR_SESSION_HANDLE_INVALID
            : library.tokens[s->slot].user != CKU_SO ? CKR_USER_NOT_LOGGED_IN
            : number > 6 || characters > CAPS_ONLY   ? CKR_ARGUMENTS_BAD
                                                     : CKR_OK;
    }
    if (rv == CKR_OK) {
        char made[17] = "PASSWORDOFTOKENX";
        made[15] = (char)(characters == CAPS_ONLY ? 'A' + number : '1' + number);
        // The NUL at the end is counted, as the vendor counts it in other texts.
        rv = deliver(made, sizeof made, password, size);
    }
    return leave("C_EX_GenerateActivationPassword", rv);
}

// MARK: The token

EXPORTED CK_RV C_EX_GetTokenInfoExtended(CK_SLOT_ID slot, CK_TOKEN_INFO_EXTENDED *out) {
    CK_RV rv = enter();
    const token *t = token_in(slot);
    if (rv == CKR_OK && t == NULL) {
        rv = missing_token(slot);
    }
    // A newer library takes the older, smaller structure too, and a larger one than it knows; an older library only
    // its own.
    CK_ULONG asked = rv == CKR_OK ? out->ulSizeofThisStructure : 0;
    bool is_known = library.extended_size == 208 ? asked == 208 : asked == 208 || asked >= library.extended_size;
    if (rv == CKR_OK && !is_known) {
        rv = CKR_ARGUMENTS_BAD;
    }
    if (rv == CKR_OK) {
        CK_TOKEN_INFO_EXTENDED info = {
            .ulSizeofThisStructure = asked == 208 ? 208 : library.extended_size,
            .ulTokenType = t->type,
            .ulProtocolNumber = 5,
            .ulMicrocodeNumber = 21,
            .flags = TOKEN_FLAGS_USER_CHANGE_USER_PIN | TOKEN_FLAGS_SUPPORT_SECURE_MESSAGING,
            .ulMaxAdminPinLen = 32,
            .ulMinAdminPinLen = 6,
            .ulMaxUserPinLen = 32,
            .ulMinUserPinLen = 6,
            .ulMaxAdminRetryCount = 10,
            .ulAdminRetryCountLeft = 10,
            .ulMaxUserRetryCount = 10,
            .ulUserRetryCountLeft = 9,
            .ulTotalMemory = 131072,
            .ulFreeMemory = 65536,
            .ATR = {0x3B, 0x8B, 0x01},
            .ulATRLen = 3,
            .ulTokenClass = TOKEN_CLASS_ECP_BT,
            .ulBatteryVoltage = 4100,
            .ulBatteryPercentage = CK_UNAVAILABLE_INFORMATION,
            .ulBatteryFlags = CK_UNAVAILABLE_INFORMATION,
        };
        unsigned long long serial = strtoull(t->serial, NULL, 16);
        for (int i = 0; i < 8; i++) {
            info.serialNumber[i] = (CK_BYTE)(serial >> (56 - 8 * i));
        }
        memcpy(out, &info, info.ulSizeofThisStructure);
    }
    return leave("C_EX_GetTokenInfoExtended", rv);
}

EXPORTED CK_RV C_EX_GetTokenName(CK_SESSION_HANDLE handle, CK_CHAR_PTR name, CK_ULONG_PTR length) {
    CK_RV rv = enter();
    const session *s = session_of(handle);
    if (rv == CKR_OK && s == NULL) {
        rv = CKR_SESSION_HANDLE_INVALID;
    }
    if (rv == CKR_OK) {
        const char *label = library.tokens[s->slot].label;
        label = label[0] != 0 ? label : "Rutoken ECP <no label>";
        rv = deliver(label, strlen(label), name, length);
    }
    return leave("C_EX_GetTokenName", rv);
}

EXPORTED CK_RV C_EX_SetTokenName(CK_SESSION_HANDLE handle, CK_CHAR_PTR name, CK_ULONG length) {
    CK_RV rv = enter();
    const session *s = session_of(handle);
    if (rv == CKR_OK) {
        rv = s == NULL                                 ? CKR_SESSION_HANDLE_INVALID
            : (s->flags & CKF_RW_SESSION) == 0         ? CKR_SESSION_READ_ONLY
            : library.tokens[s->slot].user != CKU_USER ? CKR_USER_NOT_LOGGED_IN
            : length > 255                             ? CKR_ARGUMENTS_BAD
                                                       : CKR_OK;
    }
    if (rv == CKR_OK) {
        memcpy(library.tokens[s->slot].label, name, length);
        library.tokens[s->slot].label[length] = 0;
    }
    return leave("C_EX_SetTokenName", rv);
}

EXPORTED CK_RV C_EX_UnblockUserPIN(CK_SESSION_HANDLE handle) {
    CK_RV rv = enter();
    const session *s = session_of(handle);
    if (rv == CKR_OK) {
        rv = s == NULL                               ? CKR_SESSION_HANDLE_INVALID
            : library.tokens[s->slot].user != CKU_SO ? CKR_USER_NOT_LOGGED_IN
                                                     : CKR_OK;
    }
    return leave("C_EX_UnblockUserPIN", rv);
}

static CK_RV format(token *t, const CK_UTF8CHAR *pin, CK_ULONG length, const CK_RUTOKEN_INIT_PARAM *parameters) {
    if (parameters->ulSizeofThisStructure != sizeof *parameters || parameters->ulSmMode > 3 ||
        parameters->ulNewAdminPinLen >= sizeof t->so_pin || parameters->ulNewUserPinLen >= sizeof t->user_pin ||
        parameters->ulLabelLen >= sizeof t->label) {
        return CKR_ARGUMENTS_BAD;
    }
    for (int i = 0; i < SESSIONS; i++) {
        if (sessions[i].open && &library.tokens[sessions[i].slot] == t) {
            return CKR_SESSION_EXISTS;
        }
    }
    if (strlen(t->so_pin) != length || memcmp(t->so_pin, pin, length) != 0) {
        return CKR_PIN_INCORRECT;
    }
    memcpy(t->so_pin, parameters->pNewAdminPin, parameters->ulNewAdminPinLen);
    t->so_pin[parameters->ulNewAdminPinLen] = 0;
    memcpy(t->user_pin, parameters->pNewUserPin, parameters->ulNewUserPinLen);
    t->user_pin[parameters->ulNewUserPinLen] = 0;
    memcpy(t->label, parameters->pTokenLabel, parameters->ulLabelLen);
    t->label[parameters->ulLabelLen] = 0;
    t->paired = parameters->ulSmMode < 2;
    write_state();
    return CKR_OK;
}

EXPORTED CK_RV
C_EX_InitToken(CK_SLOT_ID slot, CK_UTF8CHAR_PTR pin, CK_ULONG length, CK_RUTOKEN_INIT_PARAM *parameters) {
    CK_RV rv = enter();
    token *t = token_in(slot);
    if (rv == CKR_OK) {
        rv = t == NULL ? missing_token(slot) : format(t, pin, length, parameters);
    }
    return leave("C_EX_InitToken", rv);
}

// The two local PINs above 31 are Jeton's own, tries left and seconds to wait, and so is the mode that ends a pairing.
// The vendor knows local PINs 3 to 31, and modes up to 7.
EXPORTED_2017 CK_RV C_EX_SlotManage(CK_SLOT_ID slot, CK_ULONG mode, CK_VOID_PTR value) {
    CK_RV rv = enter();
    token *t = token_in(slot);
    bool ends = mode == 0x80000001UL && library.has_counters;
    if (rv == CKR_OK) {
        rv = t == NULL ? missing_token(slot) : mode != MODE_GET_LOCAL_PIN_INFO && !ends ? CKR_ARGUMENTS_BAD : CKR_OK;
    }
    if (rv == CKR_OK && ends) {
        t->paired = false;
        write_state();
    } else if (rv == CKR_OK) {
        CK_LOCAL_PIN_INFO *info = value;
        CK_ULONG counter = info->ulPinID == 0x80000001UL ? t->tries_left : t->seconds;
        bool is_own = info->ulPinID == 0x80000001UL || info->ulPinID == 0x80000002UL;
        if (is_own && library.has_counters) {
            *info = (CK_LOCAL_PIN_INFO){info->ulPinID, 12, 17, t->tries, counter, 0};
        } else {
            rv = info->ulPinID >= 3 && info->ulPinID <= 31 ? CKR_DEVICE_ERROR : CKR_ARGUMENTS_BAD;
        }
    }
    return leave("C_EX_SlotManage", rv);
}

// MARK: Table

// What pairing does not use is there under its name and says that it is not supported.
#define REFUSED(exported, name) \
    exported CK_RV name(void) { return CKR_FUNCTION_NOT_SUPPORTED; }

REFUSED(EXPORTED, C_EX_SetLicense)
REFUSED(EXPORTED, C_EX_GetLicense)
REFUSED(EXPORTED, C_EX_GetCertificateInfoText)
REFUSED(EXPORTED, C_EX_PKCS7Sign)
REFUSED(EXPORTED, C_EX_CreateCSR)
REFUSED(EXPORTED, C_EX_FreeBuffer)
REFUSED(EXPORTED, C_EX_SetLocalPIN)
REFUSED(EXPORTED, C_EX_GetVolumesInfo)
REFUSED(EXPORTED, C_EX_GetDriveSize)
REFUSED(EXPORTED, C_EX_ChangeVolumeAttributes)
REFUSED(EXPORTED, C_EX_FormatDrive)
REFUSED(EXPORTED_2017, C_EX_TokenManage)
REFUSED(EXPORTED_2017, C_EX_GetJournal)
REFUSED(EXPORTED_2017, C_EX_SignInvisibleInit)
REFUSED(EXPORTED_2017, C_EX_SignInvisible)
REFUSED(EXPORTED_2017, C_EX_WrapKey)
REFUSED(EXPORTED_2017, C_EX_UnwrapKey)
REFUSED(EXPORTED_2017, C_EX_PKCS7VerifyInit)
REFUSED(EXPORTED_2017, C_EX_PKCS7Verify)
REFUSED(EXPORTED_2017, C_EX_PKCS7VerifyUpdate)
REFUSED(EXPORTED_2017, C_EX_PKCS7VerifyFinal)
REFUSED(EXPORTED_2026, C_EX_Authenticate)
REFUSED(EXPORTED_2026, C_EX_Deauthenticate)
REFUSED(EXPORTED_2026, C_EX_UnblockAuthenticator)

typedef void (*function)(void);

// Exactly as long as the era had it. What lies behind it are functions too, of another kind: whoever reads on by the
// table of today calls one of them.
static struct {
    CK_VERSION version;
    function members[RUTOKEN_FUNCTIONS];
    function behind[34 - RUTOKEN_FUNCTIONS + 1];
} table;

static void trap(void) { abort(); }

EXPORTED CK_RV C_EX_GetFunctionListExtended(CK_FUNCTION_LIST_EXTENDED_PTR_PTR list);

static void fill_table(void) {
#define MEMBER(name) (function) name,
    static function all[] = {CCK_FUNCTIONS_EXTENDED_2014(MEMBER) CCK_FUNCTIONS_EXTENDED_2017(MEMBER)
                                 CCK_FUNCTIONS_EXTENDED_2026(MEMBER)};
    table.version = (CK_VERSION){2, 40};
    memcpy(table.members, all, sizeof table.members);
    for (size_t i = 0; i < sizeof table.behind / sizeof table.behind[0]; i++) {
        table.behind[i] = trap;
    }
}

EXPORTED CK_RV C_EX_GetFunctionListExtended(CK_FUNCTION_LIST_EXTENDED_PTR_PTR list) {
    if (list == NULL) {
        return CKR_ARGUMENTS_BAD;
    }
    if (!is_initialized && !read_settings()) {
        return CKR_GENERAL_ERROR;
    }
    fill_table();
    if (library.no_activation) {
        table.members[14] = NULL;
    }
    *list = (CK_FUNCTION_LIST_EXTENDED_PTR)(void *)&table;
    return CKR_OK;
}
