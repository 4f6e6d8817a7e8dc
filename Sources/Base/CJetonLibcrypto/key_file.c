#include <limits.h>
#include <openssl/asn1t.h>
#include <openssl/err.h>
#include <openssl/pkcs12.h>
#include <openssl/provider.h>
#include <openssl/x509.h>
#include <string.h>

#include "include/clibcrypto_key_file.h"
#include "internal.h"

// How many rounds of hashing all parts of a file may ask for: some seconds.
#define MAXIMUM_ROUNDS 20000000

// Files have ciphers that the default provider left to the legacy one, such as RC2 with 40 bits. Its context lives for
// one file only, so that nothing else in the process gets them.
struct file_context {
    OSSL_LIB_CTX *library;
    OSSL_PROVIDER *standard, *legacy;
    uint64_t rounds;
};

static bool open_context(struct file_context *context) {
    context->library = OSSL_LIB_CTX_new();
    context->standard = context->library ? OSSL_PROVIDER_load(context->library, "default") : NULL;
    context->legacy = context->standard ? OSSL_PROVIDER_try_load(context->library, "legacy", 1) : NULL;
    context->rounds = MAXIMUM_ROUNDS;
    return context->standard;
}

static int close_context(struct file_context *context, int result) {
    if (context->legacy) OSSL_PROVIDER_unload(context->legacy);
    if (context->standard) OSSL_PROVIDER_unload(context->standard);
    OSSL_LIB_CTX_free(context->library);
    return libcrypto_finish(result);
}

// What a failure was, by the errors that libcrypto left: none of them says that the passphrase is another.
static int failure(void) {
    unsigned long error;
    int result = LIBCRYPTO_NOT_AUTHENTIC;
    while ((error = ERR_get_error())) {
        int reason = ERR_GET_REASON(error), library = ERR_GET_LIB(error);
        if (reason == ERR_R_UNSUPPORTED) result = LIBCRYPTO_UNAVAILABLE;
        if (library == ERR_LIB_EVP &&
            (reason == EVP_R_UNKNOWN_PBE_ALGORITHM || reason == EVP_R_UNSUPPORTED_ALGORITHM ||
             reason == EVP_R_UNSUPPORTED_CIPHER || reason == EVP_R_UNSUPPORTED_PRF ||
             reason == EVP_R_UNSUPPORTED_KEY_DERIVATION_FUNCTION || reason == EVP_R_UNKNOWN_CIPHER))
            result = LIBCRYPTO_UNAVAILABLE;
        if (library == ERR_LIB_PKCS12 && reason == PKCS12_R_UNKNOWN_DIGEST_ALGORITHM) result = LIBCRYPTO_UNAVAILABLE;
    }
    return result;
}

// Takes rounds from those that are left.
static bool afford(struct file_context *context, const ASN1_INTEGER *rounds, uint64_t factor) {
    uint64_t count = 1;
    if (rounds && ASN1_INTEGER_get_uint64(&count, rounds) != 1) return false;
    if (count > MAXIMUM_ROUNDS || factor > MAXIMUM_ROUNDS || count * factor > context->rounds) return false;
    context->rounds -= count * factor;
    return true;
}

static bool afford_derivation(struct file_context *context, const X509_ALGOR *derivation) {
    const ASN1_OBJECT *identifier;
    const void *parameters;
    int type, nid;
    bool may = false;
    X509_ALGOR_get0(&identifier, &type, &parameters, derivation);
    nid = OBJ_obj2nid(identifier);
    if (type != V_ASN1_SEQUENCE) return false;
    if (nid == NID_id_pbkdf2) {
        PBKDF2PARAM *values = ASN1_item_unpack(parameters, ASN1_ITEM_rptr(PBKDF2PARAM));
        may = values && afford(context, values->iter, 1);
        PBKDF2PARAM_free(values);
    } else if (nid == NID_id_scrypt) {
        SCRYPT_PARAMS *values = ASN1_item_unpack(parameters, ASN1_ITEM_rptr(SCRYPT_PARAMS));
        uint64_t block = 0, parallel = 0;
        may = values && ASN1_INTEGER_get_uint64(&block, values->blockSize) == 1 &&
            ASN1_INTEGER_get_uint64(&parallel, values->parallelizationParameter) == 1 && block <= 1024 &&
            parallel <= 1024 && afford(context, values->costParameter, block * parallel);
        SCRYPT_PARAMS_free(values);
    }
    return may;
}

// Whether a scheme takes seconds at most; one that is not known here is left to libcrypto, which does not know it either.
static bool afford_scheme(struct file_context *context, const X509_ALGOR *scheme) {
    const ASN1_OBJECT *identifier;
    const void *parameters;
    int type;
    bool may = false;
    X509_ALGOR_get0(&identifier, &type, &parameters, scheme);
    if (type != V_ASN1_SEQUENCE) return true;
    if (OBJ_obj2nid(identifier) == NID_pbes2) {
        PBE2PARAM *values = ASN1_item_unpack(parameters, ASN1_ITEM_rptr(PBE2PARAM));
        may = values && afford_derivation(context, values->keyfunc);
        PBE2PARAM_free(values);
    } else {
        PBEPARAM *values = ASN1_item_unpack(parameters, ASN1_ITEM_rptr(PBEPARAM));
        may = !values || afford(context, values->iter, 1);
        PBEPARAM_free(values);
    }
    return may;
}

// Writes a key as PrivateKeyInfo, and frees it.
static int write_key(PKCS8_PRIV_KEY_INFO *info, size_t room, uint8_t *key, size_t *key_length) {
    int length = i2d_PKCS8_PRIV_KEY_INFO(info, NULL);
    int result = length > 0 && (size_t)length <= room ? LIBCRYPTO_OK : LIBCRYPTO_INVALID;
    if (result == LIBCRYPTO_OK) {
        i2d_PKCS8_PRIV_KEY_INFO(info, &key);
        *key_length = (size_t)length;
    }
    PKCS8_PRIV_KEY_INFO_free(info);
    return result;
}

static int decrypt_key(
    struct file_context *context, const X509_SIG *encrypted, const char *passphrase, int length, size_t room,
    uint8_t *key, size_t *key_length) {
    const X509_ALGOR *scheme;
    const ASN1_OCTET_STRING *octets;
    X509_SIG_get0(encrypted, &scheme, &octets);
    if (!afford_scheme(context, scheme)) return LIBCRYPTO_INVALID;
    PKCS8_PRIV_KEY_INFO *info = PKCS8_decrypt_ex(encrypted, passphrase, length, context->library, NULL);
    return info ? write_key(info, room, key, key_length) : failure();
}

int libcrypto_pkcs8_decrypt(
    const uint8_t *file, size_t count, const uint8_t *passphrase, size_t passphrase_length, uint8_t *key,
    size_t *key_length) {
    struct file_context context;
    const uint8_t *next = file;
    if (count > LONG_MAX || passphrase_length > INT_MAX) return LIBCRYPTO_INVALID;
    int result = LIBCRYPTO_FAILED;
    if (open_context(&context)) {
        X509_SIG *encrypted = d2i_X509_SIG(NULL, &next, (long)count);
        result = encrypted && next == file + count
            ? decrypt_key(&context, encrypted, (const char *)passphrase, (int)passphrase_length, count, key, key_length)
            : LIBCRYPTO_INVALID;
        X509_SIG_free(encrypted);
    }
    return close_context(&context, result);
}

int libcrypto_pem_decrypt(
    const char *cipher, const uint8_t *iv, size_t iv_length, const uint8_t *body, size_t count,
    const uint8_t *passphrase, size_t passphrase_length, uint8_t *key, size_t *key_length) {
    struct file_context context;
    if (!count || count > INT_MAX || passphrase_length > INT_MAX || iv_length < PKCS5_SALT_LEN)
        return LIBCRYPTO_INVALID;
    int result = LIBCRYPTO_FAILED, written = 0, rest = 0;
    if (open_context(&context)) {
        uint8_t derived[EVP_MAX_KEY_LENGTH];
        EVP_CIPHER *method = EVP_CIPHER_fetch(context.library, cipher, NULL);
        EVP_MD *md5 = EVP_MD_fetch(context.library, "MD5", NULL);
        EVP_CIPHER_CTX *state = EVP_CIPHER_CTX_new();
        if (!method || !md5) {
            result = LIBCRYPTO_UNAVAILABLE;
        } else if (
            EVP_CIPHER_get_mode(method) != EVP_CIPH_CBC_MODE || (size_t)EVP_CIPHER_get_iv_length(method) != iv_length ||
            count % (size_t)EVP_CIPHER_get_block_size(method)) {
            result = LIBCRYPTO_INVALID;
        } else if (state) {
            result = EVP_BytesToKey(method, md5, iv, passphrase, (int)passphrase_length, 1, derived, NULL) &&
                    EVP_DecryptInit_ex2(state, method, derived, iv, NULL) == 1 &&
                    EVP_DecryptUpdate(state, key, &written, body, (int)count) == 1 &&
                    EVP_DecryptFinal_ex(state, key + written, &rest) == 1
                ? LIBCRYPTO_OK
                : LIBCRYPTO_NOT_AUTHENTIC;
            OPENSSL_cleanse(derived, sizeof derived);
        }
        if (result == LIBCRYPTO_OK) {
            *key_length = (size_t)(written + rest);
        } else {
            OPENSSL_cleanse(key, count);
        }
        EVP_CIPHER_CTX_free(state);
        EVP_MD_free(md5);
        EVP_CIPHER_free(method);
    }
    return close_context(&context, result);
}

// MARK: - PKCS #12

// What is read of a file, and where it goes.
struct reading {
    struct file_context *context;
    const char *passphrase;
    int passphrase_length;
    size_t room;
    uint8_t *key, *certificates;
    struct libcrypto_pkcs12 *contents;
};

static int add_certificate(struct reading *reading, const PKCS12_SAFEBAG *bag) {
    if (PKCS12_SAFEBAG_get_bag_nid(bag) != NID_x509Certificate) return LIBCRYPTO_OK;
    X509 *certificate = PKCS12_SAFEBAG_get1_cert(bag);
    size_t used = reading->contents->certificates_length;
    int length = certificate ? i2d_X509(certificate, NULL) : 0;
    bool fits = length > 0 && (size_t)length <= reading->room - used;
    if (fits) {
        uint8_t *place = reading->certificates + used;
        i2d_X509(certificate, &place);
        reading->contents->certificates_length = used + (size_t)length;
    }
    X509_free(certificate);
    return fits ? LIBCRYPTO_OK : LIBCRYPTO_INVALID;
}

static int add_bags(struct reading *reading, const STACK_OF(PKCS12_SAFEBAG) * bags, int depth) {
    if (!bags || depth > 4) return LIBCRYPTO_INVALID;
    int result = LIBCRYPTO_OK;
    for (int i = 0; result == LIBCRYPTO_OK && i < sk_PKCS12_SAFEBAG_num(bags); i++) {
        const PKCS12_SAFEBAG *bag = sk_PKCS12_SAFEBAG_value(bags, i);
        struct libcrypto_pkcs12 *contents = reading->contents;
        switch (PKCS12_SAFEBAG_get_nid(bag)) {
        case NID_keyBag: {
            const PKCS8_PRIV_KEY_INFO *info = PKCS12_SAFEBAG_get0_p8inf(bag);
            PKCS8_PRIV_KEY_INFO *copy = info ? ASN1_item_dup(ASN1_ITEM_rptr(PKCS8_PRIV_KEY_INFO), info) : NULL;
            if (contents->keys++ == 0 && copy) {
                result = write_key(copy, reading->room, reading->key, &contents->key_length);
            } else {
                PKCS8_PRIV_KEY_INFO_free(copy);
                if (!copy) result = LIBCRYPTO_INVALID;
            }
            break;
        }
        case NID_pkcs8ShroudedKeyBag:
            if (contents->keys++ == 0)
                result = decrypt_key(
                    reading->context, PKCS12_SAFEBAG_get0_pkcs8(bag), reading->passphrase, reading->passphrase_length,
                    reading->room, reading->key, &contents->key_length);
            break;
        case NID_certBag: result = add_certificate(reading, bag); break;
        case NID_safeContentsBag: result = add_bags(reading, PKCS12_SAFEBAG_get0_safes(bag), depth + 1); break;
        default: break;
        }
    }
    return result;
}

// Reads one of the parts of a file, each of which may be encrypted.
static int add_part(struct reading *reading, PKCS7 *part) {
    STACK_OF(PKCS12_SAFEBAG) *bags = NULL;
    switch (OBJ_obj2nid(part->type)) {
    case NID_pkcs7_data: bags = PKCS12_unpack_p7data(part); break;
    case NID_pkcs7_encrypted: {
        const PKCS7_ENC_CONTENT *content = part->d.encrypted ? part->d.encrypted->enc_data : NULL;
        if (!content || !content->enc_data || !afford_scheme(reading->context, content->algorithm))
            return LIBCRYPTO_INVALID;
        bags = PKCS12_item_decrypt_d2i_ex(
            content->algorithm, ASN1_ITEM_rptr(PKCS12_SAFEBAGS), reading->passphrase, reading->passphrase_length,
            content->enc_data, 1, reading->context->library, NULL);
        if (!bags) return failure();
        break;
    }
    // Others are encrypted for a recipient's key.
    default: return LIBCRYPTO_UNAVAILABLE;
    }
    int result = add_bags(reading, bags, 0);
    sk_PKCS12_SAFEBAG_pop_free(bags, PKCS12_SAFEBAG_free);
    return result;
}

static int check_mac(struct reading *reading, PKCS12 *file) {
    const ASN1_INTEGER *rounds = NULL;
    if (!PKCS12_mac_present(file)) return LIBCRYPTO_OK;
    PKCS12_get0_mac(NULL, NULL, NULL, &rounds, file);
    if (!afford(reading->context, rounds, 2)) return LIBCRYPTO_INVALID;
    if (PKCS12_verify_mac(file, reading->passphrase, reading->passphrase_length) == 1) return LIBCRYPTO_OK;
    // No passphrase is written in two ways: RFC 7292, B.1, leaves it open.
    if (reading->passphrase_length == 0 && PKCS12_verify_mac(file, "", 0) == 1) {
        reading->passphrase = "";
        return LIBCRYPTO_OK;
    }
    return failure();
}

int libcrypto_pkcs12_open(
    const uint8_t *file, size_t count, const uint8_t *passphrase, size_t passphrase_length, uint8_t *key,
    uint8_t *certificates, struct libcrypto_pkcs12 *contents) {
    struct file_context context;
    const uint8_t *next = file;
    if (count > LONG_MAX || passphrase_length > INT_MAX) return LIBCRYPTO_INVALID;
    memset(contents, 0, sizeof *contents);
    struct reading reading = {
        &context, passphrase_length ? (const char *)passphrase : NULL, (int)passphrase_length, count, key, certificates,
        contents};
    int result = LIBCRYPTO_FAILED;
    if (open_context(&context)) {
        PKCS12 *opened = PKCS12_init_ex(NID_pkcs7_data, context.library, NULL);
        result = opened && d2i_PKCS12(&opened, &next, (long)count) ? check_mac(&reading, opened) : LIBCRYPTO_INVALID;
        STACK_OF(PKCS7) *parts = result == LIBCRYPTO_OK ? PKCS12_unpack_authsafes(opened) : NULL;
        if (result == LIBCRYPTO_OK && !parts) result = LIBCRYPTO_INVALID;
        for (int i = 0; result == LIBCRYPTO_OK && i < sk_PKCS7_num(parts); i++)
            result = add_part(&reading, sk_PKCS7_value(parts, i));
        sk_PKCS7_pop_free(parts, PKCS7_free);
        PKCS12_free(opened);
    }
    if (result != LIBCRYPTO_OK) OPENSSL_cleanse(key, count);
    return close_context(&context, result);
}
