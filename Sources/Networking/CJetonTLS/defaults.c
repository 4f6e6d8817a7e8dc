// The default provider, with those of its decoders and types of keys that TLS needs.
//
// libcrypto 3.0 asks all of them in a library context about each certificate that it reads. The default provider has
// some two hundred decoders, for all forms of all keys: a fifth of a handshake's time went there.

#include <openssl/core_dispatch.h>
#include <openssl/crypto.h>
#include <openssl/provider.h>
#include <string.h>

#include "internal.h"

#define NAME "jeton-defaults"

#define LIMIT 16

// The provider itself, in a separate library context. Both live as long as the process.
static OSSL_PROVIDER *original;
static OSSL_ALGORITHM decoders[LIMIT + 1], keys[LIMIT + 1];

// The keys that certificates have: the suites and signature algorithms of TLS know no others.
static const char *const signing[] = {"RSA", "RSA-PSS", "EC", "ED25519", "ED448", NULL};
// Those of key exchange, and of the codes of CBC suites.
static const char *const other[] = {"X25519", "X448", "DH", "HMAC", NULL};

// Whether the first of some names, which colons part, is in a list.
static int is_among(const char *names, const char *const *list) {
    size_t length = strcspn(names, ":");
    for (; *list; list++)
        if (strlen(*list) == length && !strncmp(names, *list, length)) return 1;
    return 0;
}

static void choose(void) {
    int no_cache = 0;
    size_t count = 0;
    const OSSL_ALGORITHM *all = OSSL_PROVIDER_query_operation(original, OSSL_OP_DECODER, &no_cache);
    for (; all && all->algorithm_names && count < LIMIT; all++) {
        if (all->property_definition && strstr(all->property_definition, "structure=SubjectPublicKeyInfo") &&
            is_among(all->algorithm_names, signing))
            decoders[count++] = *all;
    }
    count = 0;
    all = OSSL_PROVIDER_query_operation(original, OSSL_OP_KEYMGMT, &no_cache);
    for (; all && all->algorithm_names && count < LIMIT; all++)
        if (is_among(all->algorithm_names, signing) || is_among(all->algorithm_names, other)) keys[count++] = *all;
}

static const OSSL_ALGORITHM *query(void *provider, int operation, int *no_cache) {
    (void)provider;
    if (operation != OSSL_OP_DECODER && operation != OSSL_OP_KEYMGMT)
        return OSSL_PROVIDER_query_operation(original, operation, no_cache);
    *no_cache = 0;
    return operation == OSSL_OP_DECODER ? decoders : keys;
}

// Among them the groups of TLS.
static int capabilities(void *provider, const char *capability, OSSL_CALLBACK *callback, void *argument) {
    (void)provider;
    return OSSL_PROVIDER_get_capabilities(original, capability, callback, argument);
}

// The algorithms are called with what the default provider knows, since they are its own.
static int start(
    const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in, const OSSL_DISPATCH **out, void **provider_context) {
    static const OSSL_DISPATCH functions[] = {
        {OSSL_FUNC_PROVIDER_QUERY_OPERATION, (void (*)(void))query},
        {OSSL_FUNC_PROVIDER_GET_CAPABILITIES, (void (*)(void))capabilities},
        {0, NULL},
    };
    *provider_context = OSSL_PROVIDER_get0_provider_ctx(original);
    *out = functions;
    (void)handle;
    (void)in;
    return 1;
}

int ctls_add_defaults(OSSL_LIB_CTX *context) {
    OSSL_LIB_CTX *base = OSSL_LIB_CTX_new();
    original = base ? OSSL_PROVIDER_load(base, "default") : NULL;
    if (!original) {
        OSSL_LIB_CTX_free(base);
        return 0;
    }
    choose();
    return OSSL_PROVIDER_add_builtin(context, NAME, start) && OSSL_PROVIDER_load(context, NAME);
}
