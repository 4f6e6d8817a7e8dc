#include <stdio.h>
#include <string.h>

#include "fault.h"

// PINs: one text each for the user, the security officer and the activation of the channel.

static bool matches(const char *secret, const CK_UTF8CHAR *pin, CK_ULONG length) {
    return strlen(secret) == length && (length == 0 || memcmp(secret, pin, length) == 0);
}

// Spends a try where the PIN is wrong, as tokens do, and gives all of them back where it is right.
static CK_RV check_pin(fm_token *token, bool is_officer, const CK_UTF8CHAR *pin, CK_ULONG length) {
    CK_ULONG *left = is_officer ? &token->so_tries_left : &token->tries_left;
    // On a pinpad the right PIN is entered.
    bool is_right = pin == NULL || matches(is_officer ? token->so_pin : token->pin, pin, length);
    if (pin == NULL && !token->protected_path) {
        return fm_missing();
    }
    if (*left == 0) {
        return CKR_PIN_LOCKED;
    }
    *left = is_right ? (is_officer ? token->so_tries : token->tries) : *left - 1;
    fm_write_state();
    return is_right ? CKR_OK : CKR_PIN_INCORRECT;
}

static CK_RV store_pin(const fm_token *token, char *secret, size_t size, const CK_UTF8CHAR *pin, CK_ULONG length) {
    if (pin == NULL) {
        return token->protected_path ? CKR_OK : fm_missing();
    }
    if (length < token->min_pin || length > token->max_pin || length >= size) {
        return CKR_PIN_LEN_RANGE;
    }
    memcpy(secret, pin, length);
    secret[length] = 0;
    return CKR_OK;
}

// MARK: Login

static CK_RV log_in_for_context(fm_session *session, fm_token *token, const CK_UTF8CHAR *pin, CK_ULONG length) {
    uint32_t before = fm_previous_function();
    bool follows = before == CCK_FUNCTION_C_SignInit || before == CCK_FUNCTION_C_DecryptInit;
    if (fm.strict_context_login && !follows) {
        for (int i = 0; i < FM_OPERATIONS; i++) {
            fm_end(&session->operations[i]);
        }
    }
    for (int i = 0; i < FM_OPERATIONS; i++) {
        fm_operation *operation = &session->operations[i];
        if (operation->active && operation->needs_login) {
            CK_RV rv = check_pin(token, false, pin, length);
            operation->needs_login = rv != CKR_OK;
            return rv;
        }
    }
    return CKR_OPERATION_NOT_INITIALIZED;
}

static CK_RV log_in(CK_SESSION_HANDLE handle, CK_USER_TYPE user, const CK_UTF8CHAR *pin, CK_ULONG length) {
    fm_session *session = fm_session_of(handle);
    if (session == NULL) {
        return CKR_SESSION_HANDLE_INVALID;
    }
    fm_token *token = &fm_tokens[session->slot];
    if (user == CKU_CONTEXT_SPECIFIC) {
        return log_in_for_context(session, token, pin, length);
    }
    if (user != CKU_USER && user != CKU_SO) {
        return CKR_USER_TYPE_INVALID;
    }
    if (token->user >= 0) {
        return token->user == (int)user ? CKR_USER_ALREADY_LOGGED_IN : CKR_USER_ANOTHER_ALREADY_LOGGED_IN;
    }
    if (user == CKU_USER && !token->user_pin_set) {
        return CKR_USER_PIN_NOT_INITIALIZED;
    }
    if (user == CKU_SO && (session->flags & CKF_RW_SESSION) == 0) {
        return CKR_SESSION_READ_ONLY_EXISTS;
    }
    CK_RV rv = check_pin(token, user == CKU_SO, pin, length);
    token->user = rv == CKR_OK ? (int)user : token->user;
    return rv;
}

CK_RV C_Login(CK_SESSION_HANDLE hSession, CK_USER_TYPE userType, CK_UTF8CHAR_PTR pPin, CK_ULONG ulPinLen) {
    FM_ENTER(C_Login);
    return log_in(hSession, userType, pPin, ulPinLen);
}

CK_RV C_LoginUser(
    CK_SESSION_HANDLE hSession, CK_USER_TYPE userType, CK_UTF8CHAR_PTR pPin, CK_ULONG ulPinLen,
    CK_UTF8CHAR_PTR pUsername, CK_ULONG ulUsernameLen) {
    FM_ENTER(C_LoginUser);
    (void)pUsername;
    (void)ulUsernameLen;
    return log_in(hSession, userType, pPin, ulPinLen);
}

CK_RV C_Logout(CK_SESSION_HANDLE hSession) {
    FM_ENTER(C_Logout);
    fm_session *session = fm_session_of(hSession);
    if (session == NULL) {
        return CKR_SESSION_HANDLE_INVALID;
    }
    if (fm_tokens[session->slot].user < 0) {
        return CKR_USER_NOT_LOGGED_IN;
    }
    fm_tokens[session->slot].user = -1;
    return CKR_OK;
}

// MARK: Management

CK_RV C_InitToken(CK_SLOT_ID slotID, CK_UTF8CHAR_PTR pPin, CK_ULONG ulPinLen, CK_UTF8CHAR_PTR pLabel) {
    FM_ENTER(C_InitToken);
    FM_REQUIRE(pLabel != NULL);
    fm_token *token = fm_token_of(slotID);
    if (token == NULL) {
        return slotID < fm.slots ? CKR_TOKEN_NOT_PRESENT : CKR_SLOT_ID_INVALID;
    }
    CK_RV rv = token->initialized ? check_pin(token, true, pPin, ulPinLen)
                                  : store_pin(token, token->so_pin, sizeof token->so_pin, pPin, ulPinLen);
    if (rv != CKR_OK) {
        return rv;
    }
    memcpy(token->label, pLabel, sizeof token->label);
    token->initialized = true;
    token->user_pin_set = false;
    for (size_t i = 0; i < fm_object_count; i++) {
        fm_objects[i].gone = fm_objects[i].gone || fm_objects[i].slot == slotID;
    }
    fm_write_state();
    return CKR_OK;
}

CK_RV C_InitPIN(CK_SESSION_HANDLE hSession, CK_UTF8CHAR_PTR pPin, CK_ULONG ulPinLen) {
    FM_ENTER(C_InitPIN);
    fm_session *session = fm_session_of(hSession);
    if (session == NULL) {
        return CKR_SESSION_HANDLE_INVALID;
    }
    fm_token *token = &fm_tokens[session->slot];
    if (token->user != CKU_SO) {
        return CKR_USER_NOT_LOGGED_IN;
    }
    CK_RV rv = store_pin(token, token->pin, sizeof token->pin, pPin, ulPinLen);
    if (rv == CKR_OK) {
        token->user_pin_set = true;
        token->tries_left = token->tries;
        fm_write_state();
    }
    return rv;
}

CK_RV C_SetPIN(
    CK_SESSION_HANDLE hSession, CK_UTF8CHAR_PTR pOldPin, CK_ULONG ulOldLen, CK_UTF8CHAR_PTR pNewPin,
    CK_ULONG ulNewLen) {
    FM_ENTER(C_SetPIN);
    fm_session *session = fm_session_of(hSession);
    if (session == NULL) {
        return CKR_SESSION_HANDLE_INVALID;
    }
    if ((session->flags & CKF_RW_SESSION) == 0) {
        return CKR_SESSION_READ_ONLY;
    }
    fm_token *token = &fm_tokens[session->slot];
    bool is_officer = token->user == CKU_SO;
    CK_RV rv = check_pin(token, is_officer, pOldPin, ulOldLen);
    if (rv == CKR_OK) {
        char *secret = is_officer ? token->so_pin : token->pin;
        rv = store_pin(token, secret, sizeof token->pin, pNewPin, ulNewLen);
        fm_write_state();
    }
    return rv;
}

// MARK: Rutoken

CK_RV C_EX_SetActivationPassword(CK_SLOT_ID slotID, CK_UTF8CHAR_PTR password) {
    FM_ENTER(C_EX_SetActivationPassword);
    FM_REQUIRE(password != NULL);
    fm_token *token = fm_token_of(slotID);
    if (token == NULL) {
        return slotID < fm.slots ? CKR_TOKEN_NOT_PRESENT : CKR_SLOT_ID_INVALID;
    }
    if (token->activated) {
        return CKR_FUNCTION_NOT_SUPPORTED;
    }
    if (token->activation_left == 0) {
        return CKR_PIN_LOCKED;
    }
    token->activated = strcmp((const char *)password, token->activation) == 0;
    token->activation_left = token->activated ? token->activation_tries : token->activation_left - 1;
    fm_write_state();
    return token->activated ? CKR_OK : CKR_SM_PASSWORD_INVALID;
}

CK_RV C_EX_UnblockUserPIN(CK_SESSION_HANDLE hSession) {
    FM_ENTER(C_EX_UnblockUserPIN);
    fm_session *session = fm_session_of(hSession);
    if (session == NULL) {
        return CKR_SESSION_HANDLE_INVALID;
    }
    fm_token *token = &fm_tokens[session->slot];
    if (token->user != CKU_SO) {
        return CKR_USER_NOT_LOGGED_IN;
    }
    token->tries_left = token->tries;
    fm_write_state();
    return CKR_OK;
}
