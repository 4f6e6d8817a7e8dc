#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/engine.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <stdio.h>
#include <string.h>

#include "rutoken.h"

// Keys of GOST R 34.10, which OpenSSL's engine makes and uses: nothing here is shared with what is tested. The keys of
// earlier processes are PATH.gost, a line each, and PATH.gost.N.pem.

enum { KEYS = 8, FIRST_HANDLE = 0x100, LENGTH = 64 };

typedef struct {
    CK_SLOT_ID slot;
    CK_KEY_TYPE type;
    CK_BYTE id[LENGTH], label[LENGTH], parameters[LENGTH], hash[LENGTH];
    CK_ULONG id_length, label_length, parameters_length, hash_length;
} gost_key;

static gost_key keys[KEYS];
static CK_ULONG key_count;

static const CK_MECHANISM_TYPE mechanisms[] = {
    CKM_GOSTR3410_KEY_PAIR_GEN,
    CKM_GOSTR3410,
    CKM_GOSTR3410_512_KEY_PAIR_GEN,
    CKM_GOSTR3410_512,
};
enum { MECHANISMS = sizeof mechanisms / sizeof *mechanisms };

static ENGINE *engine(void) {
    static ENGINE *loaded;
    if (loaded == NULL) {
        ENGINE_load_dynamic();
        loaded = ENGINE_by_id("gost");
        if (loaded != NULL && (!ENGINE_init(loaded) || !ENGINE_set_default(loaded, ENGINE_METHOD_ALL))) {
            loaded = NULL;
        }
    }
    return loaded;
}

// MARK: Files

static void print_hex(FILE *file, const CK_BYTE *octets, CK_ULONG length) {
    fputc(' ', file);
    fputc('x', file);
    for (CK_ULONG i = 0; i < length; i++) {
        fprintf(file, "%02x", octets[i]);
    }
}

static CK_ULONG read_hex(const char *text, CK_BYTE *octets) {
    CK_ULONG length = 0;
    unsigned octet;
    while (length < LENGTH && sscanf(text + 1 + 2 * length, "%2x", &octet) == 1) {
        octets[length++] = (CK_BYTE)octet;
    }
    return length;
}

static FILE *open_file(const char *mode, const char *suffix) {
    char path[sizeof library.path + 32];
    snprintf(path, sizeof path, "%s.gost%s", library.path, suffix);
    return fopen(path, mode);
}

static FILE *open_key(const char *mode, CK_ULONG number) {
    char suffix[32];
    snprintf(suffix, sizeof suffix, ".%lu.pem", number);
    return open_file(mode, suffix);
}

static void read_keys(void) {
    key_count = 0;
    FILE *file = open_file("r", "");
    char id[140], label[140], parameters[140], hash[140];
    while (file != NULL && key_count < KEYS) {
        gost_key *key = &keys[key_count];
        if (fscanf(file, "%lu %lu %139s %139s %139s %139s", &key->slot, &key->type, id, label, parameters, hash) != 6) {
            break;
        }
        key->id_length = read_hex(id, key->id);
        key->label_length = read_hex(label, key->label);
        key->parameters_length = read_hex(parameters, key->parameters);
        key->hash_length = read_hex(hash, key->hash);
        key_count++;
    }
    if (file != NULL) {
        fclose(file);
    }
}

static bool append_key(const gost_key *key, EVP_PKEY *pair) {
    FILE *file = open_key("w", key_count);
    bool done = file != NULL && PEM_write_PrivateKey(file, pair, NULL, NULL, 0, NULL, NULL) == 1;
    if (file != NULL) {
        fclose(file);
    }
    file = done ? open_file("a", "") : NULL;
    if (file == NULL) {
        return false;
    }
    fprintf(file, "%lu %lu", key->slot, key->type);
    print_hex(file, key->id, key->id_length);
    print_hex(file, key->label, key->label_length);
    print_hex(file, key->parameters, key->parameters_length);
    print_hex(file, key->hash, key->hash_length);
    fputc('\n', file);
    fclose(file);
    return true;
}

static EVP_PKEY *load_key(CK_ULONG number) {
    FILE *file = engine() != NULL ? open_key("r", number) : NULL;
    EVP_PKEY *key = file != NULL ? PEM_read_PrivateKey(file, NULL, NULL, NULL) : NULL;
    if (file != NULL) {
        fclose(file);
    }
    return key;
}

// MARK: Mechanisms

CK_RV gost_mechanism_list(CK_SLOT_ID slot, CK_MECHANISM_TYPE_PTR list, CK_ULONG_PTR count) {
    CK_RV rv = enter();
    if (rv == CKR_OK && token_in(slot) == NULL) {
        rv = missing_token(slot);
    }
    if (rv == CKR_OK && list != NULL) {
        rv = *count < MECHANISMS ? CKR_BUFFER_TOO_SMALL : CKR_OK;
        for (CK_ULONG i = 0; rv == CKR_OK && i < MECHANISMS; i++) {
            list[i] = mechanisms[i];
        }
    }
    *count = MECHANISMS;
    return leave("C_GetMechanismList", rv);
}

CK_RV gost_mechanism_info(CK_SLOT_ID slot, CK_MECHANISM_TYPE type, CK_MECHANISM_INFO_PTR info) {
    CK_RV rv = enter();
    if (rv == CKR_OK && token_in(slot) == NULL) {
        rv = missing_token(slot);
    }
    bool is_long = type == CKM_GOSTR3410_512 || type == CKM_GOSTR3410_512_KEY_PAIR_GEN;
    bool generates = type == CKM_GOSTR3410_KEY_PAIR_GEN || type == CKM_GOSTR3410_512_KEY_PAIR_GEN;
    CK_ULONG bits = is_long ? 512 : 256;
    *info = (CK_MECHANISM_INFO){bits, bits, CKF_HW | (generates ? CKF_GENERATE_KEY_PAIR : CKF_SIGN)};
    return leave("C_GetMechanismInfo", rv);
}

// MARK: Keys

static const CK_ATTRIBUTE *given(const CK_ATTRIBUTE *template, CK_ULONG count, CK_ATTRIBUTE_TYPE type) {
    for (CK_ULONG i = 0; i < count; i++) {
        if (template[i].type == type) {
            return &template[i];
        }
    }
    return NULL;
}

static CK_ULONG copy(const CK_ATTRIBUTE *from, CK_BYTE *octets) {
    if (from == NULL || from->ulValueLen > LENGTH) {
        return 0;
    }
    memcpy(octets, from->pValue, from->ulValueLen);
    return from->ulValueLen;
}

static const struct {
    const char *name;
    CK_BYTE octets[11];
    CK_ULONG length;
    bool is_long, is_new;
} sets[] = {
    {"A", {0x06, 0x07, 0x2A, 0x85, 0x03, 0x02, 0x02, 0x23, 0x01}, 9, false, false},
    {"B", {0x06, 0x07, 0x2A, 0x85, 0x03, 0x02, 0x02, 0x23, 0x02}, 9, false, false},
    {"C", {0x06, 0x07, 0x2A, 0x85, 0x03, 0x02, 0x02, 0x23, 0x03}, 9, false, false},
    {"TCA", {0x06, 0x09, 0x2A, 0x85, 0x03, 0x07, 0x01, 0x02, 0x01, 0x01, 0x01}, 11, false, true},
    {"TCB", {0x06, 0x09, 0x2A, 0x85, 0x03, 0x07, 0x01, 0x02, 0x01, 0x01, 0x02}, 11, false, true},
    {"A", {0x06, 0x09, 0x2A, 0x85, 0x03, 0x07, 0x01, 0x02, 0x01, 0x02, 0x01}, 11, true, false},
    {"B", {0x06, 0x09, 0x2A, 0x85, 0x03, 0x07, 0x01, 0x02, 0x01, 0x02, 0x02}, 11, true, false},
};

static const CK_BYTE hash_94[] = {0x06, 0x07, 0x2A, 0x85, 0x03, 0x02, 0x02, 0x1E, 0x01};

// OpenSSL's name of a set that the token has; NULL for another.
static const char *set_name(const gost_key *key, const token *t) {
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        bool is_refused = (sets[i].is_new && t->gost_is_old) || (!sets[i].is_new && !sets[i].is_long && t->gost_is_new);
        if (sets[i].is_long == (key->type == CKK_GOSTR3410_512) && sets[i].length == key->parameters_length &&
            memcmp(sets[i].octets, key->parameters, key->parameters_length) == 0 && !is_refused) {
            return sets[i].name;
        }
    }
    return NULL;
}

static EVP_PKEY *generate(const gost_key *key, const char *set) {
    bool is_94 = key->hash_length == sizeof hash_94 && memcmp(key->hash, hash_94, sizeof hash_94) == 0;
    int type = key->type == CKK_GOSTR3410_512 ? NID_id_GostR3410_2012_512
        : is_94                               ? NID_id_GostR3410_2001
                                              : NID_id_GostR3410_2012_256;
    EVP_PKEY_CTX *context = engine() != NULL ? EVP_PKEY_CTX_new_id(type, engine()) : NULL;
    EVP_PKEY *pair = NULL;
    if (context != NULL && EVP_PKEY_keygen_init(context) == 1 && EVP_PKEY_CTX_ctrl_str(context, "paramset", set) == 1) {
        EVP_PKEY_keygen(context, &pair);
    }
    EVP_PKEY_CTX_free(context);
    return pair;
}

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
        read_keys();
        bool is_long = mechanism->mechanism == CKM_GOSTR3410_512_KEY_PAIR_GEN;
        gost_key *key = &keys[key_count];
        *key = (gost_key){.slot = s->slot, .type = is_long ? CKK_GOSTR3410_512 : CKK_GOSTR3410};
        key->id_length = copy(given(private_template, private_count, CKA_ID), key->id);
        key->label_length = copy(given(private_template, private_count, CKA_LABEL), key->label);
        const CK_ATTRIBUTE *parameters = given(public_template, public_count, CKA_GOSTR3410_PARAMS);
        key->parameters_length = copy(parameters, key->parameters);
        key->hash_length = copy(given(public_template, public_count, CKA_GOSTR3411_PARAMS), key->hash);
        const token *t = &library.tokens[s->slot];
        bool is_twice = given(private_template, private_count, CKA_GOSTR3410_PARAMS) != NULL;
        const char *set = set_name(key, t);
        if (key_count == KEYS) {
            rv = CKR_DEVICE_MEMORY;
        } else if (parameters == NULL || key->hash_length == 0 || (t->gost_wants_both && !is_twice)) {
            rv = CKR_TEMPLATE_INCOMPLETE;
        } else if (is_twice && !t->gost_wants_both) {
            rv = CKR_ATTRIBUTE_READ_ONLY;
        } else if (set == NULL) {
            rv = CKR_ATTRIBUTE_VALUE_INVALID;
        } else {
            EVP_PKEY *pair = generate(key, set);
            rv = pair != NULL && append_key(key, pair) ? CKR_OK : CKR_FUNCTION_FAILED;
            EVP_PKEY_free(pair);
            *private_key = FIRST_HANDLE + 2 * key_count;
            *public_key = *private_key + 1;
            key_count++;
        }
    }
    return leave("C_GenerateKeyPair", rv);
}

static CK_ULONG public_octets(CK_ULONG number, CK_BYTE *octets) {
    EVP_PKEY *key = load_key(number);
    unsigned char *encoded = NULL;
    int length = key != NULL ? i2d_PUBKEY(key, &encoded) : 0;
    CK_ULONG size = keys[number].type == CKK_GOSTR3410_512 ? 128 : 64;
    if (length > (int)size) {
        memcpy(octets, encoded + length - size, size);
    }
    OPENSSL_free(encoded);
    EVP_PKEY_free(key);
    return length > (int)size ? size : 0;
}

static void reverse(CK_BYTE *octets, CK_ULONG length) {
    for (CK_ULONG i = 0; i < length / 2; i++) {
        CK_BYTE octet = octets[i];
        octets[i] = octets[length - 1 - i];
        octets[length - 1 - i] = octet;
    }
}

// The public value in the form of the setting.
static CK_ULONG public_value(CK_ULONG number, CK_ATTRIBUTE_TYPE type, CK_BYTE *octets) {
    const char *form = library.tokens[keys[number].slot].gost_public;
    CK_BYTE value[128];
    if ((type == CKA_EC_POINT) != (strcmp(form, "point") == 0)) {
        return 0;
    }
    CK_ULONG length = public_octets(number, value), header = 0;
    if (strcmp(form, "big") == 0 || strcmp(form, "point") == 0) {
        reverse(value, length / 2);
        reverse(value + length / 2, length / 2);
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
    CK_ULONG number = (object - FIRST_HANDLE) / 2;
    const gost_key *key = &keys[number];
    bool is_private = (object - FIRST_HANDLE) % 2 == 0;
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
    read_keys();
    for (CK_OBJECT_HANDLE object = FIRST_HANDLE; object < FIRST_HANDLE + 2 * key_count; object++) {
        bool is_private = (object - FIRST_HANDLE) % 2 == 0;
        bool is_match = keys[(object - FIRST_HANDLE) / 2].slot == s->slot &&
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
    read_keys();
    if (object < FIRST_HANDLE || object >= FIRST_HANDLE + 2 * key_count) {
        return CKR_OBJECT_HANDLE_INVALID;
    }
    CK_RV rv = CKR_OK;
    bool is_private = (object - FIRST_HANDLE) % 2 == 0;
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

// MARK: Signatures

CK_RV gost_sign_init(CK_SESSION_HANDLE handle, CK_MECHANISM_PTR mechanism, CK_OBJECT_HANDLE key) {
    CK_RV rv = enter();
    session *s = session_of(handle);
    if (rv == CKR_OK && s == NULL) {
        rv = CKR_SESSION_HANDLE_INVALID;
    }
    if (rv == CKR_OK) {
        read_keys();
        CK_ULONG number = (key - FIRST_HANDLE) / 2;
        bool is_known = key >= FIRST_HANDLE && number < key_count && (key - FIRST_HANDLE) % 2 == 0;
        CK_MECHANISM_TYPE expected =
            is_known && keys[number].type == CKK_GOSTR3410_512 ? CKM_GOSTR3410_512 : CKM_GOSTR3410;
        rv = !is_known                                 ? CKR_KEY_HANDLE_INVALID
            : mechanism->mechanism != expected         ? CKR_MECHANISM_INVALID
            : mechanism->ulParameterLen != 0           ? CKR_MECHANISM_PARAM_INVALID
            : library.tokens[s->slot].user != CKU_USER ? CKR_USER_NOT_LOGGED_IN
                                                       : CKR_OK;
        s->signing = rv == CKR_OK ? key : 0;
    }
    return leave("C_SignInit", rv);
}

CK_RV gost_sign(
    CK_SESSION_HANDLE handle, CK_BYTE_PTR data, CK_ULONG length, CK_BYTE_PTR signature, CK_ULONG_PTR signature_length) {
    CK_RV rv = enter();
    session *s = session_of(handle);
    if (rv == CKR_OK && (s == NULL || s->signing == 0)) {
        rv = s == NULL ? CKR_SESSION_HANDLE_INVALID : CKR_OPERATION_NOT_INITIALIZED;
    }
    if (rv == CKR_OK) {
        CK_ULONG number = (s->signing - FIRST_HANDLE) / 2;
        CK_ULONG half = keys[number].type == CKK_GOSTR3410_512 ? 64 : 32;
        CK_BYTE made[128], swapped[128];
        if (signature == NULL || *signature_length < 2 * half) {
            rv = signature == NULL ? CKR_OK : CKR_BUFFER_TOO_SMALL;
            *signature_length = 2 * half;
            return leave("C_Sign", rv);
        }
        s->signing = 0;
        EVP_PKEY *key = length == half ? load_key(number) : NULL;
        EVP_PKEY_CTX *context = key != NULL ? EVP_PKEY_CTX_new(key, engine()) : NULL;
        size_t count = sizeof made;
        bool done = context != NULL && EVP_PKEY_sign_init(context) == 1 &&
            EVP_PKEY_sign(context, made, &count, data, length) == 1 && count == 2 * half;
        const char *form = library.tokens[s->slot].gost_signature;
        if (strcmp(form, "rs") == 0) {
            memcpy(swapped, made + half, half);
            memcpy(swapped + half, made, half);
            memcpy(made, swapped, 2 * half);
        } else if (strcmp(form, "little") == 0) {
            reverse(made, 2 * half);
        }
        memcpy(signature, made, 2 * half);
        *signature_length = 2 * half;
        EVP_PKEY_CTX_free(context);
        EVP_PKEY_free(key);
        rv = done ? CKR_OK : length == half ? CKR_FUNCTION_FAILED : CKR_DATA_LEN_RANGE;
    }
    return leave("C_Sign", rv);
}
