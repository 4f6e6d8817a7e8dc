// Types of keys under names that OpenSSL itself does not know.
//
// A program may have a default engine: `openssl -engine pkcs11` makes libp11 one, which then calls this library. OpenSSL
// gives every EVP_PKEY_CTX of RSA and EC to it, in any library context and for any key, and what the default provider
// could do fails. It finds the engine by the type's name, so that the default provider's own types are taken by other
// names here, from a provider that is made of the default one's tables.

#include <openssl/core_dispatch.h>
#include <openssl/provider.h>
#include <string.h>

#include "internal.h"

static OSSL_PROVIDER *origin;
static OSSL_ALGORITHM types[4];
// RSA and DSA keys are used by what has the name of their type; an EC key names its algorithms.
static OSSL_ALGORITHM ciphers[2];
static OSSL_ALGORITHM signatures[4];

// Copies a table's entry, with another name.
static int rename_entry(const OSSL_ALGORITHM *table, const char *old, const char *new, OSSL_ALGORITHM *copy) {
    size_t length = strlen(old);
    for (; table && table->algorithm_names; table++) {
        const char *names = table->algorithm_names;
        if (strncmp(names, old, length) || (names[length] != ':' && names[length] != '\0')) continue;
        *copy = *table;
        copy->algorithm_names = new;
        return LIBCRYPTO_OK;
    }
    return LIBCRYPTO_FAILED;
}

static const OSSL_ALGORITHM *query(void *provider, int operation, int *no_cache) {
    (void)provider;
    *no_cache = 0;
    switch (operation) {
    case OSSL_OP_KEYMGMT: return types;
    case OSSL_OP_ASYM_CIPHER: return ciphers;
    case OSSL_OP_SIGNATURE: return signatures;
    case OSSL_OP_KEYEXCH: return OSSL_PROVIDER_query_operation(origin, operation, no_cache);
    default: return NULL;
    }
}

static const OSSL_DISPATCH functions[] = {
    {OSSL_FUNC_PROVIDER_QUERY_OPERATION, (void (*)(void))query},
    {0, NULL},
};

// An OSSL_provider_init_fn: 1 if the provider starts.
static int start(
    const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in, const OSSL_DISPATCH **out, void **provider_context) {
    (void)handle;
    (void)in;
    *out = functions;
    // What the implementations are given is what they expect: their own.
    *provider_context = OSSL_PROVIDER_get0_provider_ctx(origin);
    return 1;
}

int libcrypto_add_key_types(OSSL_LIB_CTX *context, OSSL_PROVIDER *provider) {
    origin = provider;
    int no_cache = 0;
    const OSSL_ALGORITHM *key_table = OSSL_PROVIDER_query_operation(origin, OSSL_OP_KEYMGMT, &no_cache);
    const OSSL_ALGORITHM *cipher_table = OSSL_PROVIDER_query_operation(origin, OSSL_OP_ASYM_CIPHER, &no_cache);
    const OSSL_ALGORITHM *signature_table = OSSL_PROVIDER_query_operation(origin, OSSL_OP_SIGNATURE, &no_cache);
    const struct {
        const OSSL_ALGORITHM *table;
        const char *old, *new;
        OSSL_ALGORITHM *copy;
    } entries[] = {
        {key_table, "RSA", LIBCRYPTO_RSA, &types[0]},
        {key_table, "EC", LIBCRYPTO_EC, &types[1]},
        {key_table, "DSA", LIBCRYPTO_DSA, &types[2]},
        {cipher_table, "RSA", LIBCRYPTO_RSA, &ciphers[0]},
        {signature_table, "RSA", LIBCRYPTO_RSA, &signatures[0]},
        {signature_table, "DSA", LIBCRYPTO_DSA, &signatures[1]},
        {signature_table, "ECDSA", "ECDSA", &signatures[2]},
    };
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        int result = rename_entry(entries[i].table, entries[i].old, entries[i].new, entries[i].copy);
        if (result != LIBCRYPTO_OK) return result;
    }
    if (!OSSL_PROVIDER_add_builtin(context, "jeton-key-types", start)) return LIBCRYPTO_FAILED;
    return OSSL_PROVIDER_load(context, "jeton-key-types") ? LIBCRYPTO_OK : LIBCRYPTO_FAILED;
}

EVP_PKEY *libcrypto_key_generate(const char *type, const OSSL_PARAM *parameters) {
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(libcrypto_context(), type, LIBCRYPTO_PROPERTIES);
    EVP_PKEY *pkey = NULL;
    if (context && EVP_PKEY_keygen_init(context) == 1 && EVP_PKEY_CTX_set_params(context, parameters) == 1 &&
        EVP_PKEY_generate(context, &pkey) != 1)
        pkey = NULL;
    EVP_PKEY_CTX_free(context);
    return pkey;
}
