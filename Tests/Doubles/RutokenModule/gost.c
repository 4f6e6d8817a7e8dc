#include "rutoken_gost.h"

#include <openssl/x509.h>
#include <string.h>

// MARK: Templates

static const CK_ATTRIBUTE *given(const CK_ATTRIBUTE *template, CK_ULONG count, CK_ATTRIBUTE_TYPE type) {
    for (CK_ULONG i = 0; i < count; i++) {
        if (template[i].type == type) {
            return &template[i];
        }
    }
    return NULL;
}

static CK_ULONG copy(const CK_ATTRIBUTE *from, CK_BYTE *octets) {
    if (from == NULL || from->ulValueLen > GOST_LENGTH) {
        return 0;
    }
    memcpy(octets, from->pValue, from->ulValueLen);
    return from->ulValueLen;
}

// MARK: Keys

CK_RV gost_generate(
    CK_SESSION_HANDLE handle, CK_MECHANISM_PTR mechanism, CK_ATTRIBUTE_PTR public_template, CK_ULONG public_count,
    CK_ATTRIBUTE_PTR private_template, CK_ULONG private_count, CK_OBJECT_HANDLE_PTR public_key,
    CK_OBJECT_HANDLE_PTR private_key) {
    CK_RV rv = enter();
    const session *s = session_of(handle);
    if (rv == CKR_OK && s == NULL) {
        rv = CKR_SESSION_HANDLE_INVALID;
    }
    if (rv == CKR_OK && library.tokens[s->slot].user == NO_USER) {
        rv = CKR_USER_NOT_LOGGED_IN;
    }
    if (rv == CKR_OK) {
        gost_read_keys();
        bool is_long = mechanism->mechanism == CKM_GOSTR3410_512_KEY_PAIR_GEN;
        gost_key *key = &gost_keys[gost_key_count];
        *key = (gost_key){.slot = s->slot, .type = is_long ? CKK_GOSTR3410_512 : CKK_GOSTR3410};
        key->id_length = copy(given(private_template, private_count, CKA_ID), key->id);
        key->label_length = copy(given(private_template, private_count, CKA_LABEL), key->label);
        const CK_ATTRIBUTE *parameters = given(public_template, public_count, CKA_GOSTR3410_PARAMS);
        key->parameters_length = copy(parameters, key->parameters);
        key->hash_length = copy(given(public_template, public_count, CKA_GOSTR3411_PARAMS), key->hash);
        const token *t = &library.tokens[s->slot];
        bool is_twice = given(private_template, private_count, CKA_GOSTR3410_PARAMS) != NULL;
        const char *set = gost_set_name(key, t);
        if (gost_key_count == GOST_KEYS) {
            rv = CKR_DEVICE_MEMORY;
        } else if (parameters == NULL || key->hash_length == 0 || (t->gost_wants_both && !is_twice)) {
            rv = CKR_TEMPLATE_INCOMPLETE;
        } else if (is_twice && !t->gost_wants_both) {
            rv = CKR_ATTRIBUTE_READ_ONLY;
        } else if (set == NULL) {
            rv = CKR_ATTRIBUTE_VALUE_INVALID;
        } else {
            EVP_PKEY *pair = gost_new_pair(key, set);
            rv = pair != NULL && gost_append_key(key, pair) ? CKR_OK : CKR_FUNCTION_FAILED;
            EVP_PKEY_free(pair);
            *private_key = GOST_FIRST_HANDLE + 2 * gost_key_count;
            *public_key = *private_key + 1;
            gost_key_count++;
        }
    }
    return leave("C_GenerateKeyPair", rv);
}

static CK_ULONG public_octets(CK_ULONG number, CK_BYTE *octets) {
    EVP_PKEY *key = gost_load_key(number);
    unsigned char *encoded = NULL;
    int length = key != NULL ? i2d_PUBKEY(key, &encoded) : 0;
    CK_ULONG size = gost_keys[number].type == CKK_GOSTR3410_512 ? 128 : 64;
    if (length > (int)size) {
        memcpy(octets, encoded + length - size, size);
    }
    OPENSSL_free(encoded);
    EVP_PKEY_free(key);
    return length > (int)size ? size : 0;
}

// A private key from outside; the public key is its other half.
static CK_RV import(const session *s, const CK_ATTRIBUTE *template, CK_ULONG count, CK_OBJECT_HANDLE *object) {
    const CK_ATTRIBUTE *type = given(template, count, CKA_KEY_TYPE), *number = given(template, count, CKA_VALUE);
    if (library.tokens[s->slot].user == NO_USER) {
        return CKR_USER_NOT_LOGGED_IN;
    }
    gost_read_keys();
    if (type == NULL || type->ulValueLen != sizeof(CK_KEY_TYPE) || number == NULL) {
        return CKR_TEMPLATE_INCOMPLETE;
    }
    if (gost_key_count == GOST_KEYS) {
        return CKR_DEVICE_MEMORY;
    }
    gost_key *key = &gost_keys[gost_key_count];
    *key = (gost_key){.slot = s->slot};
    memcpy(&key->type, type->pValue, sizeof key->type);
    key->id_length = copy(given(template, count, CKA_ID), key->id);
    key->label_length = copy(given(template, count, CKA_LABEL), key->label);
    key->parameters_length = copy(given(template, count, CKA_GOSTR3410_PARAMS), key->parameters);
    key->hash_length = copy(given(template, count, CKA_GOSTR3411_PARAMS), key->hash);
    if (key->parameters_length == 0 || key->hash_length == 0) {
        return CKR_TEMPLATE_INCOMPLETE;
    }
    if (gost_set_name(key, &library.tokens[s->slot]) == NULL) {
        return CKR_ATTRIBUTE_VALUE_INVALID;
    }
    EVP_PKEY *pair = gost_pair(key, number->pValue, number->ulValueLen);
    CK_RV rv = pair == NULL ? CKR_ATTRIBUTE_VALUE_INVALID : gost_append_key(key, pair) ? CKR_OK : CKR_FUNCTION_FAILED;
    EVP_PKEY_free(pair);
    *object = GOST_FIRST_HANDLE + 2 * gost_key_count++;
    return rv;
}

// The public half of a key that is there, which must be given as the standard has it.
static CK_RV import_public(const session *s, const CK_ATTRIBUTE *template, CK_ULONG count, CK_OBJECT_HANDLE *object) {
    const CK_ATTRIBUTE *id = given(template, count, CKA_ID), *point = given(template, count, CKA_VALUE);
    gost_read_keys();
    for (CK_ULONG i = 0; id != NULL && point != NULL && i < gost_key_count; i++) {
        CK_BYTE octets[128];
        bool is_same = gost_keys[i].slot == s->slot && gost_keys[i].id_length == id->ulValueLen &&
            memcmp(gost_keys[i].id, id->pValue, id->ulValueLen) == 0;
        CK_ULONG length = is_same ? public_octets(i, octets) : 0;
        if (length != 0 && length == point->ulValueLen && memcmp(octets, point->pValue, length) == 0) {
            *object = GOST_FIRST_HANDLE + 2 * i + 1;
            return CKR_OK;
        }
    }
    return CKR_ATTRIBUTE_VALUE_INVALID;
}

CK_RV gost_create(CK_SESSION_HANDLE handle, CK_ATTRIBUTE_PTR template, CK_ULONG count, CK_OBJECT_HANDLE_PTR object) {
    CK_RV rv = enter();
    const session *s = session_of(handle);
    if (rv == CKR_OK && s == NULL) {
        rv = CKR_SESSION_HANDLE_INVALID;
    }
    if (rv == CKR_OK) {
        const CK_ATTRIBUTE *class = given(template, count, CKA_CLASS);
        CK_OBJECT_CLASS wanted = CKO_DATA;
        if (class != NULL && class->ulValueLen == sizeof wanted) {
            memcpy(&wanted, class->pValue, sizeof wanted);
        }
        rv = wanted == CKO_PRIVATE_KEY ? import(s, template, count, object)
            : wanted == CKO_PUBLIC_KEY ? import_public(s, template, count, object)
                                       : CKR_TEMPLATE_INCONSISTENT;
    }
    return leave("C_CreateObject", rv);
}

// The public value in the form of the setting.
static CK_ULONG public_value(CK_ULONG number, CK_ATTRIBUTE_TYPE type, CK_BYTE *octets) {
    const char *form = library.tokens[gost_keys[number].slot].gost_public;
    CK_BYTE value[128];
    if ((type == CKA_EC_POINT) != (strcmp(form, "point") == 0)) {
        return 0;
    }
    CK_ULONG length = public_octets(number, value), header = 0;
    if (strcmp(form, "big") == 0 || strcmp(form, "point") == 0) {
        gost_reverse(value, length / 2);
        gost_reverse(value + length / 2, length / 2);
    }
    if (strcmp(form, "wrapped") == 0) {
        octets[header++] = 0x04;
        if (length >= 0x80) {
            octets[header++] = 0x81;
        }
        octets[header++] = (CK_BYTE)length;
    }
    if (strcmp(form, "point") == 0) {
        octets[header++] = 0x04;
    }
    memcpy(octets + header, value, length);
    return header + length;
}

// The value of an attribute; 0 where the key does not have it.
static CK_ULONG value(CK_OBJECT_HANDLE object, CK_ATTRIBUTE_TYPE type, CK_BYTE *octets) {
    CK_ULONG number = (object - GOST_FIRST_HANDLE) / 2;
    const gost_key *key = &gost_keys[number];
    bool is_private = (object - GOST_FIRST_HANDLE) % 2 == 0;
    CK_ULONG object_class = is_private ? CKO_PRIVATE_KEY : CKO_PUBLIC_KEY;
    switch (type) {
    case CKA_CLASS: memcpy(octets, &object_class, sizeof object_class); return sizeof object_class;
    case CKA_KEY_TYPE: memcpy(octets, &key->type, sizeof key->type); return sizeof key->type;
    case CKA_ID: memcpy(octets, key->id, key->id_length); return key->id_length;
    case CKA_LABEL: memcpy(octets, key->label, key->label_length); return key->label_length;
    case CKA_GOSTR3410_PARAMS: memcpy(octets, key->parameters, key->parameters_length); return key->parameters_length;
    case CKA_GOSTR3411_PARAMS: memcpy(octets, key->hash, key->hash_length); return key->hash_length;
    case CKA_TOKEN: octets[0] = CK_TRUE; return 1;
    case CKA_PRIVATE: octets[0] = is_private; return 1;
    case CKA_SIGN: octets[0] = CK_TRUE; return is_private;
    case CKA_ALWAYS_AUTHENTICATE: octets[0] = CK_FALSE; return is_private;
    case CKA_VALUE:
    case CKA_EC_POINT: return is_private ? 0 : public_value(number, type, octets);
    default: return 0;
    }
}

CK_ULONG gost_find(
    const session *s, const CK_ATTRIBUTE *template, CK_ULONG count, CK_OBJECT_HANDLE *found, CK_ULONG room) {
    CK_ULONG number = 0;
    gost_read_keys();
    for (CK_OBJECT_HANDLE object = GOST_FIRST_HANDLE; object < GOST_FIRST_HANDLE + 2 * gost_key_count; object++) {
        bool is_private = (object - GOST_FIRST_HANDLE) % 2 == 0;
        bool is_match = gost_keys[(object - GOST_FIRST_HANDLE) / 2].slot == s->slot &&
            (!is_private || library.tokens[s->slot].user != NO_USER);
        for (CK_ULONG i = 0; is_match && i < count; i++) {
            CK_BYTE octets[256];
            CK_ULONG length = value(object, template[i].type, octets);
            is_match = length == template[i].ulValueLen && memcmp(octets, template[i].pValue, length) == 0;
        }
        if (is_match && number < room) {
            found[number++] = object;
        }
    }
    return number;
}

CK_RV gost_attributes(CK_OBJECT_HANDLE object, CK_ATTRIBUTE_PTR template, CK_ULONG count) {
    gost_read_keys();
    if (object < GOST_FIRST_HANDLE || object >= GOST_FIRST_HANDLE + 2 * gost_key_count) {
        return CKR_OBJECT_HANDLE_INVALID;
    }
    CK_RV rv = CKR_OK;
    bool is_private = (object - GOST_FIRST_HANDLE) % 2 == 0;
    for (CK_ULONG i = 0; i < count; i++) {
        CK_BYTE octets[256];
        CK_ULONG length = value(object, template[i].type, octets);
        if (is_private && template[i].type == CKA_VALUE) {
            template[i].ulValueLen = CK_UNAVAILABLE_INFORMATION;
            rv = CKR_ATTRIBUTE_SENSITIVE;
        } else if (length == 0) {
            template[i].ulValueLen = CK_UNAVAILABLE_INFORMATION;
            rv = CKR_ATTRIBUTE_TYPE_INVALID;
        } else if (template[i].pValue == NULL) {
            template[i].ulValueLen = length;
        } else if (template[i].ulValueLen < length) {
            template[i].ulValueLen = CK_UNAVAILABLE_INFORMATION;
            rv = CKR_BUFFER_TOO_SMALL;
        } else {
            memcpy(template[i].pValue, octets, length);
            template[i].ulValueLen = length;
        }
    }
    return rv;
}
