#include "oracle.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

// What is used of libgcrypt's application binary interface, so that its headers need not be there.
enum {
    kdf_pbkdf2 = 34,
    mode_ecb = 1,
    set_sbox = 73,
    disable_secure_memory = 37,
    initialization_finished = 38,
    format_unsigned = 5
};

static struct {
    const char *(*check_version)(const char *);
    unsigned (*control)(int, ...);
    void (*md_hash_buffer)(int, void *, const void *, size_t);
    unsigned (*kdf_derive)(const void *, size_t, int, int, const void *, size_t, unsigned long, size_t, void *);
    unsigned (*mac_open)(void **, int, unsigned, void *);
    void (*mac_close)(void *);
    unsigned (*mac_ctl)(void *, int, void *, size_t);
    unsigned (*mac_setkey)(void *, const void *, size_t);
    unsigned (*mac_write)(void *, const void *, size_t);
    unsigned (*mac_read)(void *, void *, size_t *);
    unsigned (*cipher_open)(void **, int, int, unsigned);
    void (*cipher_close)(void *);
    unsigned (*cipher_ctl)(void *, int, void *, size_t);
    unsigned (*cipher_setkey)(void *, const void *, size_t);
    unsigned (*cipher_encrypt)(void *, void *, size_t, const void *, size_t);
    unsigned (*cipher_decrypt)(void *, void *, size_t, const void *, size_t);
    void *(*mpi_new)(unsigned);
    void (*mpi_release)(void *);
    unsigned (*mpi_scan)(void **, int, const void *, size_t, size_t *);
    unsigned (*mpi_print)(int, unsigned char *, size_t, size_t *, void *);
    void (*mpi_mulm)(void *, void *, void *, void *);
    void *(*mpi_set_ui)(void *, unsigned long);
    void *(*mpi_point_new)(unsigned);
    void (*mpi_point_release)(void *);
    void *(*mpi_point_set)(void *, void *, void *, void *);
    unsigned (*mpi_ec_new)(void **, void *, const char *);
    void *(*mpi_ec_get_mpi)(const char *, void *, int);
    void *(*mpi_ec_get_point)(const char *, void *, int);
    void (*mpi_ec_mul)(void *, void *, void *, void *);
    int (*mpi_ec_get_affine)(void *, void *, void *, void *);
    void (*ctx_release)(void *);
} gcry;

static int is_ready;

static void load(void) {
    void *library = dlopen("libgcrypt.so.20", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    int complete = 1;
#define FIND(name) complete = (*(void **)&gcry.name = dlsym(library, "gcry_" #name)) && complete
    FIND(check_version);
    FIND(control);
    FIND(md_hash_buffer);
    FIND(kdf_derive);
    FIND(mac_open);
    FIND(mac_close);
    FIND(mac_ctl);
    FIND(mac_setkey);
    FIND(mac_write);
    FIND(mac_read);
    FIND(cipher_open);
    FIND(cipher_close);
    FIND(cipher_ctl);
    FIND(cipher_setkey);
    FIND(cipher_encrypt);
    FIND(cipher_decrypt);
    FIND(mpi_new);
    FIND(mpi_release);
    FIND(mpi_scan);
    FIND(mpi_print);
    FIND(mpi_mulm);
    FIND(mpi_set_ui);
    FIND(mpi_point_new);
    FIND(mpi_point_release);
    FIND(mpi_point_set);
    FIND(mpi_ec_new);
    FIND(mpi_ec_get_mpi);
    FIND(mpi_ec_get_point);
    FIND(mpi_ec_mul);
    FIND(mpi_ec_get_affine);
    FIND(ctx_release);
#undef FIND
    if (!complete || !gcry.check_version(NULL)) return;
    gcry.control(disable_secure_memory, 0);
    gcry.control(initialization_finished, 0);
    is_ready = 1;
}

static int ready(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_ready;
}

int oracle_hash(int algorithm, const uint8_t *octets, size_t count, uint8_t *digest) {
    if (!ready()) return -1;
    gcry.md_hash_buffer(algorithm, digest, octets, count);
    return 0;
}

int oracle_code(
    int algorithm, const char *parameters, const uint8_t *key, size_t key_length, const uint8_t *octets, size_t count,
    uint8_t *code, size_t code_length) {
    void *mac = NULL;
    if (!ready() || gcry.mac_open(&mac, algorithm, 0, NULL)) return -1;
    size_t written = code_length;
    int failed = (parameters && gcry.mac_ctl(mac, set_sbox, (void *)parameters, 0)) ||
        gcry.mac_setkey(mac, key, key_length) || gcry.mac_write(mac, octets, count) ||
        gcry.mac_read(mac, code, &written) || written != code_length;
    gcry.mac_close(mac);
    return failed ? -1 : 0;
}

int oracle_stretch(
    const uint8_t *password, size_t password_length, const uint8_t *salt, size_t salt_length, unsigned long iterations,
    uint8_t *key, size_t count) {
    if (!ready()) return -1;
    return gcry.kdf_derive(
               password, password_length, kdf_pbkdf2, ORACLE_STREEBOG_512, salt, salt_length, iterations, count, key)
        ? -1
        : 0;
}

int oracle_blocks(
    const char *parameters, int encrypts, const uint8_t *key, const uint8_t *input, size_t count, uint8_t *output) {
    void *cipher = NULL;
    if (!ready() || gcry.cipher_open(&cipher, 315, mode_ecb, 0)) return -1;
    int failed = gcry.cipher_ctl(cipher, set_sbox, (void *)parameters, 0) || gcry.cipher_setkey(cipher, key, 32) ||
        (encrypts ? gcry.cipher_encrypt(cipher, output, count, input, count)
                  : gcry.cipher_decrypt(cipher, output, count, input, count));
    gcry.cipher_close(cipher);
    return failed ? -1 : 0;
}

static void *read_number(const uint8_t *octets, size_t length) {
    uint8_t reversed[64];
    void *number = NULL;
    for (size_t i = 0; i < length; i++) reversed[i] = octets[length - 1 - i];
    return gcry.mpi_scan(&number, format_unsigned, reversed, length, NULL) ? NULL : number;
}

static int write_number(void *number, uint8_t *octets, size_t length) {
    uint8_t printed[64];
    size_t written = 0;
    if (gcry.mpi_print(format_unsigned, printed, sizeof printed, &written, number) || written > length) return -1;
    memset(octets, 0, length);
    for (size_t i = 0; i < written; i++) octets[i] = printed[written - 1 - i];
    return 0;
}

int oracle_multiply(
    const char *curve, size_t length, const uint8_t *scalar, const uint8_t *factor, size_t factor_length,
    const uint8_t *point, uint8_t *product) {
    void *context = NULL;
    if (!ready() || length > 64 || factor_length > 64 || gcry.mpi_ec_new(&context, NULL, curve)) return -1;
    void *number = read_number(scalar, length), *times = read_number(factor, factor_length);
    void *order = gcry.mpi_ec_get_mpi("n", context, 1), *x = gcry.mpi_new(0), *y = gcry.mpi_new(0);
    void *result = gcry.mpi_point_new(0), *base = NULL;
    gcry.mpi_mulm(number, number, times, order);
    if (point) {
        base = gcry.mpi_point_new(0);
        void *base_x = read_number(point, length), *base_y = read_number(point + length, length);
        void *one = gcry.mpi_set_ui(NULL, 1);
        gcry.mpi_point_set(base, base_x, base_y, one);
        gcry.mpi_release(base_x);
        gcry.mpi_release(base_y);
        gcry.mpi_release(one);
    } else {
        base = gcry.mpi_ec_get_point("g", context, 1);
    }
    gcry.mpi_ec_mul(result, number, base, context);
    int failed = gcry.mpi_ec_get_affine(x, y, result, context) || write_number(x, product, length) ||
        write_number(y, product + length, length);
    gcry.mpi_release(number);
    gcry.mpi_release(times);
    gcry.mpi_release(order);
    gcry.mpi_release(x);
    gcry.mpi_release(y);
    gcry.mpi_point_release(result);
    gcry.mpi_point_release(base);
    gcry.ctx_release(context);
    return failed ? -1 : 0;
}
