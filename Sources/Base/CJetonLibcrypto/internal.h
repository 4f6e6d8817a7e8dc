// What the files of this target share. As everywhere in C here, a question gives bool; what can fail gives
// LIBCRYPTO_OK or another code of libcrypto_result; what makes something gives a pointer, NULL if it fails. Other than
// the public functions, these leave the queue of errors to their caller; see libcrypto_finish.

#ifndef JETON_CLIBCRYPTO_INTERNAL_H
#define JETON_CLIBCRYPTO_INTERNAL_H

#include <openssl/bn.h>
#include <openssl/evp.h>
#include <openssl/types.h>

#include "include/clibcrypto.h"

struct libcrypto_key {
    EVP_PKEY *pkey;
};

// The library context with the default provider and no other; NULL if it can't be made.
OSSL_LIB_CTX *libcrypto_context(void);

// SHA-256 and the ciphers of libcrypto_seal, fetched once and never freed: fetching costs more than opening a short
// record. NULL if there is no context.
EVP_MD *libcrypto_sha256(void);
EVP_CIPHER *libcrypto_sealing_cipher(enum libcrypto_sealing_cipher cipher);

// Properties asked of every algorithm, so that nothing but that provider is ever taken.
#define LIBCRYPTO_PROPERTIES "provider=default"

// The default provider's types of keys by names that no engine claims; see key_type.c.
#define LIBCRYPTO_RSA "JETON-RSA"
#define LIBCRYPTO_EC  "JETON-EC"
#define LIBCRYPTO_DSA "JETON-DSA"

// Makes these types known to a context that has loaded the default provider.
int libcrypto_add_key_types(OSSL_LIB_CTX *context, OSSL_PROVIDER *provider);

// A new key of one of these types; NULL if it can't be made.
EVP_PKEY *libcrypto_key_generate(const char *type, const OSSL_PARAM *parameters);

// A number that must stay secret: it, and the copies that libcrypto makes of it for a key, are overwritten when freed.
// NULL without memory.
BIGNUM *libcrypto_secret_number(const uint8_t *octets, size_t count);

// A number of a key by libcrypto's name for it.
struct libcrypto_part {
    const char *name;
    BIGNUM *number;
};

// A key of one of these types from its numbers; NULL if it can't be made.
EVP_PKEY *libcrypto_assemble(const char *type, int selection, const struct libcrypto_part *parts, size_t count);

// A key on a curve by libcrypto's name from an encoded point and, for a key pair, its scalar; NULL if it can't be made.
EVP_PKEY *libcrypto_ec_assemble(const char *curve, const uint8_t *point, size_t point_length, const BIGNUM *scalar);

// Length of a key of type "ED25519" or "ED448"; 0 for another type.
size_t libcrypto_edwards_length(const char *type);

// Puts a key into a handle, which takes it over. Gives LIBCRYPTO_FAILED and frees the key without memory.
int libcrypto_key_wrap(EVP_PKEY *pkey, libcrypto_key **key);

// A context for operations with a key; NULL without memory.
EVP_PKEY_CTX *libcrypto_key_context(const libcrypto_key *key);

// Empties the calling thread's queue of errors, which the host program would take for its own.
int libcrypto_finish(int result);

#endif
