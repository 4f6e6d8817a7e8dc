#include <openssl/err.h>
#include <openssl/x509.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

// Authenticated ciphers with forward secrecy.
#define DEFAULT_SUITES "ECDHE+AESGCM:ECDHE+CHACHA20:DHE+AESGCM:DHE+CHACHA20"

static ctls_connection *connection_of(const ctls_library *library, X509_STORE_CTX *store) {
    SSL *ssl = X509_STORE_CTX_get_ex_data(store, library->SSL_get_ex_data_X509_STORE_CTX_idx());
    return ssl ? library->SSL_get_ex_data(ssl, 0) : NULL;
}

// Called in place of libssl's own path validation.
static int judge(X509_STORE_CTX *store, void *data) {
    const ctls_client *client = data;
    ctls_connection *connection = connection_of(client->library, store);
    const STACK_OF(X509) *sent = X509_STORE_CTX_get0_untrusted(store);
    int count = sent ? sk_X509_num(sent) : 0;
    int accepts = 0;
    if (connection && count > 0) {
        struct ctls_octets certificates[CTLS_CERTIFICATE_LIMIT] = {{NULL, 0}};
        unsigned char *encoded[CTLS_CERTIFICATE_LIMIT] = {NULL};
        int complete = 1, lent = count <= CTLS_CERTIFICATE_LIMIT ? count : 0;
        for (int i = 0; i < lent; i++) {
            int length = i2d_X509(sk_X509_value(sent, i), &encoded[i]);
            complete = complete && length > 0;
            certificates[i] = (struct ctls_octets){encoded[i], length > 0 ? (size_t)length : 0};
        }
        accepts = complete && connection->callbacks.judge(connection->owner, certificates, (size_t)count) == 1;
        for (int i = 0; i < lent; i++) OPENSSL_free(encoded[i]);
    }
    if (!accepts) {
        if (connection) connection->is_refused = 1;
        X509_STORE_CTX_set_error(store, X509_V_ERR_CERT_UNTRUSTED);
    }
    return accepts;
}

// Called when the server asks for a certificate, before one is sent.
static int note_request(SSL *ssl, void *data) {
    const ctls_client *client = data;
    ctls_connection *connection = client->library->SSL_get_ex_data(ssl, 0);
    if (connection) connection->is_certificate_requested = 1;
    return 1;
}

// Adds a word to a list with colons; gives 0 if there is no room.
static int append(char *list, size_t capacity, const char *word) {
    size_t used = strlen(list), length = strlen(word);
    if (used + length + 2 > capacity) return 0;
    if (used) list[used++] = ':';
    memcpy(list + used, word, length + 1);
    return 1;
}

// Finds the library's own name of a suite among those that it has.
static const char *own_name(const ctls_library *library, SSL_CTX *context, const char *name) {
    const STACK_OF(SSL_CIPHER) *all = library->SSL_CTX_get_ciphers(context);
    for (int i = 0; i < sk_SSL_CIPHER_num(all); i++) {
        const SSL_CIPHER *suite = sk_SSL_CIPHER_value(all, i);
        const char *standard = library->SSL_CIPHER_standard_name(suite);
        if (standard && !strcmp(standard, name)) return library->SSL_CIPHER_get_name(suite);
    }
    return NULL;
}

// Sets the suites, and narrows the versions to those that have one.
static int set_suites(
    const ctls_library *library, SSL_CTX *context, const struct ctls_policy *policy, int *minimum, int *maximum) {
    if (!policy->suite_count) return library->SSL_CTX_set_cipher_list(context, DEFAULT_SUITES) == 1;
    if (library->SSL_CTX_set_cipher_list(context, "ALL:COMPLEMENTOFALL:@SECLEVEL=0") != 1) return 0;
    char old[4096] = "", new[1024] = "";
    for (size_t i = 0; i < policy->suite_count; i++) {
        const char *name = own_name(library, context, policy->suites[i]);
        if (!name) return 0;
        // The suites of TLS 1.3 name no key exchange.
        int is_new = !strstr(policy->suites[i], "_WITH_");
        if (!append(is_new ? new : old, is_new ? sizeof new : sizeof old, name)) return 0;
    }
    if (!old[0] && *minimum < CTLS_VERSION_1_3) *minimum = CTLS_VERSION_1_3;
    if (!new[0] && *maximum > CTLS_VERSION_1_2) *maximum = CTLS_VERSION_1_2;
    return (!new[0] || library->SSL_CTX_set_ciphersuites(context, new) == 1) &&
        (!old[0] || library->SSL_CTX_set_cipher_list(context, old) == 1);
}

int ctls_client_make(
    const ctls_library *library, const struct ctls_policy *policy, ctls_client **client, struct ctls_failure *failure) {
    ERR_clear_error();
    ctls_client *made = calloc(1, sizeof *made);
    SSL_CTX *context =
        made ? library->SSL_CTX_new_ex(ctls_context(), CTLS_PROPERTIES, library->TLS_client_method()) : NULL;
    if (!context) {
        free(made);
        return ctls_conclude(failure, CTLS_FAILED);
    }
    made->library = library;
    made->context = context;
    static const unsigned char protocols[] = "\x08http/1.1";
    int minimum = policy->minimum_version, maximum = policy->maximum_version;
    int done = set_suites(library, context, policy, &minimum, &maximum) && minimum <= maximum &&
        library->SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, minimum, NULL) == 1 &&
        library->SSL_CTX_ctrl(context, SSL_CTRL_SET_MAX_PROTO_VERSION, maximum, NULL) == 1 &&
        library->SSL_CTX_set_alpn_protos(context, protocols, sizeof protocols - 1) == 0;
    if (!done) {
        ctls_client_free(made);
        return ctls_conclude(failure, CTLS_INVALID);
    }
    library->SSL_CTX_set_security_level(context, policy->security_level);
    // A session that is taken up again proves nothing by the token, and shows no certificate.
    library->SSL_CTX_set_options(context, SSL_OP_NO_TICKET | SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION);
    library->SSL_CTX_ctrl(context, SSL_CTRL_SET_SESS_CACHE_MODE, SSL_SESS_CACHE_OFF, NULL);
    library->SSL_CTX_ctrl(
        context, SSL_CTRL_MODE,
        SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS, NULL);
    // One call reads all that has come; whoever reads goes on until it would block before waiting for the socket.
    library->SSL_CTX_ctrl(context, SSL_CTRL_SET_READ_AHEAD, 1, NULL);
    library->SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    library->SSL_CTX_set_cert_verify_callback(context, judge, made);
    library->SSL_CTX_set_cert_cb(context, note_request, made);
    *client = made;
    return ctls_conclude(failure, CTLS_OK);
}

static X509 *read_certificate(struct ctls_octets octets) {
    const unsigned char *start = octets.octets;
    X509 *certificate = octets.count <= 1 << 20 ? X509_new_ex(ctls_context(), CTLS_PROPERTIES) : NULL;
    if (certificate && (!d2i_X509(&certificate, &start, (long)octets.count) || start != octets.octets + octets.count)) {
        X509_free(certificate);
        return NULL;
    }
    return certificate;
}

int ctls_client_set_certificates(
    ctls_client *client, const struct ctls_octets *certificates, size_t count, const char *algorithms,
    struct ctls_failure *failure) {
    ERR_clear_error();
    const ctls_library *library = client->library;
    client->chain = sk_X509_new_null();
    client->certificate = count ? read_certificate(certificates[0]) : NULL;
    client->public_key = client->certificate ? X509_get_pubkey(client->certificate) : NULL;
    int done = client->chain && client->public_key;
    for (size_t i = 1; done && i < count; i++) {
        X509 *above = read_certificate(certificates[i]);
        done = above && sk_X509_push(client->chain, above) > 0;
        if (!done) X509_free(above);
    }
    // The interface has no const here.
    done = done && library->SSL_CTX_ctrl(client->context, SSL_CTRL_SET_CLIENT_SIGALGS_LIST, 0, (void *)algorithms) == 1;
    if (!done) return ctls_conclude(failure, CTLS_INVALID);
    // A server of TLS 1.3 may ask for the certificate when it sees what is requested.
    library->SSL_CTX_set_post_handshake_auth(client->context, 1);
    return ctls_conclude(failure, CTLS_OK);
}

void ctls_client_free(ctls_client *client) {
    client->library->SSL_CTX_free(client->context);
    X509_free(client->certificate);
    sk_X509_pop_free(client->chain, X509_free);
    EVP_PKEY_free(client->public_key);
    free(client);
}
