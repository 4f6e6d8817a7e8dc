// A socket for libssl that never raises SIGPIPE, which libcrypto's own does.

#include <errno.h>
#include <openssl/bio.h>
#include <pthread.h>
#include <sys/socket.h>

#include "internal.h"

static BIO_METHOD *method;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static int is_transient(void) { return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR; }

static int socket_write(BIO *bio, const char *octets, int count) {
    ctls_connection *connection = BIO_get_data(bio);
    BIO_clear_retry_flags(bio);
    ssize_t sent = send(connection->descriptor, octets, (size_t)count, MSG_NOSIGNAL);
    if (sent < 0 && is_transient()) BIO_set_retry_write(bio);
    else if (sent < 0) connection->is_at_end = 1;
    return (int)sent;
}

static int socket_read(BIO *bio, char *octets, int count) {
    ctls_connection *connection = BIO_get_data(bio);
    BIO_clear_retry_flags(bio);
    if (!connection->allowance) {
        // libssl reads on while messages arrive that it may ignore; the caller has to check the time in between.
        BIO_set_retry_read(bio);
        return -1;
    }
    if ((size_t)count > connection->allowance) count = (int)connection->allowance;
    ssize_t received = recv(connection->descriptor, octets, (size_t)count, 0);
    if (received < 0 && is_transient()) BIO_set_retry_read(bio);
    else if (received <= 0) connection->is_at_end = 1;
    else connection->allowance -= (size_t)received;
    return (int)received;
}

static long socket_control(BIO *bio, int command, long number, void *pointer) {
    (void)number;
    (void)pointer;
    const ctls_connection *connection = BIO_get_data(bio);
    switch (command) {
    case BIO_CTRL_FLUSH: return 1;
    case BIO_CTRL_EOF: return connection->is_at_end;
    default: return 0;
    }
}

static void make_method(void) {
    BIO_METHOD *made = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "jeton-socket");
    if (!made) return;
    BIO_meth_set_write(made, socket_write);
    BIO_meth_set_read(made, socket_read);
    BIO_meth_set_ctrl(made, socket_control);
    method = made;
}

BIO *ctls_socket_bio(ctls_connection *connection) {
    pthread_once(&once, make_method);
    BIO *bio = method ? BIO_new(method) : NULL;
    if (!bio) return NULL;
    BIO_set_data(bio, connection);
    BIO_set_init(bio, 1);
    return bio;
}
