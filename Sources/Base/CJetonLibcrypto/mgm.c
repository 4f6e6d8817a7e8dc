#include <openssl/crypto.h>
#include <stdlib.h>
#include <string.h>

#include "gost.h"

enum { block_length = LIBCRYPTO_KUZNYECHIK_BLOCK_LENGTH, blocks_at_once = 32, shortest_tag = 4 };

struct libcrypto_mgm {
    EVP_CIPHER_CTX *cipher;
};

// A block as a number: RFC 9058, 3, puts the most significant bit first.
struct block {
    uint64_t left, right;
};

static uint64_t read_half(const uint8_t *octets) {
    uint64_t value = 0;
    for (size_t i = 0; i < 8; i++) value = value << 8 | octets[i];
    return value;
}

static void write_half(uint64_t value, uint8_t *octets) {
    for (size_t i = 0; i < 8; i++) octets[i] = (uint8_t)(value >> (56 - 8 * i));
}

static struct block read_block(const uint8_t *octets) {
    return (struct block){read_half(octets), read_half(octets + 8)};
}

static void write_block(struct block block, uint8_t *octets) {
    write_half(block.left, octets);
    write_half(block.right, octets + 8);
}

// The product modulo x^128 + x^7 + x^2 + x + 1, without a branch or a table that depends on the factors.
static struct block multiply(struct block a, struct block b) {
    struct block product = {0, 0};
    for (int half = 0; half < 2; half++) {
        uint64_t bits = half ? b.right : b.left;
        for (int i = 63; i >= 0; i--) {
            uint64_t carry = (uint64_t)0 - (product.left >> 63), chosen = (uint64_t)0 - (bits >> i & 1);
            product.left = (product.left << 1 | product.right >> 63) ^ (a.left & chosen);
            product.right = (product.right << 1) ^ (carry & 0x87) ^ (a.right & chosen);
        }
    }
    return product;
}

static int encrypt(const libcrypto_mgm *mgm, uint8_t *octets, size_t count) {
    int written = 0;
    bool done = EVP_EncryptUpdate(mgm->cipher, octets, &written, octets, (int)count) && (size_t)written == count;
    return done ? LIBCRYPTO_OK : LIBCRYPTO_FAILED;
}

// Adds the blocks of some bytes, each multiplied by the next encrypted counter. incr_l counts in the left half.
static int absorb(
    const libcrypto_mgm *mgm, struct block *counter, struct block *sum, const uint8_t *octets, size_t count) {
    uint8_t factors[blocks_at_once * block_length];
    int result = LIBCRYPTO_OK;
    while (result == LIBCRYPTO_OK && count) {
        size_t blocks = (count + block_length - 1) / block_length;
        if (blocks > blocks_at_once) blocks = blocks_at_once;
        for (size_t i = 0; i < blocks; i++, counter->left++) write_block(*counter, factors + i * block_length);
        result = encrypt(mgm, factors, blocks * block_length);
        for (size_t i = 0; result == LIBCRYPTO_OK && i < blocks; i++) {
            uint8_t padded[block_length] = {0};
            size_t taken = count < block_length ? count : block_length;
            memcpy(padded, octets, taken);
            struct block product = multiply(read_block(factors + i * block_length), read_block(padded));
            sum->left ^= product.left;
            sum->right ^= product.right;
            octets += taken;
            count -= taken;
        }
    }
    OPENSSL_cleanse(factors, sizeof factors);
    return result;
}

// Combines bytes with the encrypted counters. incr_r counts in the right half.
static int combine(
    const libcrypto_mgm *mgm, struct block counter, const uint8_t *input, size_t count, uint8_t *output) {
    uint8_t stream[blocks_at_once * block_length];
    int result = LIBCRYPTO_OK;
    while (result == LIBCRYPTO_OK && count) {
        size_t taken = count < sizeof stream ? count : sizeof stream;
        size_t blocks = (taken + block_length - 1) / block_length;
        for (size_t i = 0; i < blocks; i++, counter.right++) write_block(counter, stream + i * block_length);
        result = encrypt(mgm, stream, blocks * block_length);
        for (size_t i = 0; result == LIBCRYPTO_OK && i < taken; i++) output[i] = input[i] ^ stream[i];
        input += taken;
        output += taken;
        count -= taken;
    }
    OPENSSL_cleanse(stream, sizeof stream);
    return result;
}

// Y_1 and Z_1.
static int begin(const libcrypto_mgm *mgm, const uint8_t *nonce, struct block *stream, struct block *factor) {
    uint8_t octets[2 * block_length];
    memcpy(octets, nonce, block_length);
    memcpy(octets + block_length, nonce, block_length);
    octets[block_length] |= 0x80;
    int result = encrypt(mgm, octets, sizeof octets);
    if (result != LIBCRYPTO_OK) return result;
    *stream = read_block(octets);
    *factor = read_block(octets + block_length);
    OPENSSL_cleanse(octets, sizeof octets);
    return LIBCRYPTO_OK;
}

static int authenticate(
    const libcrypto_mgm *mgm, struct block factor, const uint8_t *associated, size_t associated_length,
    const uint8_t *encrypted, size_t count, uint8_t tag[block_length]) {
    struct block sum = {0, 0};
    uint8_t lengths[block_length];
    write_half((uint64_t)associated_length * 8, lengths);
    write_half((uint64_t)count * 8, lengths + 8);
    int result = absorb(mgm, &factor, &sum, associated, associated_length);
    if (result == LIBCRYPTO_OK) result = absorb(mgm, &factor, &sum, encrypted, count);
    if (result == LIBCRYPTO_OK) result = absorb(mgm, &factor, &sum, lengths, sizeof lengths);
    if (result != LIBCRYPTO_OK) return result;
    write_block(sum, tag);
    return encrypt(mgm, tag, block_length);
}

static bool is_valid(const uint8_t *nonce, size_t associated_length, size_t count, size_t tag_length) {
    return nonce[0] < 0x80 && (associated_length || count) && tag_length >= shortest_tag &&
        tag_length <= block_length && associated_length <= SIZE_MAX / 8 && count <= SIZE_MAX / 8;
}

int libcrypto_mgm_new(const uint8_t *key, libcrypto_mgm **mgm) {
    const struct gost *gost = libcrypto_gost();
    if (!gost) return libcrypto_finish(LIBCRYPTO_UNAVAILABLE);
    libcrypto_mgm *made = malloc(sizeof *made);
    if (!made) return libcrypto_finish(LIBCRYPTO_FAILED);
    made->cipher = EVP_CIPHER_CTX_new();
    if (!made->cipher || !EVP_EncryptInit_ex2(made->cipher, gost->kuznyechik, key, NULL, NULL) ||
        !EVP_CIPHER_CTX_set_padding(made->cipher, 0)) {
        libcrypto_mgm_free(made);
        return libcrypto_finish(LIBCRYPTO_FAILED);
    }
    *mgm = made;
    return LIBCRYPTO_OK;
}

void libcrypto_mgm_free(libcrypto_mgm *mgm) {
    EVP_CIPHER_CTX_free(mgm->cipher);
    free(mgm);
}

int libcrypto_mgm_seal(
    libcrypto_mgm *mgm, const uint8_t *nonce, const uint8_t *associated, size_t associated_length, const uint8_t *input,
    size_t count, uint8_t *output, uint8_t *tag, size_t tag_length) {
    if (!is_valid(nonce, associated_length, count, tag_length)) return libcrypto_finish(LIBCRYPTO_INVALID);
    struct block stream, factor;
    uint8_t whole[block_length];
    int result = begin(mgm, nonce, &stream, &factor);
    if (result == LIBCRYPTO_OK) result = combine(mgm, stream, input, count, output);
    if (result == LIBCRYPTO_OK) result = authenticate(mgm, factor, associated, associated_length, output, count, whole);
    if (result == LIBCRYPTO_OK) memcpy(tag, whole, tag_length);
    return libcrypto_finish(result);
}

int libcrypto_mgm_open(
    libcrypto_mgm *mgm, const uint8_t *nonce, const uint8_t *associated, size_t associated_length, const uint8_t *input,
    size_t count, const uint8_t *tag, size_t tag_length, uint8_t *output) {
    if (!is_valid(nonce, associated_length, count, tag_length)) return libcrypto_finish(LIBCRYPTO_INVALID);
    struct block stream, factor;
    uint8_t whole[block_length];
    int result = begin(mgm, nonce, &stream, &factor);
    if (result == LIBCRYPTO_OK) result = authenticate(mgm, factor, associated, associated_length, input, count, whole);
    if (result != LIBCRYPTO_OK) return libcrypto_finish(result);
    bool differs = CRYPTO_memcmp(whole, tag, tag_length) != 0;
    // The sender of a wrong tag must not find the right one in memory.
    OPENSSL_cleanse(whole, sizeof whole);
    if (differs) return libcrypto_finish(LIBCRYPTO_NOT_AUTHENTIC);
    result = combine(mgm, stream, input, count, output);
    if (result != LIBCRYPTO_OK) OPENSSL_cleanse(output, count);
    return libcrypto_finish(result);
}
