#include <openssl/core_names.h>
#include <openssl/params.h>
#include <string.h>

#include "gost.h"

const char *libcrypto_gost_digest_name(enum libcrypto_gost_digest function) {
    switch (function) {
    case LIBCRYPTO_GOST_STREEBOG_256: return "md_gost12_256";
    case LIBCRYPTO_GOST_STREEBOG_512: return "md_gost12_512";
    case LIBCRYPTO_GOST_3411_94: return "md_gost94";
    }
    return "";
}

// Of the empty string; the provider's version 3.0 takes one step too many for it.
static const uint8_t empty_3411_94[32] = {
    0x98, 0x1E, 0x5F, 0x3C, 0xA3, 0x0C, 0x84, 0x14, 0x87, 0x83, 0x0F, 0x84, 0xFB, 0x43, 0x3E, 0x13,
    0xAC, 0x11, 0x01, 0x56, 0x9B, 0x9C, 0x13, 0x58, 0x4A, 0xC4, 0x83, 0x23, 0x4C, 0xD6, 0x56, 0xC0,
};

int libcrypto_gost_hash(enum libcrypto_gost_digest function, const uint8_t *octets, size_t count, uint8_t *digest) {
    const struct gost *gost = libcrypto_gost();
    if (!gost) return libcrypto_finish(LIBCRYPTO_UNAVAILABLE);
    if (function == LIBCRYPTO_GOST_3411_94 && !count) {
        memcpy(digest, empty_3411_94, sizeof empty_3411_94);
        return LIBCRYPTO_OK;
    }
    bool done = EVP_Digest(count ? octets : digest, count, digest, NULL, gost->digests[function], NULL);
    return libcrypto_finish(done ? LIBCRYPTO_OK : LIBCRYPTO_FAILED);
}

struct piece {
    const uint8_t *octets;
    size_t count;
};

static const uint8_t nothing[1];

// The HMAC of some pieces one after another.
static int authenticate(
    const struct gost *gost, enum libcrypto_gost_digest function, struct piece key, const struct piece *pieces,
    size_t piece_count, uint8_t *code, size_t code_length) {
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)libcrypto_gost_digest_name(function), 0),
        OSSL_PARAM_construct_end(),
    };
    EVP_MAC_CTX *state = EVP_MAC_CTX_new(gost->hmac);
    bool done = state && EVP_MAC_init(state, key.count ? key.octets : nothing, key.count, parameters);
    for (size_t i = 0; done && i < piece_count; i++)
        done = !pieces[i].count || EVP_MAC_update(state, pieces[i].octets, pieces[i].count);
    size_t written = 0;
    done = done && EVP_MAC_final(state, code, &written, code_length) && written == code_length;
    EVP_MAC_CTX_free(state);
    return done ? LIBCRYPTO_OK : LIBCRYPTO_FAILED;
}

int libcrypto_gost_hmac(
    enum libcrypto_gost_digest function, const uint8_t *key, size_t key_length, const uint8_t *octets, size_t count,
    uint8_t *code) {
    const struct gost *gost = libcrypto_gost();
    if (!gost) return libcrypto_finish(LIBCRYPTO_UNAVAILABLE);
    struct piece message = {octets, count};
    int result = authenticate(
        gost, function, (struct piece){key, key_length}, &message, 1, code,
        (size_t)EVP_MD_get_size(gost->digests[function]));
    return libcrypto_finish(result);
}

int libcrypto_gost_pbkdf2(
    const uint8_t *password, size_t password_length, const uint8_t *salt, size_t salt_length, uint32_t iterations,
    uint8_t *output, size_t count) {
    const struct gost *gost = libcrypto_gost();
    if (!gost) return libcrypto_finish(LIBCRYPTO_UNAVAILABLE);
    if (!iterations || !count) return libcrypto_finish(LIBCRYPTO_INVALID);
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_octet_string(
            OSSL_KDF_PARAM_PASSWORD, (void *)(password_length ? password : nothing), password_length),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)(salt_length ? salt : nothing), salt_length),
        OSSL_PARAM_construct_uint32(OSSL_KDF_PARAM_ITER, &iterations),
        OSSL_PARAM_construct_utf8_string(
            OSSL_KDF_PARAM_DIGEST, (char *)libcrypto_gost_digest_name(LIBCRYPTO_GOST_STREEBOG_512), 0),
        OSSL_PARAM_construct_end(),
    };
    EVP_KDF_CTX *state = EVP_KDF_CTX_new(gost->pbkdf2);
    bool done = state && EVP_KDF_derive(state, output, count, parameters);
    EVP_KDF_CTX_free(state);
    return libcrypto_finish(done ? LIBCRYPTO_OK : LIBCRYPTO_FAILED);
}

// An integer without leading zero bytes, most significant first, at the end of eight; gives where it begins.
static size_t write_integer(uint64_t value, uint8_t octets[8]) {
    size_t start = 8;
    do {
        octets[--start] = (uint8_t)value;
        value >>= 8;
    } while (value);
    return start;
}

static int derive_tree(
    const struct gost *gost, struct piece key, struct piece label, struct piece seed, size_t counter_length,
    uint8_t *output, size_t count) {
    uint8_t length[8], counter[8] = {0}, zero = 0, block[32];
    size_t start = write_integer((uint64_t)count * 8, length);
    int result = LIBCRYPTO_OK;
    for (uint64_t i = 1; result == LIBCRYPTO_OK && count; i++) {
        for (size_t k = 0; k < sizeof counter; k++) counter[7 - k] = (uint8_t)(i >> (8 * k));
        struct piece pieces[] = {
            {counter + sizeof counter - counter_length, counter_length},
            label,
            {&zero, 1},
            seed,
            {length + start, sizeof length - start},
        };
        result = authenticate(
            gost, LIBCRYPTO_GOST_STREEBOG_256, key, pieces, sizeof pieces / sizeof *pieces, block, sizeof block);
        size_t taken = count < sizeof block ? count : sizeof block;
        if (result == LIBCRYPTO_OK) memcpy(output, block, taken);
        output += taken;
        count -= taken;
    }
    OPENSSL_cleanse(block, sizeof block);
    return result;
}

int libcrypto_gost_key_tree(
    const uint8_t *key, size_t key_length, const uint8_t *label, size_t label_length, const uint8_t *seed,
    size_t seed_length, unsigned counter_length, uint8_t *output, size_t count) {
    const struct gost *gost = libcrypto_gost();
    if (!gost) return libcrypto_finish(LIBCRYPTO_UNAVAILABLE);
    if (counter_length < 1 || counter_length > 4 || !count ||
        (count - 1) / 32 >= ((uint64_t)1 << (8 * counter_length)) - 1)
        return libcrypto_finish(LIBCRYPTO_INVALID);
    int result = derive_tree(
        gost, (struct piece){key, key_length}, (struct piece){label, label_length}, (struct piece){seed, seed_length},
        counter_length, output, count);
    if (result != LIBCRYPTO_OK) OPENSSL_cleanse(output, count);
    return libcrypto_finish(result);
}

int libcrypto_gost_message_key(
    const uint8_t *root, size_t root_length, uint8_t first, uint16_t second, uint16_t third, uint8_t *key) {
    const struct gost *gost = libcrypto_gost();
    if (!gost) return libcrypto_finish(LIBCRYPTO_UNAVAILABLE);
    const uint8_t seeds[3][2] = {
        {0, first}, {(uint8_t)(second >> 8), (uint8_t)second}, {(uint8_t)(third >> 8), (uint8_t)third}};
    static const char labels[3][7] = {"level1", "level2", "level3"};
    uint8_t keys[3][32];
    struct piece parent = {root, root_length};
    int result = LIBCRYPTO_OK;
    for (size_t i = 0; result == LIBCRYPTO_OK && i < 3; i++) {
        struct piece label = {(const uint8_t *)labels[i], 6}, seed = {seeds[i], 2};
        // KDF_GOSTR3411_2012_256 is the tree with R = 1 and one key: RFC 7836, 4.5.
        result = derive_tree(gost, parent, label, seed, 1, keys[i], sizeof keys[i]);
        parent = (struct piece){keys[i], sizeof keys[i]};
    }
    if (result == LIBCRYPTO_OK) memcpy(key, keys[2], sizeof keys[2]);
    OPENSSL_cleanse(keys, sizeof keys);
    return libcrypto_finish(result);
}
