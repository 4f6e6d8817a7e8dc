#include "rutoken_gost.h"

#include <openssl/pem.h>
#include <openssl/x509.h>
#include <stdio.h>
#include <string.h>

gost_key gost_keys[GOST_KEYS];
CK_ULONG gost_key_count;

ENGINE *gost_engine(void) {
    static ENGINE *loaded;
    if (loaded == NULL) {
        ENGINE_load_dynamic();
        loaded = ENGINE_by_id("gost");
        if (loaded != NULL && (!ENGINE_init(loaded) || !ENGINE_set_default(loaded, ENGINE_METHOD_ALL))) {
            loaded = NULL;
        }
    }
    return loaded;
}

// MARK: Files

static void print_hex(FILE *file, const CK_BYTE *octets, CK_ULONG length) {
    fputc(' ', file);
    fputc('x', file);
    for (CK_ULONG i = 0; i < length; i++) {
        fprintf(file, "%02x", octets[i]);
    }
}

static CK_ULONG read_hex(const char *text, CK_BYTE *octets) {
    CK_ULONG length = 0;
    unsigned octet;
    while (length < GOST_LENGTH && sscanf(text + 1 + 2 * length, "%2x", &octet) == 1) {
        octets[length++] = (CK_BYTE)octet;
    }
    return length;
}

static FILE *open_file(const char *mode, const char *suffix) {
    char path[sizeof library.path + 32];
    snprintf(path, sizeof path, "%s.gost%s", library.path, suffix);
    return fopen(path, mode);
}

static FILE *open_key(const char *mode, CK_ULONG number) {
    char suffix[32];
    snprintf(suffix, sizeof suffix, ".%lu.pem", number);
    return open_file(mode, suffix);
}

void gost_read_keys(void) {
    gost_key_count = 0;
    FILE *file = open_file("r", "");
    char id[140], label[140], parameters[140], hash[140];
    while (file != NULL && gost_key_count < GOST_KEYS) {
        gost_key *key = &gost_keys[gost_key_count];
        if (fscanf(file, "%lu %lu %139s %139s %139s %139s", &key->slot, &key->type, id, label, parameters, hash) != 6) {
            break;
        }
        key->id_length = read_hex(id, key->id);
        key->label_length = read_hex(label, key->label);
        key->parameters_length = read_hex(parameters, key->parameters);
        key->hash_length = read_hex(hash, key->hash);
        gost_key_count++;
    }
    if (file != NULL) {
        fclose(file);
    }
}

bool gost_append_key(const gost_key *key, EVP_PKEY *pair) {
    FILE *file = open_key("w", gost_key_count);
    bool done = file != NULL && PEM_write_PrivateKey(file, pair, NULL, NULL, 0, NULL, NULL) == 1;
    if (file != NULL) {
        fclose(file);
    }
    file = done ? open_file("a", "") : NULL;
    if (file == NULL) {
        return false;
    }
    fprintf(file, "%lu %lu", key->slot, key->type);
    print_hex(file, key->id, key->id_length);
    print_hex(file, key->label, key->label_length);
    print_hex(file, key->parameters, key->parameters_length);
    print_hex(file, key->hash, key->hash_length);
    fputc('\n', file);
    fclose(file);
    return true;
}

EVP_PKEY *gost_load_key(CK_ULONG number) {
    FILE *file = gost_engine() != NULL ? open_key("r", number) : NULL;
    EVP_PKEY *key = file != NULL ? PEM_read_PrivateKey(file, NULL, NULL, NULL) : NULL;
    if (file != NULL) {
        fclose(file);
    }
    return key;
}

// MARK: Pairs

static const struct {
    const char *name;
    CK_BYTE octets[11];
    CK_ULONG length;
    bool is_long, is_new;
} sets[] = {
    {"A", {0x06, 0x07, 0x2A, 0x85, 0x03, 0x02, 0x02, 0x23, 0x01}, 9, false, false},
    {"B", {0x06, 0x07, 0x2A, 0x85, 0x03, 0x02, 0x02, 0x23, 0x02}, 9, false, false},
    {"C", {0x06, 0x07, 0x2A, 0x85, 0x03, 0x02, 0x02, 0x23, 0x03}, 9, false, false},
    {"TCA", {0x06, 0x09, 0x2A, 0x85, 0x03, 0x07, 0x01, 0x02, 0x01, 0x01, 0x01}, 11, false, true},
    {"TCB", {0x06, 0x09, 0x2A, 0x85, 0x03, 0x07, 0x01, 0x02, 0x01, 0x01, 0x02}, 11, false, true},
    {"A", {0x06, 0x09, 0x2A, 0x85, 0x03, 0x07, 0x01, 0x02, 0x01, 0x02, 0x01}, 11, true, false},
    {"B", {0x06, 0x09, 0x2A, 0x85, 0x03, 0x07, 0x01, 0x02, 0x01, 0x02, 0x02}, 11, true, false},
};

static const CK_BYTE hash_94[] = {0x06, 0x07, 0x2A, 0x85, 0x03, 0x02, 0x02, 0x1E, 0x01};

// OpenSSL's name of a set that the token has; NULL for another.
const char *gost_set_name(const gost_key *key, const token *t) {
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        bool is_refused = (sets[i].is_new && t->gost_is_old) || (!sets[i].is_new && !sets[i].is_long && t->gost_is_new);
        if (sets[i].is_long == (key->type == CKK_GOSTR3410_512) && sets[i].length == key->parameters_length &&
            memcmp(sets[i].octets, key->parameters, key->parameters_length) == 0 && !is_refused) {
            return sets[i].name;
        }
    }
    return NULL;
}

bool gost_is_2001(const gost_key *key) {
    return key->hash_length == sizeof hash_94 && memcmp(key->hash, hash_94, sizeof hash_94) == 0;
}

static int type_of(const gost_key *key) {
    return key->type == CKK_GOSTR3410_512 ? NID_id_GostR3410_2012_512
        : gost_is_2001(key)               ? NID_id_GostR3410_2001
                                          : NID_id_GostR3410_2012_256;
}

EVP_PKEY *gost_new_pair(const gost_key *key, const char *set) {
    int type = type_of(key);
    EVP_PKEY_CTX *context = gost_engine() != NULL ? EVP_PKEY_CTX_new_id(type, gost_engine()) : NULL;
    EVP_PKEY *pair = NULL;
    if (context != NULL && EVP_PKEY_keygen_init(context) == 1 && EVP_PKEY_CTX_ctrl_str(context, "paramset", set) == 1) {
        EVP_PKEY_keygen(context, &pair);
    }
    EVP_PKEY_CTX_free(context);
    return pair;
}

static void put(CK_BYTE *octets, size_t *count, CK_BYTE tag, const CK_BYTE *contents, size_t length) {
    octets[(*count)++] = tag;
    octets[(*count)++] = (CK_BYTE)length;
    memmove(octets + *count, contents, length);
    *count += length;
}

EVP_PKEY *gost_pair(const gost_key *key, const CK_BYTE *number, CK_ULONG length) {
    // PrivateKeyInfo, whose parts all have lengths below 128; the engine reads a bare number.
    CK_BYTE parameters[2 * GOST_LENGTH], identifier[GOST_LENGTH + 2 * GOST_LENGTH], info[512], outer[512];
    const unsigned char *place = outer;
    size_t parameters_length = 0, identifier_length = 0, info_length = 0, outer_length = 0;
    const CK_BYTE zero = 0;
    const ASN1_OBJECT *object = gost_engine() != NULL ? OBJ_nid2obj(type_of(key)) : NULL;
    bool is_long = key->type == CKK_GOSTR3410_512;
    if (object == NULL || length != (is_long ? 64 : 32)) {
        return NULL;
    }
    memcpy(parameters, key->parameters, key->parameters_length);
    memcpy(parameters + key->parameters_length, key->hash, key->hash_length);
    parameters_length = key->parameters_length + key->hash_length;
    put(identifier, &identifier_length, 0x06, OBJ_get0_data(object), OBJ_length(object));
    put(identifier, &identifier_length, 0x30, parameters, parameters_length);
    put(info, &info_length, 0x02, &zero, 1);
    put(info, &info_length, 0x30, identifier, identifier_length);
    put(info, &info_length, 0x04, number, length);
    put(outer, &outer_length, 0x30, info, info_length);
    return d2i_AutoPrivateKey(NULL, &place, (long)outer_length);
}

void gost_reverse(CK_BYTE *octets, CK_ULONG length) {
    for (CK_ULONG i = 0; i < length / 2; i++) {
        CK_BYTE octet = octets[i];
        octets[i] = octets[length - 1 - i];
        octets[length - 1 - i] = octet;
    }
}
