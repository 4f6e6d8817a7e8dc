#include <stdlib.h>
#include <string.h>

#include "fault.h"

// Silly cryptography: everything is the same each time, as long as the real thing would be, and worth nothing.

// MARK: Octets that depend on all that goes in

static uint64_t mix(uint64_t state, const void *octets, size_t count) {
    for (size_t i = 0; i < count; i++) {
        state = (state ^ ((const CK_BYTE *)octets)[i]) * 0x100000001B3ULL;
    }
    return state;
}

static void fill(uint64_t state, CK_BYTE *out, size_t count) {
    for (size_t i = 0; i < count; i++) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        out[i] = (CK_BYTE)(state >> 56);
    }
}

enum { LARGEST = 2048 };

// The length that a signature by this key has, or that it encrypts to; 0 for a key that is not asymmetric.
static size_t size_of_key(const fm_object *key) {
    const fm_attribute *params = fm_find(key, CKA_EC_PARAMS);
    switch (fm_ulong(key, CKA_KEY_TYPE, CKK_GENERIC_SECRET)) {
    case CKK_RSA: return fm_ulong(key, CKA_MODULUS_BITS, 2048) / 8 % LARGEST;
    case CKK_EC: {
        // 1.3.132.0.34 and .35 are P-384 and P-521.
        CK_BYTE last = params != NULL && params->length == 7 ? params->value[6] : 0;
        return last == 34 ? 96 : last == 35 ? 132 : 64;
    }
    case CKK_EC_EDWARDS:
    case CKK_GOSTR3410: return 64;
    default: return 0;
    }
}

// SEQUENCE of two INTEGERs, as X9.62 has it.
static size_t encode_x962(const CK_BYTE *raw, size_t size, CK_BYTE *out) {
    CK_BYTE body[2 * 70];
    size_t count = 0;
    for (int half = 0; half < 2; half++) {
        const CK_BYTE *number = raw + (size_t)half * size / 2;
        size_t length = size / 2;
        while (length > 1 && number[0] == 0) {
            number++;
            length--;
        }
        size_t zero = number[0] >= 0x80 ? 1 : 0;
        body[count++] = 0x02;
        body[count++] = (CK_BYTE)(length + zero);
        body[count] = 0;
        memcpy(body + count + zero, number, length);
        count += length + zero;
    }
    size_t header = 0;
    out[header++] = 0x30;
    if (count >= 128) {
        out[header++] = 0x81;
    }
    out[header++] = (CK_BYTE)count;
    memcpy(out + header, body, count);
    return header + count;
}

// Depends on the CKA_ID, which a public key shares with its private key.
static size_t make_signature(const fm_operation *operation, const fm_object *key, CK_BYTE *out) {
    const fm_attribute *id = fm_find(key, CKA_ID);
    uint64_t state = mix(0xCBF29CE484222325ULL, operation->data, operation->count);
    state = mix(state, &operation->mechanism, sizeof operation->mechanism);
    state = id != NULL ? mix(state, id->value, id->length) : state;
    size_t size = size_of_key(key);
    size = size == 0 ? 32 : size;
    fill(state, out, size);
    // Below any modulus and group order.
    out[0] = 0x3F;
    if (!fm.x962_signatures || fm_ulong(key, CKA_KEY_TYPE, CKK_RSA) != CKK_EC) {
        return size;
    }
    CK_BYTE raw[LARGEST];
    memcpy(raw, out, size);
    return encode_x962(raw, size, out);
}

static size_t make_digest(const fm_operation *operation, CK_BYTE *out) {
    size_t size = operation->mechanism == CKM_SHA_1 ? 20
        : operation->mechanism == CKM_SHA384        ? 48
        : operation->mechanism == CKM_SHA512        ? 64
                                                    : 32;
    fill(mix(0xCBF29CE484222325ULL, operation->data, operation->count), out, size);
    return size;
}

// Two octets of length, the data with bits turned over, padding to the length of the key where it has one, and a tag.
static CK_BYTE *make_ciphertext(const fm_operation *operation, const fm_object *key, size_t *count) {
    size_t size = size_of_key(key);
    size_t tag = operation->mechanism == CKM_AES_GCM ? 16 : 0;
    *count = size > 0 ? size : 2 + operation->count + tag;
    if (operation->count > 0xFFFF || (size > 0 && operation->count + 11 > size)) {
        return NULL;
    }
    CK_BYTE *out = calloc(1, *count + 1);
    if (out != NULL) {
        out[0] = (CK_BYTE)(operation->count >> 8);
        out[1] = (CK_BYTE)operation->count;
        for (size_t i = 0; i < operation->count; i++) {
            out[2 + i] = operation->data[i] ^ 0x5A;
        }
    }
    return out;
}

static CK_BYTE *make_plaintext(const fm_operation *operation, size_t *count) {
    *count = operation->count < 2 ? 0 : (size_t)operation->data[0] << 8 | operation->data[1];
    if (operation->count < 2 || *count > operation->count - 2) {
        return NULL;
    }
    CK_BYTE *out = malloc(*count + 1);
    for (size_t i = 0; out != NULL && i < *count; i++) {
        out[i] = operation->data[2 + i] ^ 0x5A;
    }
    return out;
}

// MARK: Steps

// A client may have left the length of the IV in bits, or the IV, to the module.
static CK_RV check_gcm(const CK_MECHANISM *mechanism, fm_kind kind) {
    if (mechanism->mechanism != CKM_AES_GCM || fm.gcm == FM_IV_KEPT) {
        return CKR_OK;
    }
    CK_GCM_PARAMS *parameters = mechanism->pParameter;
    if (parameters == NULL || mechanism->ulParameterLen != sizeof *parameters) {
        return CKR_MECHANISM_PARAM_INVALID;
    }
    if (fm.gcm == FM_IV_WRITTEN && kind == FM_ENCRYPT && parameters->pIv != NULL) {
        memset(parameters->pIv, 0xA5, parameters->ulIvLen);
    }
    bool is_refused = (fm.gcm == FM_IV_BITS_REQUIRED && parameters->ulIvBits == 0) ||
        (fm.gcm == FM_IV_BITS_REFUSED && parameters->ulIvBits != 0);
    return is_refused ? CKR_MECHANISM_PARAM_INVALID : CKR_OK;
}

static CK_RV start(CK_SESSION_HANDLE handle, fm_kind kind, const CK_MECHANISM *mechanism, CK_OBJECT_HANDLE key) {
    static const CK_FLAGS uses[] = {CKF_ENCRYPT, CKF_DECRYPT, CKF_DIGEST, CKF_SIGN, CKF_VERIFY};
    static const CK_ATTRIBUTE_TYPE rights[] = {CKA_ENCRYPT, CKA_DECRYPT, 0, CKA_SIGN, CKA_VERIFY};
    fm_session *session = fm_session_of(handle);
    if (session == NULL) {
        return CKR_SESSION_HANDLE_INVALID;
    }
    FM_REQUIRE(mechanism != NULL);
    fm_operation *operation = &session->operations[kind];
    if (operation->active) {
        return CKR_OPERATION_ACTIVE;
    }
    CK_RV rv = fm_check_mechanism(mechanism->mechanism, uses[kind]);
    rv = rv == CKR_OK ? check_gcm(mechanism, kind) : rv;
    if (rv != CKR_OK) {
        return rv;
    }
    const fm_object *object = fm_object_of(key, session->slot);
    const fm_token *token = &fm_tokens[session->slot];
    if (kind != FM_DIGEST) {
        if (object == NULL) {
            return CKR_KEY_HANDLE_INVALID;
        }
        if (fm_flag(object, CKA_PRIVATE) && token->login_required && token->user != CKU_USER) {
            return CKR_USER_NOT_LOGGED_IN;
        }
        if (!fm_flag(object, rights[kind])) {
            return CKR_KEY_FUNCTION_NOT_PERMITTED;
        }
    }
    *operation = (fm_operation){.active = true, .mechanism = mechanism->mechanism, .key = key};
    operation->needs_login = object != NULL && fm_flag(object, CKA_ALWAYS_AUTHENTICATE);
    return CKR_OK;
}

static CK_RV find_operation(CK_SESSION_HANDLE handle, fm_kind kind, fm_session **session, fm_operation **operation) {
    *session = fm_session_of(handle);
    if (*session == NULL) {
        return CKR_SESSION_HANDLE_INVALID;
    }
    *operation = &(*session)->operations[kind];
    if (!(*operation)->active) {
        return CKR_OPERATION_NOT_INITIALIZED;
    }
    if ((*operation)->needs_login) {
        fm_end(*operation);
        return CKR_USER_NOT_LOGGED_IN;
    }
    return CKR_OK;
}

static CK_RV append(fm_operation *operation, const CK_BYTE *data, CK_ULONG count) {
    FM_REQUIRE(data != NULL || count == 0);
    CK_BYTE *longer = realloc(operation->data, operation->count + count + 1);
    if (longer == NULL) {
        return CKR_HOST_MEMORY;
    }
    if (count > 0) {
        memcpy(longer + operation->count, data, count);
    }
    operation->data = longer;
    operation->count += count;
    return CKR_OK;
}

static CK_RV update(CK_SESSION_HANDLE handle, fm_kind kind, const CK_BYTE *data, CK_ULONG count) {
    fm_session *session;
    fm_operation *operation;
    CK_RV rv = find_operation(handle, kind, &session, &operation);
    if (rv == CKR_OK) {
        operation->streaming = true;
        rv = append(operation, data, count);
    }
    return rv;
}

// Ends the operation and delivers what it makes. `data` is what a single call adds; NULL with count 0 for a Final.
static CK_RV finish(
    CK_SESSION_HANDLE handle, fm_kind kind, uint32_t function, const CK_BYTE *data, CK_ULONG count, CK_BYTE_PTR out,
    CK_ULONG_PTR length) {
    fm_session *session;
    fm_operation *operation;
    CK_RV rv = find_operation(handle, kind, &session, &operation);
    size_t before = rv == CKR_OK ? operation->count : 0;
    rv = rv == CKR_OK ? append(operation, data, count) : rv;
    if (rv != CKR_OK) {
        return rv;
    }
    const fm_object *key = fm_object_of(operation->key, session->slot);
    CK_BYTE small[LARGEST + 16];
    CK_BYTE *result = small;
    size_t size = 0;
    if (kind != FM_DIGEST && key == NULL) {
        fm_end(operation);
        return CKR_KEY_HANDLE_INVALID;
    }
    switch (kind) {
    case FM_SIGN: size = make_signature(operation, key, small); break;
    case FM_DIGEST: size = make_digest(operation, small); break;
    case FM_ENCRYPT: result = make_ciphertext(operation, key, &size); break;
    default: result = make_plaintext(operation, &size); break;
    }
    if (result == NULL) {
        fm_end(operation);
        return kind == FM_ENCRYPT ? CKR_DATA_LEN_RANGE : CKR_ENCRYPTED_DATA_INVALID;
    }
    bool done;
    rv = fm_deliver(function, result, size, out, length, &done);
    if (result != small) {
        free(result);
    }
    // The same call comes again after a question for the length, with the same data.
    operation->count = before;
    if (done) {
        fm_end(operation);
    }
    return rv;
}

static CK_RV check_signature(
    CK_SESSION_HANDLE handle, const CK_BYTE *data, CK_ULONG count, const CK_BYTE *signature, CK_ULONG length) {
    fm_session *session;
    fm_operation *operation;
    CK_RV rv = find_operation(handle, FM_VERIFY, &session, &operation);
    rv = rv == CKR_OK ? append(operation, data, count) : rv;
    if (rv != CKR_OK) {
        return rv;
    }
    FM_REQUIRE(signature != NULL);
    const fm_object *key = fm_object_of(operation->key, session->slot);
    CK_BYTE expected[LARGEST + 16];
    size_t size = key != NULL ? make_signature(operation, key, expected) : 0;
    fm_end(operation);
    fm_count_operation();
    if (fm.verify_accepts_all) {
        return CKR_OK;
    }
    return length != size                        ? CKR_SIGNATURE_LEN_RANGE
        : memcmp(expected, signature, size) == 0 ? CKR_OK
                                                 : CKR_SIGNATURE_INVALID;
}

// MARK: Entry points

#define FM_INIT(name, kind)                                                                      \
    CK_RV name(CK_SESSION_HANDLE hSession, CK_MECHANISM_PTR pMechanism, CK_OBJECT_HANDLE hKey) { \
        FM_ENTER(name);                                                                          \
        return start(hSession, kind, pMechanism, hKey);                                          \
    }

#define FM_SINGLE(name, kind)                                                                        \
    CK_RV name(                                                                                      \
        CK_SESSION_HANDLE hSession, CK_BYTE_PTR pData, CK_ULONG ulDataLen, CK_BYTE_PTR pResult,      \
        CK_ULONG_PTR pulResultLen) {                                                                 \
        FM_ENTER(name);                                                                              \
        return finish(hSession, kind, CCK_FUNCTION_##name, pData, ulDataLen, pResult, pulResultLen); \
    }

#define FM_UPDATE(name, kind)                                                       \
    CK_RV name(CK_SESSION_HANDLE hSession, CK_BYTE_PTR pPart, CK_ULONG ulPartLen) { \
        FM_ENTER(name);                                                             \
        return update(hSession, kind, pPart, ulPartLen);                            \
    }

// The cipher keeps everything until the end.
#define FM_UPDATE_SILENT(name, kind)                                                            \
    CK_RV name(                                                                                 \
        CK_SESSION_HANDLE hSession, CK_BYTE_PTR pPart, CK_ULONG ulPartLen, CK_BYTE_PTR pResult, \
        CK_ULONG_PTR pulResultLen) {                                                            \
        FM_ENTER(name);                                                                         \
        FM_REQUIRE(pulResultLen != NULL);                                                       \
        *pulResultLen = 0;                                                                      \
        return pResult == NULL ? CKR_OK : update(hSession, kind, pPart, ulPartLen);             \
    }

#define FM_FINAL(name, kind)                                                                 \
    CK_RV name(CK_SESSION_HANDLE hSession, CK_BYTE_PTR pResult, CK_ULONG_PTR pulResultLen) { \
        FM_ENTER(name);                                                                      \
        return finish(hSession, kind, CCK_FUNCTION_##name, NULL, 0, pResult, pulResultLen);  \
    }

FM_INIT(C_EncryptInit, FM_ENCRYPT)
FM_SINGLE(C_Encrypt, FM_ENCRYPT)
FM_UPDATE_SILENT(C_EncryptUpdate, FM_ENCRYPT)
FM_FINAL(C_EncryptFinal, FM_ENCRYPT)
FM_INIT(C_DecryptInit, FM_DECRYPT)
FM_SINGLE(C_Decrypt, FM_DECRYPT)
FM_UPDATE_SILENT(C_DecryptUpdate, FM_DECRYPT)
FM_FINAL(C_DecryptFinal, FM_DECRYPT)
FM_SINGLE(C_Digest, FM_DIGEST)
FM_UPDATE(C_DigestUpdate, FM_DIGEST)
FM_FINAL(C_DigestFinal, FM_DIGEST)
FM_INIT(C_SignInit, FM_SIGN)
FM_SINGLE(C_Sign, FM_SIGN)
FM_UPDATE(C_SignUpdate, FM_SIGN)
FM_FINAL(C_SignFinal, FM_SIGN)
FM_INIT(C_VerifyInit, FM_VERIFY)
FM_UPDATE(C_VerifyUpdate, FM_VERIFY)

CK_RV C_DigestInit(CK_SESSION_HANDLE hSession, CK_MECHANISM_PTR pMechanism) {
    FM_ENTER(C_DigestInit);
    return start(hSession, FM_DIGEST, pMechanism, 0);
}

CK_RV C_Verify(
    CK_SESSION_HANDLE hSession, CK_BYTE_PTR pData, CK_ULONG ulDataLen, CK_BYTE_PTR pSignature,
    CK_ULONG ulSignatureLen) {
    FM_ENTER(C_Verify);
    return check_signature(hSession, pData, ulDataLen, pSignature, ulSignatureLen);
}

CK_RV C_VerifyFinal(CK_SESSION_HANDLE hSession, CK_BYTE_PTR pSignature, CK_ULONG ulSignatureLen) {
    FM_ENTER(C_VerifyFinal);
    return check_signature(hSession, NULL, 0, pSignature, ulSignatureLen);
}

CK_RV C_SeedRandom(CK_SESSION_HANDLE hSession, CK_BYTE_PTR pSeed, CK_ULONG ulSeedLen) {
    FM_ENTER(C_SeedRandom);
    (void)pSeed;
    (void)ulSeedLen;
    return fm_session_of(hSession) != NULL ? CKR_OK : CKR_SESSION_HANDLE_INVALID;
}

CK_RV C_GenerateRandom(CK_SESSION_HANDLE hSession, CK_BYTE_PTR RandomData, CK_ULONG ulRandomLen) {
    FM_ENTER(C_GenerateRandom);
    FM_REQUIRE(RandomData != NULL);
    static uint64_t state = 1;
    if (fm_session_of(hSession) == NULL) {
        return CKR_SESSION_HANDLE_INVALID;
    }
    fill(++state, RandomData, ulRandomLen);
    return CKR_OK;
}
