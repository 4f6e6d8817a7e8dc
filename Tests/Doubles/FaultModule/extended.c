#include <string.h>

#include "fault.h"

// Rutoken's functions that pairing and listing need; the others are in unsupported.c.

// Fills as much as the caller knows, as the library does: 208 octets or all of it.
CK_RV C_EX_GetTokenInfoExtended(CK_SLOT_ID slotID, CK_TOKEN_INFO_EXTENDED *pInfo) {
    FM_ENTER(C_EX_GetTokenInfoExtended);
    FM_REQUIRE(pInfo != NULL);
    const fm_token *token = fm_token_of(slotID);
    if (token == NULL) {
        return slotID < fm.slots ? CKR_TOKEN_NOT_PRESENT : CKR_SLOT_ID_INVALID;
    }
    if (pInfo->ulSizeofThisStructure < 208) {
        return CKR_ARGUMENTS_BAD;
    }
    CK_TOKEN_INFO_EXTENDED info = {
        .ulTokenType = token->type,
        .ulProtocolNumber = 5,
        .ulMicrocodeNumber = 21,
        .ulOrderNumber = 1,
        .flags = token->extended_flags,
        .ulMaxAdminPinLen = token->max_pin,
        .ulMinAdminPinLen = token->min_pin,
        .ulMaxUserPinLen = token->max_pin,
        .ulMinUserPinLen = token->min_pin,
        .ulMaxAdminRetryCount = token->so_tries,
        .ulAdminRetryCountLeft = token->so_tries_left,
        .ulMaxUserRetryCount = token->tries,
        .ulUserRetryCountLeft = token->tries_left,
        .ulTotalMemory = 65536,
        .ulFreeMemory = 32768,
        .ATR = {0x3B, 0x8B, 0x01},
        .ulATRLen = 3,
        .ulTokenClass = token->class,
        .ulBatteryVoltage = token->battery,
        .ulBatteryPercentage = CK_UNAVAILABLE_INFORMATION,
        .ulBatteryFlags = CK_UNAVAILABLE_INFORMATION,
    };
    // The low half of the binary serial number is the hexadecimal one of CK_TOKEN_INFO.
    for (int i = 0; i < 4; i++) {
        char digits[3] = {(char)token->serial[2 * i], (char)token->serial[2 * i + 1], 0};
        size_t count;
        if (!fm_hex(digits, &info.serialNumber[4 + i], &count, 1)) {
            break;
        }
    }
    CK_ULONG size = pInfo->ulSizeofThisStructure < token->extended_size ? 208 : token->extended_size;
    size = size < sizeof info ? size : sizeof info;
    info.ulSizeofThisStructure = size;
    memcpy(pInfo, &info, size);
    return CKR_OK;
}

CK_RV C_EX_GetTokenName(CK_SESSION_HANDLE hSession, CK_CHAR_PTR pLabel, CK_ULONG_PTR pulLabelLen) {
    FM_ENTER(C_EX_GetTokenName);
    const fm_session *session = fm_session_of(hSession);
    if (session == NULL) {
        return CKR_SESSION_HANDLE_INVALID;
    }
    const fm_token *token = &fm_tokens[session->slot];
    CK_ULONG length = sizeof token->label;
    while (length > 0 && token->label[length - 1] == ' ') {
        length--;
    }
    bool done;
    return fm_deliver(CCK_FUNCTION_C_EX_GetTokenName, token->label, length, pLabel, pulLabelLen, &done);
}

CK_RV C_EX_SetTokenName(CK_SESSION_HANDLE hSession, CK_CHAR_PTR pLabel, CK_ULONG ulLabelLen) {
    FM_ENTER(C_EX_SetTokenName);
    FM_REQUIRE(pLabel != NULL || ulLabelLen == 0);
    const fm_session *session = fm_session_of(hSession);
    if (session == NULL) {
        return CKR_SESSION_HANDLE_INVALID;
    }
    fm_token *token = &fm_tokens[session->slot];
    if (token->user != CKU_USER) {
        return CKR_USER_NOT_LOGGED_IN;
    }
    if (ulLabelLen > 255) {
        return CKR_ARGUMENTS_BAD;
    }
    memset(token->label, ' ', sizeof token->label);
    memcpy(token->label, pLabel, ulLabelLen < sizeof token->label ? ulLabelLen : sizeof token->label);
    fm_write_state();
    return CKR_OK;
}

CK_RV C_EX_InitToken(CK_SLOT_ID slotID, CK_UTF8CHAR_PTR pPin, CK_ULONG ulPinLen, CK_RUTOKEN_INIT_PARAM *pInitInfo) {
    FM_ENTER(C_EX_InitToken);
    FM_REQUIRE(pPin != NULL && pInitInfo != NULL);
    FM_REQUIRE(pInitInfo->pNewAdminPin != NULL && pInitInfo->pNewUserPin != NULL && pInitInfo->pTokenLabel != NULL);
    fm_token *token = fm_token_of(slotID);
    if (token == NULL) {
        return slotID < fm.slots ? CKR_TOKEN_NOT_PRESENT : CKR_SLOT_ID_INVALID;
    }
    if (pInitInfo->ulSizeofThisStructure != sizeof *pInitInfo || pInitInfo->ulNewAdminPinLen >= sizeof token->so_pin ||
        pInitInfo->ulNewUserPinLen >= sizeof token->pin) {
        return CKR_ARGUMENTS_BAD;
    }
    if (strlen(token->so_pin) != ulPinLen || memcmp(token->so_pin, pPin, ulPinLen) != 0) {
        token->so_tries_left -= token->so_tries_left > 0 ? 1 : 0;
        fm_write_state();
        return token->so_tries_left > 0 ? CKR_PIN_INCORRECT : CKR_PIN_LOCKED;
    }
    memcpy(token->so_pin, pInitInfo->pNewAdminPin, pInitInfo->ulNewAdminPinLen);
    token->so_pin[pInitInfo->ulNewAdminPinLen] = 0;
    memcpy(token->pin, pInitInfo->pNewUserPin, pInitInfo->ulNewUserPinLen);
    token->pin[pInitInfo->ulNewUserPinLen] = 0;
    token->tries = token->tries_left = pInitInfo->ulMaxUserRetryCount;
    token->so_tries = token->so_tries_left = pInitInfo->ulMaxAdminRetryCount;
    token->user_pin_set = token->initialized = true;
    memset(token->label, ' ', sizeof token->label);
    CK_ULONG length = pInitInfo->ulLabelLen < sizeof token->label ? pInitInfo->ulLabelLen : sizeof token->label;
    memcpy(token->label, pInitInfo->pTokenLabel, length);
    fm_write_state();
    return CKR_OK;
}

// The password is the same each time and opens nothing: the one that opens is the key token.N.activation.
CK_RV C_EX_GenerateActivationPassword(
    CK_SESSION_HANDLE hSession, CK_ULONG ulPasswordNumber, CK_UTF8CHAR_PTR pPassword, CK_ULONG_PTR pulPasswordSize,
    CK_ULONG ulPasswordCharacterSet) {
    FM_ENTER(C_EX_GenerateActivationPassword);
    const fm_session *session = fm_session_of(hSession);
    if (session == NULL) {
        return CKR_SESSION_HANDLE_INVALID;
    }
    if (fm_tokens[session->slot].user != CKU_SO) {
        return CKR_USER_NOT_LOGGED_IN;
    }
    if (ulPasswordNumber > 6 || ulPasswordCharacterSet > CAPS_ONLY) {
        return CKR_ARGUMENTS_BAD;
    }
    const char *password = ulPasswordCharacterSet == CAPS_ONLY ? "QWERTYUIPASDFGHJ" : "Q1W2E3R4T5Y6U7I8";
    bool done;
    return fm_deliver(CCK_FUNCTION_C_EX_GenerateActivationPassword, password, 16, pPassword, pulPasswordSize, &done);
}
