#define _GNU_SOURCE
#include <dlfcn.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/provider.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

static const struct {
    const char *name;
    size_t offset;
} entries[] = {
#define CTLS_ENTRY(name) {#name, offsetof(struct ctls_library, name)},
    CTLS_FUNCTIONS(CTLS_ENTRY)
#undef CTLS_ENTRY
};

// dlerror's text is the thread's own and lives until the next call.
static const ctls_library *fail(char *message, size_t capacity) {
    const char *text = dlerror();
    snprintf(message, capacity, "%s", text ? text : "unknown reason");
    return NULL;
}

const ctls_library *ctls_open(const char *path, char *message, size_t capacity) {
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return fail(message, capacity);
    ctls_library *library = calloc(1, sizeof *library);
    for (size_t index = 0; library && index < sizeof entries / sizeof entries[0]; index++) {
        void *address = dlsym(handle, entries[index].name);
        if (!address) {
            fail(message, capacity);
            free(library);
            dlclose(handle);
            return NULL;
        }
        *(void **)((char *)library + entries[index].offset) = address;
    }
    if (!library || !ctls_context()) {
        snprintf(message, capacity, "libcrypto has no memory or no default provider");
        free(library);
        dlclose(handle);
        return NULL;
    }
    return library;
}

static OSSL_LIB_CTX *context;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// Not CLibcrypto's context: there the types of keys have names of their own, by which libssl does not find them.
static void make_context(void) {
    OSSL_LIB_CTX *made = OSSL_LIB_CTX_new();
    if (!made) return;
    // Later versions were not measured, and have groups whose types of keys that list lacks.
    int is_slow = OPENSSL_version_major() == 3 && OPENSSL_version_minor() < 2;
    int has_defaults = is_slow ? ctls_add_defaults(made) : OSSL_PROVIDER_load(made, "default") != NULL;
    if (!has_defaults || !ctls_add_token_keys(made) || EVP_set_default_properties(made, CTLS_PROPERTIES) != 1) {
        OSSL_LIB_CTX_free(made);
        return;
    }
    context = made;
}

OSSL_LIB_CTX *ctls_context(void) {
    pthread_once(&once, make_context);
    return context;
}

int ctls_conclude(struct ctls_failure *failure, int result) {
    failure->alert = -1;
    failure->reason[0] = '\0';
    unsigned long error = ERR_peek_error();
    if (!error) return result;
    const char *reason = ERR_reason_error_string(error);
    snprintf(failure->reason, sizeof failure->reason, "%s", reason ? reason : "");
    if (ERR_GET_LIB(error) == ERR_LIB_SSL) {
        int number = ERR_GET_REASON(error);
        if (number == SSL_R_UNEXPECTED_EOF_WHILE_READING) result = CTLS_TRUNCATED;
        if (number >= SSL_AD_REASON_OFFSET && number < SSL_AD_REASON_OFFSET + 256) {
            failure->alert = number - SSL_AD_REASON_OFFSET;
            result = CTLS_ALERT;
        }
    }
    ERR_clear_error();
    return result;
}
