#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/objects.h>
#include <openssl/param_build.h>
#include <string.h>

#include "include/clibcrypto_signature.h"
#include "internal.h"

static int identifier(const char *curve) {
    if (!strcmp(curve, "P-256")) return NID_X9_62_prime256v1;
    if (!strcmp(curve, "P-384")) return NID_secp384r1;
    return NID_undef;
}

static size_t field_length(const libcrypto_key *key) { return ((size_t)EVP_PKEY_get_bits(key->pkey) + 7) / 8; }

int libcrypto_ec_generate(const char *curve, libcrypto_key **key) {
    if (identifier(curve) == NID_undef) return LIBCRYPTO_INVALID;
    OSSL_LIB_CTX *context = libcrypto_context();
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)curve, 0),
        OSSL_PARAM_construct_end(),
    };
    EVP_PKEY *pkey = context ? libcrypto_key_generate(LIBCRYPTO_EC, parameters) : NULL;
    return libcrypto_finish(pkey ? libcrypto_key_wrap(pkey, key) : LIBCRYPTO_FAILED);
}

EVP_PKEY *libcrypto_ec_assemble(const char *curve, const uint8_t *point, size_t point_length, const BIGNUM *scalar) {
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    OSSL_PARAM *parameters = NULL;
    EVP_PKEY_CTX *context = NULL;
    EVP_PKEY *pkey = NULL;
    if (builder && OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, curve, 0) &&
        OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, point_length) &&
        (!scalar || OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_PRIV_KEY, scalar)) &&
        (parameters = OSSL_PARAM_BLD_to_param(builder)) &&
        (context = EVP_PKEY_CTX_new_from_name(libcrypto_context(), LIBCRYPTO_EC, LIBCRYPTO_PROPERTIES)) &&
        EVP_PKEY_fromdata_init(context) == 1 &&
        EVP_PKEY_fromdata(context, &pkey, scalar ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, parameters) != 1)
        pkey = NULL;
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    return pkey;
}

int libcrypto_ec_load(const char *curve, const uint8_t *scalar, size_t scalar_length, libcrypto_key **key) {
    int nid = identifier(curve);
    return nid == NID_undef ? LIBCRYPTO_INVALID : libcrypto_ec_pair(nid, scalar, scalar_length, key);
}

int libcrypto_ec_pair(int nid, const uint8_t *scalar, size_t scalar_length, libcrypto_key **key) {
    OSSL_LIB_CTX *context = libcrypto_context();
    if (!context) return libcrypto_finish(LIBCRYPTO_FAILED);
    const char *curve = OBJ_nid2sn(nid);
    EC_GROUP *group = !curve ? NULL : EC_GROUP_new_by_curve_name_ex(context, LIBCRYPTO_PROPERTIES, nid);
    BN_CTX *scratch = BN_CTX_secure_new_ex(context);
    BIGNUM *number = NULL;
    EC_POINT *point = group ? EC_POINT_new(group) : NULL;
    int result = LIBCRYPTO_INVALID;
    if (!point || !scratch || scalar_length != ((size_t)EC_GROUP_order_bits(group) + 7) / 8) goto end;
    number = libcrypto_secret_number(scalar, scalar_length);
    if (!number || BN_is_zero(number) || BN_cmp(number, EC_GROUP_get0_order(group)) >= 0) goto end;
    BN_set_flags(number, BN_FLG_CONSTTIME);
    result = LIBCRYPTO_FAILED;
    uint8_t encoded[LIBCRYPTO_LONGEST_POINT];
    if (!EC_POINT_mul(group, point, number, NULL, NULL, scratch)) goto end;
    size_t length = EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED, encoded, sizeof encoded, scratch);
    EVP_PKEY *pkey = length ? libcrypto_ec_assemble(curve, encoded, length, number) : NULL;
    if (pkey) result = libcrypto_key_wrap(pkey, key);
end:
    EC_POINT_free(point);
    BN_clear_free(number);
    BN_CTX_free(scratch);
    EC_GROUP_free(group);
    return libcrypto_finish(result);
}

int libcrypto_ec_scalar(const libcrypto_key *key, uint8_t *scalar, size_t scalar_length) {
    if (scalar_length != field_length(key)) return libcrypto_finish(LIBCRYPTO_INVALID);
    BIGNUM *number = NULL;
    bool done = EVP_PKEY_get_bn_param(key->pkey, OSSL_PKEY_PARAM_PRIV_KEY, &number) &&
        BN_bn2binpad(number, scalar, (int)scalar_length) == (int)scalar_length;
    BN_clear_free(number);
    return libcrypto_finish(done ? LIBCRYPTO_OK : LIBCRYPTO_FAILED);
}

int libcrypto_ec_point(const libcrypto_key *key, uint8_t *point, size_t *point_length) {
    bool done = EVP_PKEY_get_octet_string_param(
        key->pkey, OSSL_PKEY_PARAM_PUB_KEY, point, LIBCRYPTO_MAXIMUM_POINT_LENGTH, point_length);
    if (!done || *point_length != 1 + 2 * field_length(key) || point[0] != 0x04)
        return libcrypto_finish(LIBCRYPTO_FAILED);
    return LIBCRYPTO_OK;
}

int libcrypto_ecdsa_sign(
    const libcrypto_key *key, const uint8_t *digest, size_t digest_length, uint8_t *signature,
    size_t *signature_length) {
    EVP_PKEY_CTX *context = libcrypto_key_context(key);
    size_t written = LIBCRYPTO_MAXIMUM_ECDSA_LENGTH;
    bool done = context && EVP_PKEY_sign_init(context) == 1 &&
        EVP_PKEY_sign(context, signature, &written, digest, digest_length) == 1;
    EVP_PKEY_CTX_free(context);
    if (done) *signature_length = written;
    return libcrypto_finish(done ? LIBCRYPTO_OK : LIBCRYPTO_FAILED);
}

int libcrypto_ecdsa_verify(
    const char *curve, const uint8_t *point, size_t point_length, const uint8_t *digest, size_t digest_length,
    const uint8_t *signature, size_t signature_length) {
    OSSL_LIB_CTX *library = libcrypto_context();
    if (!library || identifier(curve) == NID_undef || !point_length || point[0] != 0x04)
        return libcrypto_finish(library ? LIBCRYPTO_INVALID : LIBCRYPTO_FAILED);
    EVP_PKEY *pkey = libcrypto_ec_assemble(curve, point, point_length, NULL);
    EVP_PKEY_CTX *context = pkey ? EVP_PKEY_CTX_new_from_pkey(library, pkey, LIBCRYPTO_PROPERTIES) : NULL;
    int result = pkey ? LIBCRYPTO_FAILED : LIBCRYPTO_INVALID;
    if (context && EVP_PKEY_verify_init(context) == 1) {
        bool fits = EVP_PKEY_verify(context, signature, signature_length, digest, digest_length) == 1;
        result = fits ? LIBCRYPTO_OK : LIBCRYPTO_NOT_AUTHENTIC;
    }
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(pkey);
    return libcrypto_finish(result);
}

int libcrypto_ecdh(
    const libcrypto_key *key, const uint8_t *point, size_t point_length, uint8_t *shared, size_t shared_length) {
    size_t length = field_length(key);
    if (point_length != 1 + 2 * length || point[0] != 0x04 || shared_length != length)
        return libcrypto_finish(LIBCRYPTO_INVALID);
    char curve[16];
    size_t curve_length = 0;
    if (!EVP_PKEY_get_utf8_string_param(key->pkey, OSSL_PKEY_PARAM_GROUP_NAME, curve, sizeof curve, &curve_length))
        return libcrypto_finish(LIBCRYPTO_FAILED);
    EVP_PKEY *peer = libcrypto_ec_assemble(curve, point, point_length, NULL);
    EVP_PKEY_CTX *context = peer ? libcrypto_key_context(key) : NULL;
    int result = LIBCRYPTO_INVALID;
    // Setting the peer checks that its point is on the curve and not the neutral element.
    if (context && EVP_PKEY_derive_init(context) == 1 && EVP_PKEY_derive_set_peer(context, peer) == 1) {
        size_t written = shared_length;
        bool done = EVP_PKEY_derive(context, shared, &written) == 1 && written == shared_length;
        result = done ? LIBCRYPTO_OK : LIBCRYPTO_FAILED;
    }
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(peer);
    return libcrypto_finish(result);
}
