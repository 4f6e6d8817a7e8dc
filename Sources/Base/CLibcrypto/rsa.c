#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/param_build.h>

#include "internal.h"

static const unsigned exponent = 65537;

static int is_supported(unsigned bits) { return bits == 2048 || bits == 3072 || bits == 4096; }

int libcrypto_rsa_generate(unsigned bits, libcrypto_key **key) {
    if (!is_supported(bits)) return LIBCRYPTO_INVALID;
    OSSL_LIB_CTX *context = libcrypto_context();
    size_t size = bits;
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_size_t(OSSL_PKEY_PARAM_RSA_BITS, &size),
        OSSL_PARAM_construct_end(),
    };
    EVP_PKEY *pkey = context ? libcrypto_key_generate(LIBCRYPTO_RSA, parameters) : NULL;
    return libcrypto_finish(pkey ? libcrypto_key_wrap(pkey, key) : LIBCRYPTO_FAILED);
}

// The numbers of a key; those that are secret are overwritten when freed.
struct numbers {
    BIGNUM *p, *q, *n, *e, *d, *p_less_one, *q_less_one, *lcm, *dp, *dq, *inverse;
};

static int derive(struct numbers *v, BN_CTX *scratch) {
    BIGNUM *secret[] = {v->p, v->q, v->d, v->p_less_one, v->q_less_one, v->lcm, v->dp, v->dq, v->inverse};
    for (size_t i = 0; i < sizeof secret / sizeof *secret; i++) BN_set_flags(secret[i], BN_FLG_CONSTTIME);
    // d is the inverse of e modulo lcm(p - 1, q - 1): FIPS 186-5, A.1.1.
    return BN_set_word(v->e, exponent) && BN_mul(v->n, v->p, v->q, scratch) &&
        BN_sub(v->p_less_one, v->p, BN_value_one()) && BN_sub(v->q_less_one, v->q, BN_value_one()) &&
        BN_gcd(v->d, v->p_less_one, v->q_less_one, scratch) && BN_mul(v->lcm, v->p_less_one, v->q_less_one, scratch) &&
        BN_div(v->lcm, NULL, v->lcm, v->d, scratch) && BN_mod_inverse(v->d, v->e, v->lcm, scratch) &&
        BN_mod(v->dp, v->d, v->p_less_one, scratch) && BN_mod(v->dq, v->d, v->q_less_one, scratch) &&
        BN_mod_inverse(v->inverse, v->q, v->p, scratch);
}

static EVP_PKEY *assemble(const struct numbers *v) {
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    OSSL_PARAM *parameters = NULL;
    EVP_PKEY_CTX *context = NULL;
    EVP_PKEY *pkey = NULL;
    if (builder && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, v->n) &&
        OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, v->e) &&
        OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_D, v->d) &&
        OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_FACTOR1, v->p) &&
        OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_FACTOR2, v->q) &&
        OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_EXPONENT1, v->dp) &&
        OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_EXPONENT2, v->dq) &&
        OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_COEFFICIENT1, v->inverse) &&
        (parameters = OSSL_PARAM_BLD_to_param(builder)) &&
        (context = EVP_PKEY_CTX_new_from_name(libcrypto_context(), LIBCRYPTO_RSA, LIBCRYPTO_PROPERTIES)) &&
        EVP_PKEY_fromdata_init(context) == 1 && EVP_PKEY_fromdata(context, &pkey, EVP_PKEY_KEYPAIR, parameters) != 1)
        pkey = NULL;
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    return pkey;
}

int libcrypto_rsa_load(const uint8_t *p, const uint8_t *q, size_t prime_length, int checks, libcrypto_key **key) {
    if (!is_supported((unsigned)(prime_length < 4096 ? prime_length * 16 : 0))) return LIBCRYPTO_INVALID;
    OSSL_LIB_CTX *context = libcrypto_context();
    BN_CTX *scratch = context ? BN_CTX_secure_new_ex(context) : NULL;
    struct numbers v = {
        libcrypto_secret_number(p, prime_length),
        libcrypto_secret_number(q, prime_length),
        BN_new(),
        BN_new(),
        BN_secure_new(),
        BN_secure_new(),
        BN_secure_new(),
        BN_secure_new(),
        BN_secure_new(),
        BN_secure_new(),
        BN_secure_new(),
    };
    int result = LIBCRYPTO_FAILED;
    if (!scratch || !v.p || !v.q || !v.n || !v.e || !v.d || !v.p_less_one || !v.q_less_one || !v.lcm || !v.dp ||
        !v.dq || !v.inverse)
        goto end;
    result = LIBCRYPTO_INVALID;
    if (!BN_is_odd(v.p) || !BN_is_odd(v.q) || !BN_cmp(v.p, v.q)) goto end;
    if (checks && (BN_check_prime(v.p, scratch, NULL) != 1 || BN_check_prime(v.q, scratch, NULL) != 1)) goto end;
    if (!derive(&v, scratch) || (size_t)BN_num_bits(v.n) != prime_length * 16) goto end;
    EVP_PKEY *pkey = assemble(&v);
    if (pkey) result = libcrypto_key_wrap(pkey, key);
end:
    for (size_t i = 0; i < sizeof v / sizeof(BIGNUM *); i++) BN_clear_free(((BIGNUM **)&v)[i]);
    BN_CTX_free(scratch);
    return libcrypto_finish(result);
}

static int write_number(const libcrypto_key *key, const char *name, uint8_t *octets, size_t count) {
    BIGNUM *number = NULL;
    int done =
        EVP_PKEY_get_bn_param(key->pkey, name, &number) && BN_bn2binpad(number, octets, (int)count) == (int)count;
    BN_clear_free(number);
    return done;
}

int libcrypto_rsa_primes(const libcrypto_key *key, uint8_t *p, uint8_t *q, size_t prime_length) {
    if (prime_length * 2 != (size_t)EVP_PKEY_get_size(key->pkey)) return libcrypto_finish(LIBCRYPTO_INVALID);
    int done = write_number(key, OSSL_PKEY_PARAM_RSA_FACTOR1, p, prime_length) &&
        write_number(key, OSSL_PKEY_PARAM_RSA_FACTOR2, q, prime_length);
    return libcrypto_finish(done ? LIBCRYPTO_OK : LIBCRYPTO_FAILED);
}

int libcrypto_rsa_modulus(const libcrypto_key *key, uint8_t *modulus, size_t *modulus_length) {
    int size = EVP_PKEY_get_size(key->pkey);
    if (size <= 0 || size > LIBCRYPTO_MAXIMUM_MODULUS_LENGTH ||
        !write_number(key, OSSL_PKEY_PARAM_RSA_N, modulus, (size_t)size))
        return libcrypto_finish(LIBCRYPTO_FAILED);
    *modulus_length = (size_t)size;
    return LIBCRYPTO_OK;
}

int libcrypto_rsa_private(const libcrypto_key *key, const uint8_t *input, size_t count, uint8_t *output) {
    if (count != (size_t)EVP_PKEY_get_size(key->pkey)) return libcrypto_finish(LIBCRYPTO_INVALID);
    EVP_PKEY_CTX *context = libcrypto_key_context(key);
    char padding[] = OSSL_PKEY_RSA_PAD_MODE_NONE;
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_ASYM_CIPHER_PARAM_PAD_MODE, padding, 0),
        OSSL_PARAM_construct_end(),
    };
    int result = LIBCRYPTO_FAILED;
    // Decryption without padding is the bare operation; the provider blinds it and checks the result with e.
    if (context && EVP_PKEY_decrypt_init(context) == 1 && EVP_PKEY_CTX_set_params(context, parameters) == 1) {
        size_t written = count;
        int done = EVP_PKEY_decrypt(context, output, &written, input, count) == 1 && written == count;
        // The one thing that a caller can get wrong here is a number that is not below the modulus.
        result = done ? LIBCRYPTO_OK : LIBCRYPTO_INVALID;
    }
    EVP_PKEY_CTX_free(context);
    return libcrypto_finish(result);
}

int libcrypto_rsa_public(
    const uint8_t *modulus, size_t count, const uint8_t *exponent, size_t exponent_length, const uint8_t *input,
    uint8_t *output) {
    if (!count || count > LIBCRYPTO_MAXIMUM_MODULUS_LENGTH || !exponent_length || exponent_length > 8)
        return libcrypto_finish(LIBCRYPTO_INVALID);
    OSSL_LIB_CTX *context = libcrypto_context();
    BN_CTX *scratch = context ? BN_CTX_new_ex(context) : NULL;
    BIGNUM *n = BN_bin2bn(modulus, (int)count, NULL);
    BIGNUM *e = BN_bin2bn(exponent, (int)exponent_length, NULL);
    BIGNUM *number = BN_bin2bn(input, (int)count, NULL);
    int result = LIBCRYPTO_FAILED;
    if (scratch && n && e && number) {
        result = LIBCRYPTO_INVALID;
        if (BN_is_odd(n) && !BN_is_one(n) && !BN_is_zero(e) && BN_cmp(number, n) < 0)
            result = BN_mod_exp_mont(number, number, e, n, scratch, NULL) &&
                    BN_bn2binpad(number, output, (int)count) == (int)count
                ? LIBCRYPTO_OK
                : LIBCRYPTO_FAILED;
    }
    BN_clear_free(number);
    BN_free(e);
    BN_free(n);
    BN_CTX_free(scratch);
    return libcrypto_finish(result);
}
