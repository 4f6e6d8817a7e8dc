#include "rutoken_gost.h"

#include <string.h>

// Signatures of digests, then those of messages, which the token hashes: a token has one or the other.
static const CK_MECHANISM_TYPE raw[] = {
    CKM_GOSTR3410_KEY_PAIR_GEN,
    CKM_GOSTR3410,
    CKM_GOSTR3410_512_KEY_PAIR_GEN,
    CKM_GOSTR3410_512,
};
static const CK_MECHANISM_TYPE hashing[] = {
    CKM_GOSTR3410_KEY_PAIR_GEN,     CKM_GOSTR3410_WITH_GOSTR3411,        CKM_GOSTR3410_WITH_GOSTR3411_12_256,
    CKM_GOSTR3410_512_KEY_PAIR_GEN, CKM_GOSTR3410_WITH_GOSTR3411_12_512,
};

// MARK: Mechanisms

CK_RV gost_mechanism_list(CK_SLOT_ID slot, CK_MECHANISM_TYPE_PTR list, CK_ULONG_PTR count) {
    CK_RV rv = enter();
    if (rv == CKR_OK && token_in(slot) == NULL) {
        rv = missing_token(slot);
    }
    if (rv == CKR_OK) {
        bool hashes = library.tokens[slot].gost_hashes;
        CK_ULONG known = hashes ? sizeof hashing / sizeof *hashing : sizeof raw / sizeof *raw;
        rv = list != NULL && *count < known ? CKR_BUFFER_TOO_SMALL : CKR_OK;
        if (rv == CKR_OK && list != NULL) {
            memcpy(list, hashes ? hashing : raw, known * sizeof *list);
        }
        *count = known;
    }
    return leave("C_GetMechanismList", rv);
}

CK_RV gost_mechanism_info(CK_SLOT_ID slot, CK_MECHANISM_TYPE type, CK_MECHANISM_INFO_PTR info) {
    CK_RV rv = enter();
    if (rv == CKR_OK && token_in(slot) == NULL) {
        rv = missing_token(slot);
    }
    bool is_long = type == CKM_GOSTR3410_512 || type == CKM_GOSTR3410_512_KEY_PAIR_GEN ||
        type == CKM_GOSTR3410_WITH_GOSTR3411_12_512;
    bool generates = type == CKM_GOSTR3410_KEY_PAIR_GEN || type == CKM_GOSTR3410_512_KEY_PAIR_GEN;
    CK_ULONG bits = is_long ? 512 : 256;
    *info = (CK_MECHANISM_INFO){bits, bits, CKF_HW | (generates ? CKF_GENERATE_KEY_PAIR : CKF_SIGN)};
    return leave("C_GetMechanismInfo", rv);
}

// MARK: Signatures

CK_RV gost_sign_init(CK_SESSION_HANDLE handle, CK_MECHANISM_PTR mechanism, CK_OBJECT_HANDLE key) {
    CK_RV rv = enter();
    session *s = session_of(handle);
    if (rv == CKR_OK && s == NULL) {
        rv = CKR_SESSION_HANDLE_INVALID;
    }
    if (rv == CKR_OK) {
        gost_read_keys();
        CK_ULONG number = (key - GOST_FIRST_HANDLE) / 2;
        bool is_known = key >= GOST_FIRST_HANDLE && number < gost_key_count && (key - GOST_FIRST_HANDLE) % 2 == 0;
        bool is_long = is_known && gost_keys[number].type == CKK_GOSTR3410_512;
        CK_MECHANISM_TYPE expected = is_long ? CKM_GOSTR3410_512 : CKM_GOSTR3410;
        if (library.tokens[s->slot].gost_hashes) {
            expected = is_long                                 ? CKM_GOSTR3410_WITH_GOSTR3411_12_512
                : is_known && gost_is_2001(&gost_keys[number]) ? CKM_GOSTR3410_WITH_GOSTR3411
                                                               : CKM_GOSTR3410_WITH_GOSTR3411_12_256;
        }
        rv = !is_known                                 ? CKR_KEY_HANDLE_INVALID
            : mechanism->mechanism != expected         ? CKR_MECHANISM_INVALID
            : mechanism->ulParameterLen != 0           ? CKR_MECHANISM_PARAM_INVALID
            : library.tokens[s->slot].user != CKU_USER ? CKR_USER_NOT_LOGGED_IN
                                                       : CKR_OK;
        s->signing = rv == CKR_OK ? key : 0;
    }
    return leave("C_SignInit", rv);
}

// The digest of a message by the hash that goes with a key.
static bool hash(const gost_key *key, const CK_BYTE *data, CK_ULONG length, CK_BYTE *digest, CK_ULONG half) {
    const char *name = gost_is_2001(key) ? "md_gost94"
        : key->type == CKK_GOSTR3410_512 ? "md_gost12_512"
                                         : "md_gost12_256";
    const EVP_MD *function = gost_engine() != NULL ? EVP_get_digestbyname(name) : NULL;
    unsigned count = 0;
    return function != NULL && EVP_Digest(data, length, digest, &count, function, NULL) == 1 && count == half;
}

CK_RV gost_sign(
    CK_SESSION_HANDLE handle, CK_BYTE_PTR data, CK_ULONG length, CK_BYTE_PTR signature, CK_ULONG_PTR signature_length) {
    CK_RV rv = enter();
    session *s = session_of(handle);
    if (rv == CKR_OK && (s == NULL || s->signing == 0)) {
        rv = s == NULL ? CKR_SESSION_HANDLE_INVALID : CKR_OPERATION_NOT_INITIALIZED;
    }
    if (rv == CKR_OK) {
        CK_ULONG number = (s->signing - GOST_FIRST_HANDLE) / 2;
        CK_ULONG half = gost_keys[number].type == CKK_GOSTR3410_512 ? 64 : 32;
        CK_BYTE made[128], swapped[128], digest[64];
        if (signature == NULL || *signature_length < 2 * half) {
            rv = signature == NULL ? CKR_OK : CKR_BUFFER_TOO_SMALL;
            *signature_length = 2 * half;
            return leave("C_Sign", rv);
        }
        s->signing = 0;
        if (library.tokens[s->slot].gost_hashes) {
            bool is_hashed = hash(&gost_keys[number], data, length, digest, half);
            data = digest;
            length = is_hashed ? half : 0;
        }
        EVP_PKEY *key = length == half ? gost_load_key(number) : NULL;
        EVP_PKEY_CTX *context = key != NULL ? EVP_PKEY_CTX_new(key, gost_engine()) : NULL;
        size_t count = sizeof made;
        bool done = context != NULL && EVP_PKEY_sign_init(context) == 1 &&
            EVP_PKEY_sign(context, made, &count, data, length) == 1 && count == 2 * half;
        const char *form = library.tokens[s->slot].gost_signature;
        if (strcmp(form, "rs") == 0) {
            memcpy(swapped, made + half, half);
            memcpy(swapped + half, made, half);
            memcpy(made, swapped, 2 * half);
        } else if (strcmp(form, "little") == 0) {
            gost_reverse(made, 2 * half);
        }
        memcpy(signature, made, 2 * half);
        *signature_length = 2 * half;
        EVP_PKEY_CTX_free(context);
        EVP_PKEY_free(key);
        rv = done ? CKR_OK : length == half ? CKR_FUNCTION_FAILED : CKR_DATA_LEN_RANGE;
    }
    return leave("C_Sign", rv);
}
