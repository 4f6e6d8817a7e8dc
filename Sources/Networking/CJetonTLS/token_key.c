// A provider of keys that sign by a callback.
//
// libssl takes a private key only as an EVP_PKEY, and finds what signs with it by the key's provider. Such a key holds
// the default provider's public key, which answers every question about it.

#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/provider.h>
#include <openssl/rsa.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

// The parameter that carries a `struct parts` into a new key.
#define PARTS "jeton-parts"

struct parts {
    EVP_PKEY *public_key;
    ctls_connection *connection;
};

// A key: a public half alone if there is no connection, made when libcrypto compares keys.
struct key {
    const char *type;
    EVP_PKEY *public_key;
    ctls_connection *connection;
};

// MARK: - Keys

static void *key_new(const char *type) {
    struct key *key = calloc(1, sizeof *key);
    if (key) key->type = type;
    return key;
}

static void *rsa_new(void *provider) { return (void)provider, key_new("RSA"); }
static void *ec_new(void *provider) { return (void)provider, key_new("EC"); }
static void *ed25519_new(void *provider) { return (void)provider, key_new("ED25519"); }

static void key_free(void *data) {
    struct key *key = data;
    if (!key) return;
    EVP_PKEY_free(key->public_key);
    free(key);
}

static int key_has(const void *data, int selection) {
    const struct key *key = data;
    if ((selection & OSSL_KEYMGMT_SELECT_PRIVATE_KEY) && !key->connection) return 0;
    return key->public_key != NULL;
}

static int key_match(const void *left, const void *right, int selection) {
    (void)selection;
    const struct key *one = left, *other = right;
    return one->public_key && other->public_key && EVP_PKEY_eq(one->public_key, other->public_key) == 1;
}

static int key_import(void *data, int selection, const OSSL_PARAM *parameters) {
    (void)selection;
    struct key *key = data;
    const OSSL_PARAM *given = OSSL_PARAM_locate_const(parameters, PARTS);
    if (given) {
        const void *value = NULL;
        size_t length = 0;
        if (!OSSL_PARAM_get_octet_ptr(given, &value, &length) || length != sizeof(struct parts)) return 0;
        const struct parts *parts = value;
        if (!EVP_PKEY_up_ref(parts->public_key)) return 0;
        key->public_key = parts->public_key;
        key->connection = parts->connection;
        return 1;
    }
    // The interface has no const here; nothing writes to them.
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(ctls_context(), key->type, "provider=default");
    int done = context && EVP_PKEY_fromdata_init(context) == 1 &&
        EVP_PKEY_fromdata(context, &key->public_key, EVP_PKEY_PUBLIC_KEY, (OSSL_PARAM *)parameters) == 1;
    EVP_PKEY_CTX_free(context);
    return done;
}

static const OSSL_PARAM rsa_parameters[] = {
    OSSL_PARAM_BN(OSSL_PKEY_PARAM_RSA_N, NULL, 0),
    OSSL_PARAM_BN(OSSL_PKEY_PARAM_RSA_E, NULL, 0),
    OSSL_PARAM_octet_ptr(PARTS, NULL, 0),
    OSSL_PARAM_END,
};
static const OSSL_PARAM ec_parameters[] = {
    OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, NULL, 0),
    OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PUB_KEY, NULL, 0),
    OSSL_PARAM_octet_ptr(PARTS, NULL, 0),
    OSSL_PARAM_END,
};
static const OSSL_PARAM ed25519_parameters[] = {
    OSSL_PARAM_octet_string(OSSL_PKEY_PARAM_PUB_KEY, NULL, 0),
    OSSL_PARAM_octet_ptr(PARTS, NULL, 0),
    OSSL_PARAM_END,
};

static const OSSL_PARAM *rsa_import_types(int selection) { return (void)selection, rsa_parameters; }
static const OSSL_PARAM *ec_import_types(int selection) { return (void)selection, ec_parameters; }
static const OSSL_PARAM *ed25519_import_types(int selection) { return (void)selection, ed25519_parameters; }

static int key_get(void *data, OSSL_PARAM parameters[]) {
    struct key *key = data;
    return key->public_key && EVP_PKEY_get_params(key->public_key, parameters);
}

static const OSSL_PARAM *key_gettable(void *provider) {
    (void)provider;
    static const OSSL_PARAM gettable[] = {
        OSSL_PARAM_int(OSSL_PKEY_PARAM_BITS, NULL),
        OSSL_PARAM_int(OSSL_PKEY_PARAM_SECURITY_BITS, NULL),
        OSSL_PARAM_int(OSSL_PKEY_PARAM_MAX_SIZE, NULL),
        OSSL_PARAM_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, NULL, 0),
        OSSL_PARAM_END,
    };
    return gettable;
}

static const char *rsa_operation(int operation) { return (void)operation, "RSA"; }
static const char *ec_operation(int operation) { return operation == OSSL_OP_SIGNATURE ? "ECDSA" : "EC"; }
static const char *ed25519_operation(int operation) { return (void)operation, "ED25519"; }

// MARK: - Signatures

struct signing {
    struct key *key;
    size_t hash_length;
    int is_pss;
};

static void *signing_new(void *provider, const char *properties) {
    (void)provider;
    (void)properties;
    return calloc(1, sizeof(struct signing));
}

static void signing_free(void *data) { free(data); }

static int signing_set(void *data, const OSSL_PARAM parameters[]) {
    struct signing *signing = data;
    const OSSL_PARAM *padding = parameters ? OSSL_PARAM_locate_const(parameters, OSSL_SIGNATURE_PARAM_PAD_MODE) : NULL;
    if (!padding) return 1;
    // It comes as a number from some callers and as a word from others. The salt is always as long as the digest in TLS.
    int number = 0;
    const char *word = NULL;
    if (OSSL_PARAM_get_int(padding, &number)) {
        signing->is_pss = number == RSA_PKCS1_PSS_PADDING;
    } else if (OSSL_PARAM_get_utf8_string_ptr(padding, &word)) {
        signing->is_pss = !strcmp(word, OSSL_PKEY_RSA_PAD_MODE_PSS);
    } else {
        return 0;
    }
    return 1;
}

static const OSSL_PARAM *signing_settable(void *data, void *provider) {
    (void)data;
    (void)provider;
    static const OSSL_PARAM settable[] = {
        OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_PAD_MODE, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_PSS_SALTLEN, NULL, 0),
        OSSL_PARAM_utf8_string(OSSL_SIGNATURE_PARAM_MGF1_DIGEST, NULL, 0),
        OSSL_PARAM_END,
    };
    return settable;
}

static int signing_start(void *data, const char *digest, void *key, const OSSL_PARAM parameters[]) {
    struct signing *signing = data;
    signing->key = key;
    signing->hash_length = 0;
    signing->is_pss = 0;
    if (digest && digest[0]) {
        EVP_MD *function = EVP_MD_fetch(ctls_context(), digest, NULL);
        int length = function &&
                (EVP_MD_is_a(function, "SHA2-256") || EVP_MD_is_a(function, "SHA2-384") ||
                 EVP_MD_is_a(function, "SHA2-512"))
            ? EVP_MD_get_size(function)
            : 0;
        EVP_MD_free(function);
        if (length <= 0) return 0;
        signing->hash_length = (size_t)length;
    }
    return signing_set(data, parameters);
}

static int signing_sign(
    void *data, unsigned char *signature, size_t *length, size_t capacity, const unsigned char *message, size_t count) {
    struct signing *signing = data;
    ctls_connection *connection = signing->key->connection;
    int size = EVP_PKEY_get_size(signing->key->public_key);
    if (!connection || size <= 0) return 0;
    if (!signature) {
        // A question for the length, which no token needs to be asked.
        *length = (size_t)size;
        return 1;
    }
    enum ctls_scheme scheme = signing->is_pss ? CTLS_RSA_PSS : CTLS_RSA_PKCS1;
    if (!strcmp(signing->key->type, "EC")) scheme = CTLS_ECDSA;
    if (!strcmp(signing->key->type, "ED25519")) scheme = CTLS_ED25519;
    if ((scheme == CTLS_ED25519) != (signing->hash_length == 0)) return 0;
    int done = connection->callbacks.sign(
        connection->owner, scheme, signing->hash_length, message, count, signature, capacity, length);
    if (!done) connection->is_refused = 1;
    return done;
}

// MARK: - The provider

#define FUNCTION(function) ((void (*)(void))(function))

#define KEY_FUNCTIONS(type)                                                   \
    {                                                                         \
        {OSSL_FUNC_KEYMGMT_NEW, FUNCTION(type##_new)},                        \
        {OSSL_FUNC_KEYMGMT_FREE, FUNCTION(key_free)},                         \
        {OSSL_FUNC_KEYMGMT_HAS, FUNCTION(key_has)},                           \
        {OSSL_FUNC_KEYMGMT_MATCH, FUNCTION(key_match)},                       \
        {OSSL_FUNC_KEYMGMT_IMPORT, FUNCTION(key_import)},                     \
        {OSSL_FUNC_KEYMGMT_IMPORT_TYPES, FUNCTION(type##_import_types)},      \
        {OSSL_FUNC_KEYMGMT_GET_PARAMS, FUNCTION(key_get)},                    \
        {OSSL_FUNC_KEYMGMT_GETTABLE_PARAMS, FUNCTION(key_gettable)},          \
        {OSSL_FUNC_KEYMGMT_QUERY_OPERATION_NAME, FUNCTION(type##_operation)}, \
        {0, NULL},                                                            \
    }

static const OSSL_DISPATCH rsa_functions[] = KEY_FUNCTIONS(rsa);
static const OSSL_DISPATCH ec_functions[] = KEY_FUNCTIONS(ec);
static const OSSL_DISPATCH ed25519_functions[] = KEY_FUNCTIONS(ed25519);

static const OSSL_DISPATCH signing_functions[] = {
    {OSSL_FUNC_SIGNATURE_NEWCTX, FUNCTION(signing_new)},
    {OSSL_FUNC_SIGNATURE_FREECTX, FUNCTION(signing_free)},
    {OSSL_FUNC_SIGNATURE_DIGEST_SIGN_INIT, FUNCTION(signing_start)},
    {OSSL_FUNC_SIGNATURE_DIGEST_SIGN, FUNCTION(signing_sign)},
    {OSSL_FUNC_SIGNATURE_SET_CTX_PARAMS, FUNCTION(signing_set)},
    {OSSL_FUNC_SIGNATURE_SETTABLE_CTX_PARAMS, FUNCTION(signing_settable)},
    {0, NULL},
};

// libssl looks a certificate's type up by both names of each.
static const OSSL_ALGORITHM keys[] = {
    {"RSA:rsaEncryption", "provider=" CTLS_PROVIDER, rsa_functions, ""},
    {"EC:id-ecPublicKey", "provider=" CTLS_PROVIDER, ec_functions, ""},
    {"ED25519", "provider=" CTLS_PROVIDER, ed25519_functions, ""},
    {NULL, NULL, NULL, NULL},
};
static const OSSL_ALGORITHM signatures[] = {
    {"RSA", "provider=" CTLS_PROVIDER, signing_functions, ""},
    {"ECDSA", "provider=" CTLS_PROVIDER, signing_functions, ""},
    {"ED25519", "provider=" CTLS_PROVIDER, signing_functions, ""},
    {NULL, NULL, NULL, NULL},
};

static const OSSL_ALGORITHM *query(void *provider, int operation, int *no_cache) {
    (void)provider;
    *no_cache = 0;
    return operation == OSSL_OP_KEYMGMT ? keys : operation == OSSL_OP_SIGNATURE ? signatures : NULL;
}

static const OSSL_DISPATCH provider_functions[] = {
    {OSSL_FUNC_PROVIDER_QUERY_OPERATION, FUNCTION(query)},
    {0, NULL},
};

static int start(
    const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in, const OSSL_DISPATCH **out, void **provider_context) {
    (void)in;
    *out = provider_functions;
    *provider_context = (void *)handle;
    return 1;
}

int ctls_add_token_keys(OSSL_LIB_CTX *context) {
    return OSSL_PROVIDER_add_builtin(context, CTLS_PROVIDER, start) && OSSL_PROVIDER_load(context, CTLS_PROVIDER);
}

EVP_PKEY *ctls_token_key(EVP_PKEY *public_key, ctls_connection *connection) {
    static const char *const types[] = {"RSA", "EC", "ED25519"};
    const char *type = NULL;
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (EVP_PKEY_is_a(public_key, types[i])) type = types[i];
    if (!type) return NULL;
    struct parts parts = {public_key, connection};
    void *address = &parts;
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_octet_ptr(PARTS, &address, sizeof parts),
        OSSL_PARAM_construct_end(),
    };
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(ctls_context(), type, "provider=" CTLS_PROVIDER);
    EVP_PKEY *key = NULL;
    if (!context || EVP_PKEY_fromdata_init(context) != 1 ||
        EVP_PKEY_fromdata(context, &key, EVP_PKEY_KEYPAIR, parameters) != 1)
        key = NULL;
    EVP_PKEY_CTX_free(context);
    return key;
}
