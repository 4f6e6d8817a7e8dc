// Keys of GOST R 34.10, which OpenSSL's engine makes and uses: nothing here is shared with what is tested.

#ifndef JETON_TESTS_RUTOKEN_GOST_H
#define JETON_TESTS_RUTOKEN_GOST_H

#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/engine.h>
#include <openssl/evp.h>

#include "rutoken.h"

enum { GOST_KEYS = 8, GOST_FIRST_HANDLE = 0x100, GOST_LENGTH = 64 };

typedef struct {
    CK_SLOT_ID slot;
    CK_KEY_TYPE type;
    CK_BYTE id[GOST_LENGTH], label[GOST_LENGTH], parameters[GOST_LENGTH], hash[GOST_LENGTH];
    CK_ULONG id_length, label_length, parameters_length, hash_length;
} gost_key;

extern gost_key gost_keys[GOST_KEYS];
extern CK_ULONG gost_key_count;

// OpenSSL's engine; NULL where it is missing.
ENGINE *gost_engine(void);
// Reads the keys of earlier processes: PATH.gost, a line each, and PATH.gost.N.pem (gost_store.c).
void gost_read_keys(void);
bool gost_append_key(const gost_key *key, EVP_PKEY *pair);
EVP_PKEY *gost_load_key(CK_ULONG number);
// Whether a key is one of 2001, which goes with the hash of 1994.
bool gost_is_2001(const gost_key *key);
// OpenSSL's name of a key's set, if the token has it; NULL for another.
const char *gost_set_name(const gost_key *key, const token *t);
// A new key on a set, or the one of a number with the least significant byte first; NULL for one that is out of range.
EVP_PKEY *gost_new_pair(const gost_key *key, const char *set);
EVP_PKEY *gost_pair(const gost_key *key, const CK_BYTE *number, CK_ULONG length);
void gost_reverse(CK_BYTE *octets, CK_ULONG length);

#endif
