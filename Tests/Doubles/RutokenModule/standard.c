#include <string.h>

#include "rutoken.h"

// The functions of PKCS #11 that listing, pairing, formatting and keys of GOST R 34.10 need. The others are NULL in the table.

static void pad(CK_UTF8CHAR *field, size_t size, const char *value) {
    size_t length = strlen(value);
    memset(field, ' ', size);
    memcpy(field, value, length < size ? length : size);
}

static CK_RV initialize(CK_VOID_PTR arguments) {
    (void)arguments;
    if (enter() == CKR_OK) {
        return leave("C_Initialize", CKR_CRYPTOKI_ALREADY_INITIALIZED);
    }
    if (!read_settings()) {
        return leave("C_Initialize", CKR_GENERAL_ERROR);
    }
    memset(sessions, 0, sizeof sessions);
    is_initialized = library.initialize == CKR_OK;
    return leave("C_Initialize", library.initialize);
}

static CK_RV finalize(CK_VOID_PTR reserved) {
    (void)reserved;
    CK_RV rv = enter();
    is_initialized = false;
    return leave("C_Finalize", rv != CKR_OK ? rv : library.finalize);
}

static CK_RV get_info(CK_INFO_PTR info) {
    CK_RV rv = enter();
    if (rv == CKR_OK) {
        *info = (CK_INFO){.cryptokiVersion = library.cryptoki_version, .libraryVersion = library.library_version};
        pad(info->manufacturerID, sizeof info->manufacturerID, library.manufacturer);
        pad(info->libraryDescription, sizeof info->libraryDescription, library.description);
    }
    return leave("C_GetInfo", rv);
}

static CK_RV get_slot_list(CK_BBOOL with_token, CK_SLOT_ID_PTR list, CK_ULONG_PTR count) {
    CK_RV rv = enter();
    if (rv == CKR_OK) {
        rv = library.list;
    }
    CK_ULONG found = 0;
    for (CK_ULONG i = 0; rv == CKR_OK && i < library.slots; i++) {
        if (with_token && !library.tokens[i].present) {
            continue;
        }
        if (list != NULL && found < *count) {
            list[found] = i;
        }
        found++;
    }
    if (rv == CKR_OK) {
        rv = list != NULL && *count < found ? CKR_BUFFER_TOO_SMALL : CKR_OK;
        *count = found;
    }
    return leave("C_GetSlotList", rv);
}

static CK_RV get_slot_info(CK_SLOT_ID slot, CK_SLOT_INFO_PTR info) {
    CK_RV rv = enter();
    if (rv == CKR_OK && slot >= library.slots) {
        rv = CKR_SLOT_ID_INVALID;
    }
    if (rv == CKR_OK) {
        *info = (CK_SLOT_INFO){.flags = CKF_HW_SLOT | CKF_REMOVABLE_DEVICE};
        info->flags |= library.tokens[slot].present ? CKF_TOKEN_PRESENT : 0;
        pad(info->slotDescription, sizeof info->slotDescription, library.tokens[slot].name);
        pad(info->manufacturerID, sizeof info->manufacturerID, "Aktiv Co.");
    }
    return leave("C_GetSlotInfo", rv);
}

// Works before the channel is set up.
static CK_RV get_token_info(CK_SLOT_ID slot, CK_TOKEN_INFO_PTR info) {
    CK_RV rv = enter();
    const token *t = token_in(slot);
    if (rv == CKR_OK && t == NULL) {
        rv = missing_token(slot);
    }
    if (rv == CKR_OK) {
        *info = (CK_TOKEN_INFO){
            .flags = CKF_RNG | CKF_LOGIN_REQUIRED | CKF_USER_PIN_INITIALIZED | CKF_TOKEN_INITIALIZED,
            .ulMaxPinLen = 32,
            .ulMinPinLen = 6,
            .ulTotalPublicMemory = 65536,
            .ulFreePublicMemory = 32768,
            .hardwareVersion = {54, 0},
            .firmwareVersion = {21, 0},
        };
        pad(info->label, sizeof info->label, t->label[0] != 0 ? t->label : "Rutoken ECP <no label>");
        pad(info->manufacturerID, sizeof info->manufacturerID, "Aktiv Co.");
        pad(info->model, sizeof info->model, t->model);
        pad(info->serialNumber, sizeof info->serialNumber, t->serial);
        pad(info->utcTime, sizeof info->utcTime, "");
    }
    return leave("C_GetTokenInfo", rv);
}

// MARK: Sessions

static CK_RV open_session(
    CK_SLOT_ID slot, CK_FLAGS flags, CK_VOID_PTR application, CK_NOTIFY notify, CK_SESSION_HANDLE_PTR handle) {
    (void)application;
    (void)notify;
    CK_RV rv = enter();
    const token *t = token_in(slot);
    if (rv == CKR_OK) {
        rv = t == NULL ? missing_token(slot) : t->paired ? t->after : t->refusal;
    }
    for (CK_ULONG i = 0; rv == CKR_OK; i++) {
        if (i == SESSIONS) {
            rv = CKR_SESSION_COUNT;
        } else if (!sessions[i].open) {
            sessions[i] = (session){.open = true, .slot = slot, .flags = flags};
            *handle = i + 1;
            break;
        }
    }
    return leave("C_OpenSession", rv);
}

static CK_RV close_session(CK_SESSION_HANDLE handle) {
    CK_RV rv = enter();
    session *s = session_of(handle);
    if (rv == CKR_OK && s == NULL) {
        rv = CKR_SESSION_HANDLE_INVALID;
    }
    if (rv == CKR_OK) {
        s->open = false;
        rv = library.close;
    }
    return leave("C_CloseSession", rv);
}

static CK_RV login(CK_SESSION_HANDLE handle, CK_USER_TYPE user, CK_UTF8CHAR_PTR pin, CK_ULONG length) {
    CK_RV rv = enter();
    const session *s = session_of(handle);
    if (rv == CKR_OK && s == NULL) {
        rv = CKR_SESSION_HANDLE_INVALID;
    }
    if (rv == CKR_OK) {
        token *t = &library.tokens[s->slot];
        const char *right = user == CKU_SO ? t->so_pin : t->user_pin;
        bool is_right = strlen(right) == length && memcmp(right, pin, length) == 0;
        t->user = is_right ? (int)user : t->user;
        rv = is_right ? CKR_OK : CKR_PIN_INCORRECT;
    }
    return leave("C_Login", rv);
}

static CK_RV logout(CK_SESSION_HANDLE handle) {
    CK_RV rv = enter();
    const session *s = session_of(handle);
    if (rv == CKR_OK && s == NULL) {
        rv = CKR_SESSION_HANDLE_INVALID;
    }
    if (rv == CKR_OK) {
        library.tokens[s->slot].user = NO_USER;
    }
    return leave("C_Logout", rv);
}

// MARK: The hardware feature that tells of the token

enum { FEATURE = 0x7001 };

static CK_RV find_init(CK_SESSION_HANDLE handle, CK_ATTRIBUTE_PTR template, CK_ULONG count) {
    CK_RV rv = enter();
    session *s = session_of(handle);
    if (rv == CKR_OK && s == NULL) {
        rv = CKR_SESSION_HANDLE_INVALID;
    }
    if (rv == CKR_OK) {
        bool is_feature = true;
        s->searching = true;
        s->found_count = 0;
        for (CK_ULONG i = 0; i < count; i++) {
            CK_ULONG wanted = 0;
            memcpy(&wanted, template[i].pValue, template[i].ulValueLen < 8 ? template[i].ulValueLen : 8);
            is_feature = is_feature &&
                ((template[i].type == CKA_CLASS && wanted == CKO_HW_FEATURE) ||
                 (template[i].type == CKA_HW_FEATURE_TYPE && wanted == CKH_VENDOR_TOKEN_INFO));
        }
        if (is_feature) {
            s->found[s->found_count++] = FEATURE;
        }
        s->found_count += gost_find(s, template, count, s->found + s->found_count, FOUND - s->found_count);
    }
    return leave("C_FindObjectsInit", rv);
}

static CK_RV find(CK_SESSION_HANDLE handle, CK_OBJECT_HANDLE_PTR list, CK_ULONG room, CK_ULONG_PTR count) {
    CK_RV rv = enter();
    session *s = session_of(handle);
    if (rv == CKR_OK && (s == NULL || !s->searching)) {
        rv = s == NULL ? CKR_SESSION_HANDLE_INVALID : CKR_OPERATION_NOT_INITIALIZED;
    }
    if (rv == CKR_OK) {
        *count = s->found_count < room ? s->found_count : room;
        memcpy(list, s->found, *count * sizeof *list);
        memmove(s->found, s->found + *count, (s->found_count - *count) * sizeof *list);
        s->found_count -= *count;
    }
    return leave("C_FindObjects", rv);
}

static CK_RV find_final(CK_SESSION_HANDLE handle) {
    CK_RV rv = enter();
    session *s = session_of(handle);
    if (rv == CKR_OK && s == NULL) {
        rv = CKR_SESSION_HANDLE_INVALID;
    }
    if (rv == CKR_OK) {
        s->searching = false;
    }
    return leave("C_FindObjectsFinal", rv);
}

static bool feature_value(const token *t, CK_ATTRIBUTE_TYPE type, CK_ULONG *value, CK_ULONG *size) {
    bool has_channel = t->password[0] != 0;
    *size = sizeof(CK_ULONG);
    switch (type) {
    case CKA_VENDOR_SECURE_MESSAGING_AVAILABLE:
        *size = sizeof(CK_BBOOL);
        *value = has_channel ? CK_TRUE : CK_FALSE;
        return true;
    case CKA_VENDOR_CURRENT_SECURE_MESSAGING_MODE:
        *value = has_channel ? SECURE_MESSAGING_ENHANCED_GOST : SECURE_MESSAGING_UNSUPPORTED;
        return true;
    case CKA_VENDOR_SUPPORTED_SECURE_MESSAGING_MODES:
        *size = has_channel ? sizeof(CK_ULONG) : 0;
        *value = SECURE_MESSAGING_ENHANCED_GOST;
        return true;
    case CKA_VENDOR_CURRENT_TOKEN_INTERFACE: *value = has_channel ? INTERFACE_TYPE_BT : INTERFACE_TYPE_USB; return true;
    case CKA_VENDOR_SUPPORTED_TOKEN_INTERFACE:
        *value = INTERFACE_TYPE_USB | (has_channel ? INTERFACE_TYPE_BT : 0);
        return true;
    default: return false;
    }
}

static CK_RV get_attributes(
    CK_SESSION_HANDLE handle, CK_OBJECT_HANDLE object, CK_ATTRIBUTE_PTR template, CK_ULONG count) {
    CK_RV rv = enter();
    const session *s = session_of(handle);
    if (rv == CKR_OK && s == NULL) {
        rv = CKR_SESSION_HANDLE_INVALID;
    }
    bool is_asked = rv == CKR_OK && object == FEATURE;
    if (rv == CKR_OK && object != FEATURE) {
        rv = gost_attributes(object, template, count);
    }
    for (CK_ULONG i = 0; is_asked && i < count; i++) {
        CK_ULONG value, size;
        if (!feature_value(&library.tokens[s->slot], template[i].type, &value, &size)) {
            template[i].ulValueLen = CK_UNAVAILABLE_INFORMATION;
            rv = CKR_ATTRIBUTE_TYPE_INVALID;
            continue;
        }
        if (template[i].pValue != NULL && template[i].ulValueLen >= size) {
            memcpy(template[i].pValue, &value, size);
        }
        template[i].ulValueLen = size;
    }
    return leave("C_GetAttributeValue", rv);
}

CK_FUNCTION_LIST function_list = {
    .version = {2, 20},
    .C_Initialize = initialize,
    .C_Finalize = finalize,
    .C_GetInfo = get_info,
    .C_GetSlotList = get_slot_list,
    .C_GetSlotInfo = get_slot_info,
    .C_GetTokenInfo = get_token_info,
    .C_OpenSession = open_session,
    .C_CloseSession = close_session,
    .C_Login = login,
    .C_Logout = logout,
    .C_FindObjectsInit = find_init,
    .C_FindObjects = find,
    .C_FindObjectsFinal = find_final,
    .C_GetAttributeValue = get_attributes,
    .C_GetMechanismList = gost_mechanism_list,
    .C_GetMechanismInfo = gost_mechanism_info,
    .C_GenerateKeyPair = gost_generate,
    .C_CreateObject = gost_create,
    .C_SignInit = gost_sign_init,
    .C_Sign = gost_sign,
};

EXPORTED CK_RV C_GetFunctionList(CK_FUNCTION_LIST_PTR_PTR list) {
    if (list == NULL) {
        return CKR_ARGUMENTS_BAD;
    }
    function_list.C_GetFunctionList = C_GetFunctionList;
    *list = &function_list;
    return CKR_OK;
}
