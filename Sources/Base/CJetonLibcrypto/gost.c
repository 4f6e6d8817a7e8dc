#include <openssl/crypto.h>
#include <openssl/provider.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "gost.h"

static _Atomic(const struct gost *) loaded;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void discard(struct gost *gost) {
    for (size_t i = 0; i < sizeof gost->digests / sizeof *gost->digests; i++) EVP_MD_free(gost->digests[i]);
    EVP_MAC_free(gost->hmac);
    EVP_MAC_free(gost->cmac);
    EVP_MAC_free(gost->imit);
    EVP_KDF_free(gost->pbkdf2);
    EVP_CIPHER_free(gost->counter);
    EVP_CIPHER_free(gost->kuznyechik);
    free(gost);
}

// The provider gives its algorithms no properties that could be asked for; nobody else in the context has their names.
static int fetch(OSSL_LIB_CTX *context, struct gost *gost) {
    bool complete = true;
    for (size_t i = 0; i < sizeof gost->digests / sizeof *gost->digests; i++) {
        const char *name = libcrypto_gost_digest_name((enum libcrypto_gost_digest)i);
        gost->digests[i] = EVP_MD_fetch(context, name, NULL);
        complete = complete && gost->digests[i];
    }
    gost->hmac = EVP_MAC_fetch(context, "HMAC", LIBCRYPTO_PROPERTIES);
    // The provider's own kuznyechik-mac looks for its cipher in the program's context, where it is not.
    gost->cmac = EVP_MAC_fetch(context, "CMAC", LIBCRYPTO_PROPERTIES);
    gost->imit = EVP_MAC_fetch(context, "gost-mac", NULL);
    gost->pbkdf2 = EVP_KDF_fetch(context, "PBKDF2", LIBCRYPTO_PROPERTIES);
    // gost89-cnt and gost-mac are bound to the S-boxes of CryptoPro-A; gost89 and gost89-cbc are not.
    gost->counter = EVP_CIPHER_fetch(context, "gost89-cnt", NULL);
    gost->kuznyechik = EVP_CIPHER_fetch(context, "kuznyechik-ecb", NULL);
    complete = complete && gost->hmac && gost->cmac && gost->imit && gost->pbkdf2 && gost->counter && gost->kuznyechik;
    return complete ? LIBCRYPTO_OK : LIBCRYPTO_FAILED;
}

static const struct gost *load(void) {
    OSSL_LIB_CTX *context = libcrypto_context();
    // The path is named so that OPENSSL_MODULES of the environment does not choose the code that runs here.
    if (!context || !OSSL_PROVIDER_set_default_search_path(context, OPENSSL_info(OPENSSL_INFO_MODULES_DIR)))
        return NULL;
    OSSL_PROVIDER *provider = OSSL_PROVIDER_load(context, "gostprov");
    struct gost *gost = provider ? calloc(1, sizeof *gost) : NULL;
    if (gost && fetch(context, gost) == LIBCRYPTO_OK) return gost;
    if (gost) discard(gost);
    if (provider) OSSL_PROVIDER_unload(provider);
    return NULL;
}

const struct gost *libcrypto_gost(void) {
    const struct gost *gost = atomic_load_explicit(&loaded, memory_order_acquire);
    if (gost) return gost;
    pthread_mutex_lock(&mutex);
    gost = atomic_load_explicit(&loaded, memory_order_relaxed);
    if (!gost && (gost = load())) atomic_store_explicit(&loaded, gost, memory_order_release);
    pthread_mutex_unlock(&mutex);
    return gost;
}
