// What the files of this target share.

#ifndef JETON_CTLS_INTERNAL_H
#define JETON_CTLS_INTERNAL_H

#include <openssl/ssl.h>

#include "include/ctls.h"

// The functions of libssl that are called; everything else is libcrypto's, which is linked.
#define CTLS_FUNCTIONS(F)                 \
    F(TLS_client_method)                  \
    F(SSL_CTX_new_ex)                     \
    F(SSL_CTX_free)                       \
    F(SSL_CTX_ctrl)                       \
    F(SSL_CTX_set_options)                \
    F(SSL_CTX_set_security_level)         \
    F(SSL_CTX_set_cipher_list)            \
    F(SSL_CTX_set_ciphersuites)           \
    F(SSL_CTX_get_ciphers)                \
    F(SSL_CTX_set_alpn_protos)            \
    F(SSL_CTX_set_verify)                 \
    F(SSL_CTX_set_cert_verify_callback)   \
    F(SSL_CTX_set_cert_cb)                \
    F(SSL_CTX_set_post_handshake_auth)    \
    F(SSL_CIPHER_standard_name)           \
    F(SSL_CIPHER_get_name)                \
    F(SSL_get_ex_data_X509_STORE_CTX_idx) \
    F(SSL_new)                            \
    F(SSL_free)                           \
    F(SSL_ctrl)                           \
    F(SSL_set_ex_data)                    \
    F(SSL_get_ex_data)                    \
    F(SSL_set_bio)                        \
    F(SSL_use_certificate)                \
    F(SSL_use_PrivateKey)                 \
    F(SSL_connect)                        \
    F(SSL_read_ex)                        \
    F(SSL_write_ex)                       \
    F(SSL_shutdown)                       \
    F(SSL_get_error)                      \
    F(SSL_version)                        \
    F(SSL_get_current_cipher)             \
    F(SSL_get0_peer_CA_list)              \
    F(SSL_export_keying_material)

struct ctls_library {
#define CTLS_MEMBER(name) __typeof__(&name) name;
    CTLS_FUNCTIONS(CTLS_MEMBER)
#undef CTLS_MEMBER
};

struct ctls_client {
    const ctls_library *library;
    SSL_CTX *context;
    // The client's own certificate, those above it, and its public key; NULL without one.
    X509 *certificate;
    STACK_OF(X509) * chain;
    EVP_PKEY *public_key;
};

struct ctls_connection {
    const ctls_library *library;
    SSL *ssl;
    int descriptor;
    // How many octets the running operation may still read from the socket.
    size_t allowance;
    // Whether the peer's end of the socket is closed, or the socket failed.
    int is_at_end;
    int is_refused;
    int is_certificate_requested;
    struct ctls_callbacks callbacks;
    void *owner;
};

// The library context with the default provider and that of this target; NULL if it can't be made.
OSSL_LIB_CTX *ctls_context(void);

// Properties of everything that libssl looks for itself.
#define CTLS_PROPERTIES "?provider=default"

// The provider of all but token keys.
int ctls_add_defaults(OSSL_LIB_CTX *context);

// A key whose public half is `public_key` and which signs by the connection's callback; NULL if it can't be made.
EVP_PKEY *ctls_token_key(EVP_PKEY *public_key, ctls_connection *connection);

// The provider of such keys.
#define CTLS_PROVIDER "jeton-token-keys"
int ctls_add_token_keys(OSSL_LIB_CTX *context);

// A BIO over a connection's socket; NULL without memory.
BIO *ctls_socket_bio(ctls_connection *connection);

// Writes libcrypto's first error to `failure`, empties the thread's queue of errors, and gives the result for it.
int ctls_conclude(struct ctls_failure *failure, int result);

#endif
