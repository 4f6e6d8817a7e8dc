#include <string.h>

#include "fault.h"

// Objects that come and go: created, copied, generated, unwrapped, derived, destroyed.

static CK_RV check_writable(const fm_session *session, const CK_ATTRIBUTE *pattern, CK_ULONG count, bool *is_token) {
    *is_token = false;
    bool is_private = false;
    for (CK_ULONG i = 0; i < count; i++) {
        bool is_true = pattern[i].ulValueLen == 1 && pattern[i].pValue != NULL && *(CK_BYTE *)pattern[i].pValue != 0;
        *is_token = *is_token || (pattern[i].type == CKA_TOKEN && is_true);
        is_private = is_private || (pattern[i].type == CKA_PRIVATE && is_true);
    }
    if (*is_token && (session->flags & CKF_RW_SESSION) == 0) {
        return CKR_SESSION_READ_ONLY;
    }
    const fm_token *token = &fm_tokens[session->slot];
    return is_private && token->login_required && token->user != CKU_USER ? CKR_USER_NOT_LOGGED_IN : CKR_OK;
}

static CK_RV make_object(
    const fm_session *session, const CK_ATTRIBUTE *pattern, CK_ULONG count, CK_OBJECT_CLASS class, CK_KEY_TYPE type,
    CK_OBJECT_HANDLE *handle) {
    bool is_token;
    CK_RV rv = check_writable(session, pattern, count, &is_token);
    if (rv != CKR_OK) {
        return rv;
    }
    fm_object *object = fm_new_object(session->slot);
    if (object == NULL) {
        return CKR_HOST_MEMORY;
    }
    object->session = is_token ? 0 : session->handle;
    bool stored = class == CK_UNAVAILABLE_INFORMATION || fm_put_ulong(object, CKA_CLASS, class);
    stored = stored && (type == CK_UNAVAILABLE_INFORMATION || fm_put_ulong(object, CKA_KEY_TYPE, type));
    for (CK_ULONG i = 0; stored && i < count; i++) {
        stored = fm_put(object, pattern[i].type, pattern[i].pValue, pattern[i].ulValueLen);
    }
    if (!stored || (fm_find(object, CKA_TOKEN) == NULL && !fm_put_boolean(object, CKA_TOKEN, is_token))) {
        object->gone = true;
        return CKR_HOST_MEMORY;
    }
    if (fm_find(object, CKA_CLASS) == NULL) {
        object->gone = true;
        return CKR_TEMPLATE_INCOMPLETE;
    }
    *handle = fm_object_count;
    return fm_complete(object) ? CKR_OK : CKR_HOST_MEMORY;
}

CK_RV C_CreateObject(
    CK_SESSION_HANDLE hSession, CK_ATTRIBUTE_PTR pTemplate, CK_ULONG ulCount, CK_OBJECT_HANDLE_PTR phObject) {
    FM_ENTER(C_CreateObject);
    FM_REQUIRE(pTemplate != NULL && phObject != NULL);
    const fm_session *session = fm_session_of(hSession);
    if (session == NULL) {
        return CKR_SESSION_HANDLE_INVALID;
    }
    const CK_ULONG any = CK_UNAVAILABLE_INFORMATION;
    return make_object(session, pTemplate, ulCount, any, any, phObject);
}

CK_RV C_CopyObject(
    CK_SESSION_HANDLE hSession, CK_OBJECT_HANDLE hObject, CK_ATTRIBUTE_PTR pTemplate, CK_ULONG ulCount,
    CK_OBJECT_HANDLE_PTR phNewObject) {
    FM_ENTER(C_CopyObject);
    FM_REQUIRE(phNewObject != NULL && (pTemplate != NULL || ulCount == 0));
    const fm_session *session = fm_session_of(hSession);
    if (session == NULL) {
        return CKR_SESSION_HANDLE_INVALID;
    }
    bool is_token;
    CK_RV rv = check_writable(session, pTemplate, ulCount, &is_token);
    if (fm_object_of(hObject, session->slot) == NULL || rv != CKR_OK) {
        return rv != CKR_OK ? rv : CKR_OBJECT_HANDLE_INVALID;
    }
    fm_object *copy = fm_new_object(session->slot);
    // The store may have moved.
    const fm_object *original = fm_object_of(hObject, session->slot);
    bool stored = copy != NULL;
    for (size_t i = 0; stored && i < original->count; i++) {
        const fm_attribute *attribute = &original->attributes[i];
        stored = fm_put(copy, attribute->type, attribute->value, attribute->length);
    }
    for (CK_ULONG i = 0; stored && i < ulCount; i++) {
        stored = fm_put(copy, pTemplate[i].type, pTemplate[i].pValue, pTemplate[i].ulValueLen);
    }
    *phNewObject = fm_object_count;
    return stored ? CKR_OK : CKR_HOST_MEMORY;
}

CK_RV C_DestroyObject(CK_SESSION_HANDLE hSession, CK_OBJECT_HANDLE hObject) {
    FM_ENTER(C_DestroyObject);
    const fm_session *session = fm_session_of(hSession);
    if (session == NULL) {
        return CKR_SESSION_HANDLE_INVALID;
    }
    fm_object *object = fm_object_of(hObject, session->slot);
    if (object == NULL) {
        return CKR_OBJECT_HANDLE_INVALID;
    }
    if (!fm_flag(object, CKA_DESTROYABLE)) {
        return CKR_ACTION_PROHIBITED;
    }
    if (object->session == 0 && (session->flags & CKF_RW_SESSION) == 0) {
        return CKR_SESSION_READ_ONLY;
    }
    object->gone = true;
    return CKR_OK;
}

CK_RV C_GetObjectSize(CK_SESSION_HANDLE hSession, CK_OBJECT_HANDLE hObject, CK_ULONG_PTR pulSize) {
    FM_ENTER(C_GetObjectSize);
    FM_REQUIRE(pulSize != NULL);
    const fm_session *session = fm_session_of(hSession);
    if (session == NULL) {
        return CKR_SESSION_HANDLE_INVALID;
    }
    const fm_object *object = fm_object_of(hObject, session->slot);
    if (object == NULL) {
        return CKR_OBJECT_HANDLE_INVALID;
    }
    *pulSize = 0;
    for (size_t i = 0; i < object->count; i++) {
        *pulSize += object->attributes[i].length;
    }
    fm_length_fault(CCK_FUNCTION_C_GetObjectSize, false, pulSize);
    return CKR_OK;
}

// MARK: Keys

CK_RV C_GenerateKey(
    CK_SESSION_HANDLE hSession, CK_MECHANISM_PTR pMechanism, CK_ATTRIBUTE_PTR pTemplate, CK_ULONG ulCount,
    CK_OBJECT_HANDLE_PTR phKey) {
    FM_ENTER(C_GenerateKey);
    FM_REQUIRE(pMechanism != NULL && phKey != NULL && (pTemplate != NULL || ulCount == 0));
    const fm_session *session = fm_session_of(hSession);
    if (session == NULL) {
        return CKR_SESSION_HANDLE_INVALID;
    }
    CK_RV rv = fm_check_mechanism(pMechanism->mechanism, CKF_GENERATE);
    return rv != CKR_OK ? rv : make_object(session, pTemplate, ulCount, CKO_SECRET_KEY, CKK_AES, phKey);
}

CK_RV C_GenerateKeyPair(
    CK_SESSION_HANDLE hSession, CK_MECHANISM_PTR pMechanism, CK_ATTRIBUTE_PTR pPublicKeyTemplate,
    CK_ULONG ulPublicKeyAttributeCount, CK_ATTRIBUTE_PTR pPrivateKeyTemplate, CK_ULONG ulPrivateKeyAttributeCount,
    CK_OBJECT_HANDLE_PTR phPublicKey, CK_OBJECT_HANDLE_PTR phPrivateKey) {
    FM_ENTER(C_GenerateKeyPair);
    FM_REQUIRE(pMechanism != NULL && phPublicKey != NULL && phPrivateKey != NULL);
    FM_REQUIRE(pPublicKeyTemplate != NULL || ulPublicKeyAttributeCount == 0);
    FM_REQUIRE(pPrivateKeyTemplate != NULL || ulPrivateKeyAttributeCount == 0);
    const fm_session *session = fm_session_of(hSession);
    if (session == NULL) {
        return CKR_SESSION_HANDLE_INVALID;
    }
    CK_RV rv = fm_check_mechanism(pMechanism->mechanism, CKF_GENERATE_KEY_PAIR);
    if (rv != CKR_OK) {
        return rv;
    }
    CK_KEY_TYPE type = pMechanism->mechanism == CKM_EC_KEY_PAIR_GEN ? CKK_EC
        : pMechanism->mechanism == CKM_EC_EDWARDS_KEY_PAIR_GEN      ? CKK_EC_EDWARDS
                                                                    : CKK_RSA;
    rv = make_object(session, pPublicKeyTemplate, ulPublicKeyAttributeCount, CKO_PUBLIC_KEY, type, phPublicKey);
    return rv != CKR_OK
        ? rv
        : make_object(session, pPrivateKeyTemplate, ulPrivateKeyAttributeCount, CKO_PRIVATE_KEY, type, phPrivateKey);
}

CK_RV C_WrapKey(
    CK_SESSION_HANDLE hSession, CK_MECHANISM_PTR pMechanism, CK_OBJECT_HANDLE hWrappingKey, CK_OBJECT_HANDLE hKey,
    CK_BYTE_PTR pWrappedKey, CK_ULONG_PTR pulWrappedKeyLen) {
    FM_ENTER(C_WrapKey);
    FM_REQUIRE(pMechanism != NULL && pulWrappedKeyLen != NULL);
    const fm_session *session = fm_session_of(hSession);
    if (session == NULL) {
        return CKR_SESSION_HANDLE_INVALID;
    }
    CK_RV rv = fm_check_mechanism(pMechanism->mechanism, CKF_WRAP);
    if (rv != CKR_OK) {
        return rv;
    }
    const fm_object *key = fm_object_of(hKey, session->slot);
    if (fm_object_of(hWrappingKey, session->slot) == NULL || key == NULL) {
        return key == NULL ? CKR_KEY_HANDLE_INVALID : CKR_WRAPPING_KEY_HANDLE_INVALID;
    }
    if (!fm_flag(key, CKA_EXTRACTABLE)) {
        return CKR_KEY_UNEXTRACTABLE;
    }
    CK_BYTE wrapped[40];
    memset(wrapped, 0x77, sizeof wrapped);
    bool done;
    return fm_deliver(CCK_FUNCTION_C_WrapKey, wrapped, sizeof wrapped, pWrappedKey, pulWrappedKeyLen, &done);
}

CK_RV C_UnwrapKey(
    CK_SESSION_HANDLE hSession, CK_MECHANISM_PTR pMechanism, CK_OBJECT_HANDLE hUnwrappingKey, CK_BYTE_PTR pWrappedKey,
    CK_ULONG ulWrappedKeyLen, CK_ATTRIBUTE_PTR pTemplate, CK_ULONG ulAttributeCount, CK_OBJECT_HANDLE_PTR phKey) {
    FM_ENTER(C_UnwrapKey);
    FM_REQUIRE(pMechanism != NULL && pWrappedKey != NULL && phKey != NULL);
    FM_REQUIRE(pTemplate != NULL || ulAttributeCount == 0);
    const fm_session *session = fm_session_of(hSession);
    if (session == NULL) {
        return CKR_SESSION_HANDLE_INVALID;
    }
    CK_RV rv = fm_check_mechanism(pMechanism->mechanism, CKF_UNWRAP);
    if (rv != CKR_OK || fm_object_of(hUnwrappingKey, session->slot) == NULL) {
        return rv != CKR_OK ? rv : CKR_UNWRAPPING_KEY_HANDLE_INVALID;
    }
    if (ulWrappedKeyLen != 40) {
        return CKR_WRAPPED_KEY_LEN_RANGE;
    }
    return make_object(session, pTemplate, ulAttributeCount, CKO_SECRET_KEY, CKK_AES, phKey);
}

CK_RV C_DeriveKey(
    CK_SESSION_HANDLE hSession, CK_MECHANISM_PTR pMechanism, CK_OBJECT_HANDLE hBaseKey, CK_ATTRIBUTE_PTR pTemplate,
    CK_ULONG ulAttributeCount, CK_OBJECT_HANDLE_PTR phKey) {
    FM_ENTER(C_DeriveKey);
    FM_REQUIRE(pMechanism != NULL && phKey != NULL && (pTemplate != NULL || ulAttributeCount == 0));
    const fm_session *session = fm_session_of(hSession);
    if (session == NULL) {
        return CKR_SESSION_HANDLE_INVALID;
    }
    CK_RV rv = fm_check_mechanism(pMechanism->mechanism, CKF_DERIVE);
    if (rv != CKR_OK || fm_object_of(hBaseKey, session->slot) == NULL) {
        return rv != CKR_OK ? rv : CKR_KEY_HANDLE_INVALID;
    }
    rv = make_object(session, pTemplate, ulAttributeCount, CKO_SECRET_KEY, CKK_GENERIC_SECRET, phKey);
    CK_BYTE secret[32];
    memset(secret, 0x42, sizeof secret);
    if (rv == CKR_OK && fm_find(&fm_objects[*phKey - 1], CKA_VALUE) == NULL &&
        !fm_put(&fm_objects[*phKey - 1], CKA_VALUE, secret, sizeof secret)) {
        return CKR_HOST_MEMORY;
    }
    return rv;
}
