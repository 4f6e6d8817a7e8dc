#include <stdlib.h>
#include <string.h>

#include "fault.h"

// C_GetAttributeValue with its pitfalls, and the searches.

// Private objects show themselves to the user only.
static bool is_visible(const fm_session *session, const fm_object *object) {
    return !object->gone && object->slot == session->slot &&
        (!fm_flag(object, CKA_PRIVATE) || fm_tokens[session->slot].user == CKU_USER ||
         !fm_tokens[session->slot].login_required);
}

// An array of one attribute, which holds an array of one attribute, and so on without end.
static CK_RV answer_nested(CK_ATTRIBUTE *entry) {
    if (entry->pValue == NULL) {
        entry->ulValueLen = sizeof(CK_ATTRIBUTE);
        return CKR_OK;
    }
    if (entry->ulValueLen < sizeof(CK_ATTRIBUTE)) {
        entry->ulValueLen = CK_UNAVAILABLE_INFORMATION;
        return CKR_BUFFER_TOO_SMALL;
    }
    CK_ATTRIBUTE inner;
    memcpy(&inner, entry->pValue, sizeof inner);
    bool has_room = inner.pValue != NULL && inner.ulValueLen >= sizeof inner;
    CK_RV rv = has_room ? answer_nested(&inner) : CKR_OK;
    inner.type = entry->type;
    inner.ulValueLen = sizeof inner;
    memcpy(entry->pValue, &inner, sizeof inner);
    entry->ulValueLen = sizeof inner;
    return rv;
}

static CK_RV answer_value(const fm_object *object, const fm_attribute *attribute, CK_ATTRIBUTE *entry, CK_ULONG more) {
    (void)object;
    CK_ULONG length = attribute->length;
    const CK_BYTE *value = attribute->value;
    uint32_t narrow;
    if (fm.ulong_of_four && fm_is_ulong_attribute(attribute->type) && length == sizeof(CK_ULONG)) {
        CK_ULONG wide;
        memcpy(&wide, value, sizeof wide);
        narrow = (uint32_t)wide;
        value = (const CK_BYTE *)&narrow;
        length = sizeof narrow;
    }
    if (entry->pValue != NULL && entry->ulValueLen < length) {
        entry->ulValueLen = CK_UNAVAILABLE_INFORMATION;
        return CKR_BUFFER_TOO_SMALL;
    }
    if (entry->pValue != NULL) {
        memcpy(entry->pValue, value, length);
    }
    entry->ulValueLen = length + more;
    return CKR_OK;
}

// Whether the value is one of those that a sensitive key does not give away.
static bool is_hidden(const fm_object *object, CK_ATTRIBUTE_TYPE type) {
    CK_OBJECT_CLASS class = fm_ulong(object, CKA_CLASS, CKO_DATA);
    bool is_key = class == CKO_PRIVATE_KEY || class == CKO_SECRET_KEY;
    bool is_secret = type == CKA_VALUE || (type >= CKA_PRIVATE_EXPONENT && type <= CKA_COEFFICIENT);
    return is_key && is_secret && (fm_flag(object, CKA_SENSITIVE) || !fm_flag(object, CKA_EXTRACTABLE));
}

static CK_RV answer(const fm_object *object, CK_ATTRIBUTE *entry) {
    CK_ULONG number = 0;
    fm_attribute_answer fault = fm_attribute_fault(object, entry->type, &number);
    const fm_attribute *attribute = fm_find(object, entry->type);
    if (fault == FM_ATTRIBUTE_SENSITIVE || (fault == FM_ATTRIBUTE_NORMAL && is_hidden(object, entry->type))) {
        entry->ulValueLen = CK_UNAVAILABLE_INFORMATION;
        return CKR_ATTRIBUTE_SENSITIVE;
    }
    if (fault == FM_ATTRIBUTE_LENGTH) {
        entry->ulValueLen = number;
        return CKR_OK;
    }
    if (fault == FM_ATTRIBUTE_NESTED) {
        return answer_nested(entry);
    }
    if (fault == FM_ATTRIBUTE_INVALID || attribute == NULL) {
        entry->ulValueLen = CK_UNAVAILABLE_INFORMATION;
        return CKR_ATTRIBUTE_TYPE_INVALID;
    }
    return answer_value(object, attribute, entry, fault == FM_ATTRIBUTE_OVERLONG ? number : 0);
}

CK_RV C_GetAttributeValue(
    CK_SESSION_HANDLE hSession, CK_OBJECT_HANDLE hObject, CK_ATTRIBUTE_PTR pTemplate, CK_ULONG ulCount) {
    FM_ENTER(C_GetAttributeValue);
    FM_REQUIRE(pTemplate != NULL || ulCount == 0);
    const fm_session *session = fm_session_of(hSession);
    if (session == NULL) {
        return CKR_SESSION_HANDLE_INVALID;
    }
    const fm_object *object = fm_object_of(hObject, session->slot);
    if (object == NULL || !is_visible(session, object)) {
        return CKR_OBJECT_HANDLE_INVALID;
    }
    CK_ULONG number;
    for (CK_ULONG i = 0; i < ulCount; i++) {
        if (fm_attribute_fault(object, pTemplate[i].type, &number) == FM_ATTRIBUTE_POISON) {
            return number;
        }
    }
    CK_RV rv = CKR_OK;
    for (CK_ULONG i = 0; i < ulCount; i++) {
        CK_RV one = answer(object, &pTemplate[i]);
        rv = one != CKR_OK ? one : rv;
    }
    return rv;
}

CK_RV C_SetAttributeValue(
    CK_SESSION_HANDLE hSession, CK_OBJECT_HANDLE hObject, CK_ATTRIBUTE_PTR pTemplate, CK_ULONG ulCount) {
    FM_ENTER(C_SetAttributeValue);
    FM_REQUIRE(pTemplate != NULL || ulCount == 0);
    const fm_session *session = fm_session_of(hSession);
    if (session == NULL) {
        return CKR_SESSION_HANDLE_INVALID;
    }
    fm_object *object = fm_object_of(hObject, session->slot);
    if (object == NULL || !is_visible(session, object)) {
        return CKR_OBJECT_HANDLE_INVALID;
    }
    if (!fm_flag(object, CKA_MODIFIABLE)) {
        return CKR_ATTRIBUTE_READ_ONLY;
    }
    if ((session->flags & CKF_RW_SESSION) == 0 && object->session == 0) {
        return CKR_SESSION_READ_ONLY;
    }
    for (CK_ULONG i = 0; i < ulCount; i++) {
        if (!fm_put(object, pTemplate[i].type, pTemplate[i].pValue, pTemplate[i].ulValueLen)) {
            return CKR_HOST_MEMORY;
        }
    }
    return CKR_OK;
}

// MARK: Searches

static bool fits(const fm_object *object, const CK_ATTRIBUTE *pattern, CK_ULONG count) {
    for (CK_ULONG i = 0; i < count; i++) {
        const fm_attribute *attribute = fm_find(object, pattern[i].type);
        if (attribute == NULL || attribute->length != pattern[i].ulValueLen ||
            (attribute->length > 0 && memcmp(attribute->value, pattern[i].pValue, attribute->length) != 0)) {
            return false;
        }
    }
    return true;
}

CK_RV C_FindObjectsInit(CK_SESSION_HANDLE hSession, CK_ATTRIBUTE_PTR pTemplate, CK_ULONG ulCount) {
    FM_ENTER(C_FindObjectsInit);
    FM_REQUIRE(pTemplate != NULL || ulCount == 0);
    fm_session *session = fm_session_of(hSession);
    if (session == NULL) {
        return CKR_SESSION_HANDLE_INVALID;
    }
    if (session->searching) {
        return CKR_OPERATION_ACTIVE;
    }
    free(session->found);
    session->found = malloc((fm_object_count + 1) * sizeof *session->found);
    session->found_count = session->found_next = 0;
    if (session->found == NULL) {
        return CKR_HOST_MEMORY;
    }
    for (size_t i = 0; i < fm_object_count; i++) {
        if (is_visible(session, &fm_objects[i]) && fits(&fm_objects[i], pTemplate, ulCount)) {
            session->found[session->found_count++] = i + 1;
        }
    }
    session->searching = true;
    return CKR_OK;
}

CK_RV C_FindObjects(
    CK_SESSION_HANDLE hSession, CK_OBJECT_HANDLE_PTR phObject, CK_ULONG ulMaxObjectCount, CK_ULONG_PTR pulObjectCount) {
    FM_ENTER(C_FindObjects);
    FM_REQUIRE(phObject != NULL && pulObjectCount != NULL);
    fm_session *session = fm_session_of(hSession);
    if (session == NULL) {
        return CKR_SESSION_HANDLE_INVALID;
    }
    if (!session->searching) {
        return CKR_OPERATION_NOT_INITIALIZED;
    }
    CK_ULONG count = 0;
    while (count < ulMaxObjectCount && session->found_next < session->found_count) {
        phObject[count++] = session->found[session->found_next++];
    }
    *pulObjectCount = count;
    fm_length_fault(CCK_FUNCTION_C_FindObjects, false, pulObjectCount);
    return CKR_OK;
}

CK_RV C_FindObjectsFinal(CK_SESSION_HANDLE hSession) {
    FM_ENTER(C_FindObjectsFinal);
    fm_session *session = fm_session_of(hSession);
    if (session == NULL) {
        return CKR_SESSION_HANDLE_INVALID;
    }
    if (!session->searching) {
        return CKR_OPERATION_NOT_INITIALIZED;
    }
    session->searching = false;
    return CKR_OK;
}
