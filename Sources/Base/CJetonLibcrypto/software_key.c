#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/objects.h>

#include "include/clibcrypto_signature.h"
#include "internal.h"

enum rsa_number {
    modulus,
    public_exponent,
    private_exponent,
    prime1,
    prime2,
    exponent1,
    exponent2,
    coefficient,
    rsa_numbers
};

// Whether left * right is 1 modulo one less than `prime`, or modulo `prime` itself.
static bool is_inverse(const BIGNUM *left, const BIGNUM *right, const BIGNUM *prime, bool is_less, BN_CTX *scratch) {
    BIGNUM *product = BN_secure_new(), *divisor = BN_dup(prime);
    if (divisor) BN_set_flags(divisor, BN_FLG_CONSTTIME);
    bool done = product && divisor && (!is_less || BN_sub_word(divisor, 1)) &&
        BN_mod_mul(product, left, right, divisor, scratch) && BN_is_one(product);
    BN_clear_free(divisor);
    BN_clear_free(product);
    return done;
}

static bool is_below(const BIGNUM *number, const BIGNUM *limit) {
    return !BN_is_zero(number) && BN_cmp(number, limit) < 0;
}

// Whether the numbers are those of one key; that they are prime is not checked.
static bool fits(struct libcrypto_part *v, BN_CTX *scratch) {
    BIGNUM *product = BN_secure_new();
    bool done = product && BN_is_odd(v[prime1].number) && BN_is_odd(v[prime2].number) && !BN_is_one(v[prime1].number) &&
        !BN_is_one(v[prime2].number) && BN_mul(product, v[prime1].number, v[prime2].number, scratch) &&
        !BN_cmp(product, v[modulus].number) && is_below(v[private_exponent].number, v[modulus].number) &&
        is_below(v[exponent1].number, v[prime1].number) && is_below(v[exponent2].number, v[prime2].number) &&
        is_below(v[coefficient].number, v[prime1].number) &&
        is_inverse(v[public_exponent].number, v[private_exponent].number, v[prime1].number, true, scratch) &&
        is_inverse(v[public_exponent].number, v[private_exponent].number, v[prime2].number, true, scratch) &&
        is_inverse(v[public_exponent].number, v[exponent1].number, v[prime1].number, true, scratch) &&
        is_inverse(v[public_exponent].number, v[exponent2].number, v[prime2].number, true, scratch) &&
        is_inverse(v[prime2].number, v[coefficient].number, v[prime1].number, false, scratch);
    BN_clear_free(product);
    return done;
}

int libcrypto_rsa_pair(const struct libcrypto_number *numbers, libcrypto_key **key) {
    OSSL_LIB_CTX *context = libcrypto_context();
    BN_CTX *scratch = context ? BN_CTX_secure_new_ex(context) : NULL;
    struct libcrypto_part parts[rsa_numbers] = {
        {OSSL_PKEY_PARAM_RSA_N, NULL},         {OSSL_PKEY_PARAM_RSA_E, NULL},
        {OSSL_PKEY_PARAM_RSA_D, NULL},         {OSSL_PKEY_PARAM_RSA_FACTOR1, NULL},
        {OSSL_PKEY_PARAM_RSA_FACTOR2, NULL},   {OSSL_PKEY_PARAM_RSA_EXPONENT1, NULL},
        {OSSL_PKEY_PARAM_RSA_EXPONENT2, NULL}, {OSSL_PKEY_PARAM_RSA_COEFFICIENT1, NULL},
    };
    bool complete = scratch != NULL;
    for (size_t i = 0; i < rsa_numbers; i++) {
        if (numbers[i].count <= 1024)
            parts[i].number = i > public_exponent ? libcrypto_secret_number(numbers[i].octets, numbers[i].count)
                                                  : BN_bin2bn(numbers[i].octets, (int)numbers[i].count, NULL);
        complete = complete && parts[i].number;
        if (parts[i].number && i > public_exponent) BN_set_flags(parts[i].number, BN_FLG_CONSTTIME);
    }
    int result = scratch ? LIBCRYPTO_INVALID : LIBCRYPTO_FAILED;
    if (complete && BN_num_bits(parts[modulus].number) >= 1024 && BN_num_bits(parts[modulus].number) <= 8192 &&
        BN_is_odd(parts[public_exponent].number) && !BN_is_one(parts[public_exponent].number) &&
        BN_num_bits(parts[public_exponent].number) <= 64 && fits(parts, scratch)) {
        EVP_PKEY *pkey = libcrypto_assemble(LIBCRYPTO_RSA, EVP_PKEY_KEYPAIR, parts, rsa_numbers);
        result = pkey ? libcrypto_key_wrap(pkey, key) : LIBCRYPTO_FAILED;
    }
    for (size_t i = 0; i < rsa_numbers; i++) BN_clear_free(parts[i].number);
    BN_CTX_free(scratch);
    return libcrypto_finish(result);
}

int libcrypto_ec_public_point(const libcrypto_key *key, uint8_t *point, size_t *length) {
    size_t written = 0;
    bool done =
        EVP_PKEY_get_octet_string_param(key->pkey, OSSL_PKEY_PARAM_PUB_KEY, point, LIBCRYPTO_LONGEST_POINT, &written);
    if (!done || !written || point[0] != 0x04) return libcrypto_finish(LIBCRYPTO_FAILED);
    *length = written;
    return libcrypto_finish(LIBCRYPTO_OK);
}

int libcrypto_edwards_pair(const char *type, const uint8_t *octets, size_t count, libcrypto_key **key) {
    OSSL_LIB_CTX *context = libcrypto_context();
    if (!count || count != libcrypto_edwards_length(type)) return libcrypto_finish(LIBCRYPTO_INVALID);
    EVP_PKEY *pkey =
        context ? EVP_PKEY_new_raw_private_key_ex(context, type, LIBCRYPTO_PROPERTIES, octets, count) : NULL;
    return libcrypto_finish(pkey ? libcrypto_key_wrap(pkey, key) : LIBCRYPTO_FAILED);
}

int libcrypto_edwards_public(const libcrypto_key *key, uint8_t *octets, size_t count) {
    size_t length = count;
    bool done = EVP_PKEY_get_raw_public_key(key->pkey, octets, &length) == 1 && length == count;
    return libcrypto_finish(done ? LIBCRYPTO_OK : LIBCRYPTO_FAILED);
}
