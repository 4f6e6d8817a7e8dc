#include <openssl/err.h>
#include <openssl/x509.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

// The most octets that one operation reads: a large handshake needs a few operations.
#define ALLOWANCE 65536

// Begins an operation.
static void begin(ctls_connection *connection) {
    ERR_clear_error();
    connection->allowance = ALLOWANCE;
}

int ctls_connection_make(
    ctls_client *client, int descriptor, const char *host, struct ctls_callbacks callbacks, void *owner,
    ctls_connection **connection, struct ctls_failure *failure) {
    ERR_clear_error();
    const ctls_library *library = client->library;
    ctls_connection *made = calloc(1, sizeof *made);
    if (!made) return ctls_conclude(failure, CTLS_FAILED);
    made->library = library;
    made->descriptor = descriptor;
    made->callbacks = callbacks;
    made->owner = owner;
    made->ssl = library->SSL_new(client->context);
    BIO *bio = made->ssl ? ctls_socket_bio(made) : NULL;
    if (bio) library->SSL_set_bio(made->ssl, bio, bio);
    // The interface has no const here.
    int done = bio && library->SSL_set_ex_data(made->ssl, 0, made) == 1 &&
        (!host ||
         library->SSL_ctrl(made->ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, (void *)host) == 1);
    if (done && client->certificate) {
        EVP_PKEY *key = ctls_token_key(client->public_key, made);
        done = key && library->SSL_use_certificate(made->ssl, client->certificate) == 1 &&
            library->SSL_use_PrivateKey(made->ssl, key) == 1 &&
            library->SSL_ctrl(made->ssl, SSL_CTRL_CHAIN, 1, client->chain) == 1;
        EVP_PKEY_free(key);
    }
    if (!done) {
        int result = ctls_conclude(failure, CTLS_FAILED);
        ctls_connection_free(made);
        return result;
    }
    *connection = made;
    return ctls_conclude(failure, CTLS_OK);
}

// What an operation came to that did not succeed.
static int outcome(ctls_connection *connection, int value, struct ctls_failure *failure) {
    int error = connection->library->SSL_get_error(connection->ssl, value);
    switch (error) {
    case SSL_ERROR_WANT_READ: return ctls_conclude(failure, CTLS_WANT_READ);
    case SSL_ERROR_WANT_WRITE: return ctls_conclude(failure, CTLS_WANT_WRITE);
    case SSL_ERROR_ZERO_RETURN: return ctls_conclude(failure, CTLS_CLOSED);
    default: break;
    }
    int result = ctls_conclude(failure, connection->is_at_end ? CTLS_TRUNCATED : CTLS_FAILED);
    return connection->is_refused ? CTLS_REFUSED : result;
}

// Why a peer has closed the connection, if it said so before: with TLS 1.3 a client certificate is refused after the
// handshake, when the request is already on its way.
static int last_words(ctls_connection *connection, struct ctls_failure *failure) {
    struct ctls_failure said;
    uint8_t octet;
    size_t count;
    begin(connection);
    int value = connection->library->SSL_read_ex(connection->ssl, &octet, 1, &count);
    if (value == 1 || outcome(connection, value, &said) != CTLS_ALERT) return CTLS_TRUNCATED;
    *failure = said;
    return CTLS_ALERT;
}

int ctls_connection_handshake(ctls_connection *connection, struct ctls_failure *failure) {
    begin(connection);
    int value = connection->library->SSL_connect(connection->ssl);
    return value == 1 ? ctls_conclude(failure, CTLS_OK) : outcome(connection, value, failure);
}

int ctls_connection_read(
    ctls_connection *connection, uint8_t *octets, size_t capacity, size_t *count, struct ctls_failure *failure) {
    begin(connection);
    int value = connection->library->SSL_read_ex(connection->ssl, octets, capacity, count);
    return value == 1 ? ctls_conclude(failure, CTLS_OK) : outcome(connection, value, failure);
}

int ctls_connection_write(
    ctls_connection *connection, const uint8_t *octets, size_t length, size_t *count, struct ctls_failure *failure) {
    begin(connection);
    int value = connection->library->SSL_write_ex(connection->ssl, octets, length, count);
    if (value == 1) return ctls_conclude(failure, CTLS_OK);
    int result = outcome(connection, value, failure);
    return result == CTLS_TRUNCATED ? last_words(connection, failure) : result;
}

void ctls_connection_close(ctls_connection *connection) {
    connection->library->SSL_shutdown(connection->ssl);
    ERR_clear_error();
}

void ctls_connection_free(ctls_connection *connection) {
    if (connection->ssl) connection->library->SSL_free(connection->ssl);
    free(connection);
}

int ctls_connection_facts(ctls_connection *connection, struct ctls_facts *facts) {
    const ctls_library *library = connection->library;
    const SSL_CIPHER *suite = library->SSL_get_current_cipher(connection->ssl);
    const char *name = suite ? library->SSL_CIPHER_standard_name(suite) : NULL;
    if (!name) return CTLS_INVALID;
    memset(facts, 0, sizeof *facts);
    facts->version = library->SSL_version(connection->ssl);
    facts->suite = name;
    facts->certificate_requested = connection->is_certificate_requested;
    const STACK_OF(X509_NAME) *authorities = library->SSL_get0_peer_CA_list(connection->ssl);
    int count = authorities ? sk_X509_NAME_num(authorities) : 0;
    facts->authority_count = count > 0 ? (size_t)count : 0;
    EVP_PKEY *share = NULL;
    if (library->SSL_ctrl(connection->ssl, SSL_CTRL_GET_PEER_TMP_KEY, 0, &share) == 1 && share) {
        size_t length = 0;
        const char *type = EVP_PKEY_get0_type_name(share);
        // The type's name is the group's for X25519 and X448.
        if (EVP_PKEY_get_group_name(share, facts->group, sizeof facts->group, &length) != 1 && type)
            strncpy(facts->group, type, sizeof facts->group - 1);
    }
    EVP_PKEY_free(share);
    ERR_clear_error();
    return CTLS_OK;
}

int ctls_connection_authority(ctls_connection *connection, size_t index, struct ctls_octets *name) {
    const STACK_OF(X509_NAME) *authorities = connection->library->SSL_get0_peer_CA_list(connection->ssl);
    int count = authorities ? sk_X509_NAME_num(authorities) : 0;
    if (count <= 0 || index >= (size_t)count) return CTLS_INVALID;
    const unsigned char *octets = NULL;
    size_t length = 0;
    if (X509_NAME_get0_der(sk_X509_NAME_value(authorities, (int)index), &octets, &length) != 1 || !octets)
        return CTLS_FAILED;
    *name = (struct ctls_octets){octets, length};
    return CTLS_OK;
}

int ctls_connection_export(ctls_connection *connection, const char *label, uint8_t *octets, size_t count) {
    int done = connection->library->SSL_export_keying_material(
        connection->ssl, octets, count, label, strlen(label), NULL, 0, 0);
    ERR_clear_error();
    return done == 1 ? CTLS_OK : CTLS_FAILED;
}
