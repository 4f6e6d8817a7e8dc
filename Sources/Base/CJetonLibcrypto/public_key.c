#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/objects.h>
#include <openssl/param_build.h>
#include <string.h>

#include "include/clibcrypto_signature.h"
#include "internal.h"

BIGNUM *libcrypto_secret_number(const uint8_t *octets, size_t count) {
    BIGNUM *number = BN_secure_new();
    if (number && BN_bin2bn(octets, (int)count, number)) return number;
    BN_clear_free(number);
    return NULL;
}

EVP_PKEY *libcrypto_assemble(const char *type, int selection, const struct libcrypto_part *parts, size_t count) {
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    OSSL_PARAM *parameters = NULL;
    EVP_PKEY_CTX *context = NULL;
    EVP_PKEY *pkey = NULL;
    bool done = builder != NULL;
    for (size_t i = 0; done && i < count; i++) done = OSSL_PARAM_BLD_push_BN(builder, parts[i].name, parts[i].number);
    if (done && (parameters = OSSL_PARAM_BLD_to_param(builder)) &&
        (context = EVP_PKEY_CTX_new_from_name(libcrypto_context(), type, LIBCRYPTO_PROPERTIES)) &&
        EVP_PKEY_fromdata_init(context) == 1 && EVP_PKEY_fromdata(context, &pkey, selection, parameters) != 1)
        pkey = NULL;
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    return pkey;
}

static BIGNUM *take(struct libcrypto_number number) {
    return number.count <= LIBCRYPTO_LONGEST_MODULUS ? BN_bin2bn(number.octets, (int)number.count, NULL) : NULL;
}

static bool has_bits(const BIGNUM *number, int least, int most) {
    return number && BN_num_bits(number) >= least && BN_num_bits(number) <= most;
}

int libcrypto_rsa_public_key(struct libcrypto_number modulus, struct libcrypto_number exponent, libcrypto_key **key) {
    if (!libcrypto_context()) return libcrypto_finish(LIBCRYPTO_FAILED);
    BIGNUM *n = take(modulus), *e = take(exponent);
    int result = LIBCRYPTO_INVALID;
    if (has_bits(n, 512, LIBCRYPTO_LONGEST_MODULUS * 8) && BN_is_odd(n) && has_bits(e, 2, 64) && BN_is_odd(e) &&
        BN_cmp(e, n) < 0) {
        struct libcrypto_part parts[] = {{OSSL_PKEY_PARAM_RSA_N, n}, {OSSL_PKEY_PARAM_RSA_E, e}};
        EVP_PKEY *pkey = libcrypto_assemble(LIBCRYPTO_RSA, EVP_PKEY_PUBLIC_KEY, parts, 2);
        result = pkey ? libcrypto_key_wrap(pkey, key) : LIBCRYPTO_FAILED;
    }
    BN_free(e);
    BN_free(n);
    return libcrypto_finish(result);
}

// Whether 1 < number < p - 1 and number^q mod p is 1, so that the order is q, which is prime by assumption.
static bool has_order(const BIGNUM *number, const BIGNUM *q, const BIGNUM *p, BN_CTX *scratch) {
    BIGNUM *power = BN_new(), *last = BN_dup(p);
    bool done = power && last && BN_sub_word(last, 1) && BN_cmp(number, BN_value_one()) > 0 &&
        BN_cmp(number, last) < 0 && BN_mod_exp_mont(power, number, q, p, scratch, NULL) && BN_is_one(power);
    BN_free(last);
    BN_free(power);
    return done;
}

static bool is_dsa(const BIGNUM *p, const BIGNUM *q, const BIGNUM *g, const BIGNUM *y, BN_CTX *scratch) {
    int bits = q ? BN_num_bits(q) : 0;
    if (!g || !y || !has_bits(p, 512, 8192) || !BN_is_odd(p) || (bits != 160 && bits != 224 && bits != 256))
        return false;
    BIGNUM *remainder = BN_new();
    // q divides p - 1.
    bool done = remainder && BN_mod(remainder, p, q, scratch) && BN_is_one(remainder) && has_order(g, q, p, scratch) &&
        has_order(y, q, p, scratch);
    BN_free(remainder);
    return done;
}

int libcrypto_dsa_public_key(
    struct libcrypto_number p, struct libcrypto_number q, struct libcrypto_number g, struct libcrypto_number y,
    libcrypto_key **key) {
    OSSL_LIB_CTX *context = libcrypto_context();
    BN_CTX *scratch = context ? BN_CTX_new_ex(context) : NULL;
    if (!scratch) return libcrypto_finish(LIBCRYPTO_FAILED);
    struct libcrypto_part parts[] = {
        {OSSL_PKEY_PARAM_FFC_P, take(p)},
        {OSSL_PKEY_PARAM_FFC_Q, take(q)},
        {OSSL_PKEY_PARAM_FFC_G, take(g)},
        {OSSL_PKEY_PARAM_PUB_KEY, take(y)},
    };
    int result = LIBCRYPTO_INVALID;
    if (is_dsa(parts[0].number, parts[1].number, parts[2].number, parts[3].number, scratch)) {
        EVP_PKEY *pkey = libcrypto_assemble(LIBCRYPTO_DSA, EVP_PKEY_PUBLIC_KEY, parts, 4);
        result = pkey ? libcrypto_key_wrap(pkey, key) : LIBCRYPTO_FAILED;
    }
    for (size_t i = 0; i < 4; i++) BN_free(parts[i].number);
    BN_CTX_free(scratch);
    return libcrypto_finish(result);
}

static bool has_cofactor(const EVP_PKEY *pkey) {
    BIGNUM *cofactor = NULL;
    bool result = !EVP_PKEY_get_bn_param(pkey, OSSL_PKEY_PARAM_EC_COFACTOR, &cofactor) || !BN_is_one(cofactor);
    BN_free(cofactor);
    return result;
}

int libcrypto_ec_public_key(int curve, const uint8_t *point, size_t length, libcrypto_key **key) {
    const char *name = OBJ_nid2sn(curve);
    if (!libcrypto_context()) return libcrypto_finish(LIBCRYPTO_FAILED);
    if (!name || length < 3 || length > LIBCRYPTO_LONGEST_POINT || point[0] != 0x04)
        return libcrypto_finish(LIBCRYPTO_INVALID);
    EVP_PKEY *pkey = libcrypto_ec_assemble(name, point, length, NULL);
    if (!pkey) return libcrypto_finish(LIBCRYPTO_INVALID);
    if (has_cofactor(pkey)) {
        EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(libcrypto_context(), pkey, LIBCRYPTO_PROPERTIES);
        bool is_sound = context && EVP_PKEY_public_check(context) == 1;
        EVP_PKEY_CTX_free(context);
        if (!is_sound) {
            EVP_PKEY_free(pkey);
            return libcrypto_finish(LIBCRYPTO_INVALID);
        }
    }
    return libcrypto_finish(libcrypto_key_wrap(pkey, key));
}

size_t libcrypto_edwards_length(const char *type) {
    if (!strcmp(type, "ED25519")) return 32;
    if (!strcmp(type, "ED448")) return 57;
    return 0;
}

int libcrypto_edwards_public_key(const char *type, const uint8_t *octets, size_t count, libcrypto_key **key) {
    OSSL_LIB_CTX *context = libcrypto_context();
    if (!count || count != libcrypto_edwards_length(type)) return libcrypto_finish(LIBCRYPTO_INVALID);
    EVP_PKEY *pkey =
        context ? EVP_PKEY_new_raw_public_key_ex(context, type, LIBCRYPTO_PROPERTIES, octets, count) : NULL;
    return libcrypto_finish(pkey ? libcrypto_key_wrap(pkey, key) : LIBCRYPTO_FAILED);
}
