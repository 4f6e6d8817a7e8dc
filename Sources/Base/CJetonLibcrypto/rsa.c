#include <openssl/bn.h>
#include <openssl/core_names.h>

#include "internal.h"

static const unsigned public_exponent = 65537;

static bool is_supported(unsigned bits) { return bits == 2048 || bits == 3072 || bits == 4096; }

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

// The numbers of a key; all but n and e are secret and overwritten when freed.
enum number { p, q, d, p_less_one, q_less_one, lcm, dp, dq, inverse, secret_numbers, n = secret_numbers, e, numbers };

static int derive(BIGNUM *const v[numbers], BN_CTX *scratch) {
    for (size_t i = 0; i < secret_numbers; i++) BN_set_flags(v[i], BN_FLG_CONSTTIME);
    // d is the inverse of e modulo lcm(p - 1, q - 1): FIPS 186-5, A.1.1.
    bool done = BN_set_word(v[e], public_exponent) && BN_mul(v[n], v[p], v[q], scratch) &&
        BN_sub(v[p_less_one], v[p], BN_value_one()) && BN_sub(v[q_less_one], v[q], BN_value_one()) &&
        BN_gcd(v[d], v[p_less_one], v[q_less_one], scratch) && BN_mul(v[lcm], v[p_less_one], v[q_less_one], scratch) &&
        BN_div(v[lcm], NULL, v[lcm], v[d], scratch) && BN_mod_inverse(v[d], v[e], v[lcm], scratch) &&
        BN_mod(v[dp], v[d], v[p_less_one], scratch) && BN_mod(v[dq], v[d], v[q_less_one], scratch) &&
        BN_mod_inverse(v[inverse], v[q], v[p], scratch);
    return done ? LIBCRYPTO_OK : LIBCRYPTO_INVALID;
}

static EVP_PKEY *assemble(BIGNUM *const v[numbers]) {
    const struct libcrypto_part parts[] = {
        {OSSL_PKEY_PARAM_RSA_N, v[n]},          {OSSL_PKEY_PARAM_RSA_E, v[e]},
        {OSSL_PKEY_PARAM_RSA_D, v[d]},          {OSSL_PKEY_PARAM_RSA_FACTOR1, v[p]},
        {OSSL_PKEY_PARAM_RSA_FACTOR2, v[q]},    {OSSL_PKEY_PARAM_RSA_EXPONENT1, v[dp]},
        {OSSL_PKEY_PARAM_RSA_EXPONENT2, v[dq]}, {OSSL_PKEY_PARAM_RSA_COEFFICIENT1, v[inverse]},
    };
    return libcrypto_assemble(LIBCRYPTO_RSA, EVP_PKEY_KEYPAIR, parts, sizeof parts / sizeof *parts);
}

// Loads the key whose primes are set and whose other numbers are there to be filled.
static int load(BIGNUM *const v[numbers], size_t prime_length, bool checks, BN_CTX *scratch, libcrypto_key **key) {
    if (!BN_is_odd(v[p]) || !BN_is_odd(v[q]) || !BN_cmp(v[p], v[q])) return LIBCRYPTO_INVALID;
    if (checks && (BN_check_prime(v[p], scratch, NULL) != 1 || BN_check_prime(v[q], scratch, NULL) != 1))
        return LIBCRYPTO_INVALID;
    int result = derive(v, scratch);
    if (result != LIBCRYPTO_OK) return result;
    if ((size_t)BN_num_bits(v[n]) != prime_length * 16) return LIBCRYPTO_INVALID;
    EVP_PKEY *pkey = assemble(v);
    return pkey ? libcrypto_key_wrap(pkey, key) : LIBCRYPTO_INVALID;
}

int libcrypto_rsa_load(
    const uint8_t *first, const uint8_t *second, size_t prime_length, bool checks, libcrypto_key **key) {
    if (!is_supported((unsigned)(prime_length < 4096 ? prime_length * 16 : 0))) return LIBCRYPTO_INVALID;
    OSSL_LIB_CTX *context = libcrypto_context();
    BN_CTX *scratch = context ? BN_CTX_secure_new_ex(context) : NULL;
    BIGNUM *v[numbers] = {
        [p] = libcrypto_secret_number(first, prime_length),
        [q] = libcrypto_secret_number(second, prime_length),
        [n] = BN_new(),
        [e] = BN_new(),
    };
    for (size_t i = d; i < secret_numbers; i++) v[i] = BN_secure_new();
    bool complete = scratch != NULL;
    for (size_t i = 0; i < numbers; i++) complete = complete && v[i];
    int result = complete ? load(v, prime_length, checks, scratch, key) : LIBCRYPTO_FAILED;
    for (size_t i = 0; i < numbers; i++) BN_clear_free(v[i]);
    BN_CTX_free(scratch);
    return libcrypto_finish(result);
}

static int write_number(const libcrypto_key *key, const char *name, uint8_t *octets, size_t count) {
    BIGNUM *number = NULL;
    bool done =
        EVP_PKEY_get_bn_param(key->pkey, name, &number) && BN_bn2binpad(number, octets, (int)count) == (int)count;
    BN_clear_free(number);
    return done ? LIBCRYPTO_OK : LIBCRYPTO_FAILED;
}

int libcrypto_rsa_primes(const libcrypto_key *key, uint8_t *first, uint8_t *second, size_t prime_length) {
    if (prime_length * 2 != (size_t)EVP_PKEY_get_size(key->pkey)) return libcrypto_finish(LIBCRYPTO_INVALID);
    int result = write_number(key, OSSL_PKEY_PARAM_RSA_FACTOR1, first, prime_length);
    if (result == LIBCRYPTO_OK) result = write_number(key, OSSL_PKEY_PARAM_RSA_FACTOR2, second, prime_length);
    return libcrypto_finish(result);
}

int libcrypto_rsa_modulus(const libcrypto_key *key, uint8_t *modulus, size_t *modulus_length) {
    int size = EVP_PKEY_get_size(key->pkey);
    if (size <= 0 || size > LIBCRYPTO_MAXIMUM_MODULUS_LENGTH ||
        write_number(key, OSSL_PKEY_PARAM_RSA_N, modulus, (size_t)size) != LIBCRYPTO_OK)
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
        bool done = EVP_PKEY_decrypt(context, output, &written, input, count) == 1 && written == count;
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
    BIGNUM *divisor = BN_bin2bn(modulus, (int)count, NULL);
    BIGNUM *power = BN_bin2bn(exponent, (int)exponent_length, NULL);
    BIGNUM *number = BN_bin2bn(input, (int)count, NULL);
    int result = LIBCRYPTO_FAILED;
    if (scratch && divisor && power && number) {
        if (!BN_is_odd(divisor) || BN_is_one(divisor) || BN_is_zero(power) || BN_cmp(number, divisor) >= 0)
            result = LIBCRYPTO_INVALID;
        else if (
            BN_mod_exp_mont(number, number, power, divisor, scratch, NULL) &&
            BN_bn2binpad(number, output, (int)count) == (int)count)
            result = LIBCRYPTO_OK;
    }
    BN_clear_free(number);
    BN_free(power);
    BN_free(divisor);
    BN_CTX_free(scratch);
    return libcrypto_finish(result);
}
