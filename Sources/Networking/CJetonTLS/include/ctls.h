/// TLS clients by the system's libssl 3, which is opened when the first connection is made.
///
/// Everything lives in a library context of its own, which reads no openssl.cnf. A client certificate's key is a
/// callback: a provider that is built in here offers it to libssl, so that it may lie on a token. Server certificates
/// are judged by a callback too; libssl's own rules are not asked.
///
/// Every function gives one of the codes of `ctls_result`; outputs are written only with CTLS_OK unless it says so. A
/// library and a client may be used by any threads at once, a connection by one thread at a time.

#ifndef JETON_CTLS_H
#define JETON_CTLS_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// What a call came to.
enum ctls_result {
    CTLS_OK = 0,
    /// Call again when the socket can be read.
    CTLS_WANT_READ = 1,
    /// Call again when the socket can be written.
    CTLS_WANT_WRITE = 2,
    /// The peer ended the connection as TLS has it: no byte is missing.
    CTLS_CLOSED = 3,
    /// The connection ended without that: bytes may be missing.
    CTLS_TRUNCATED = 4,
    /// The peer refused, with the alert in `ctls_failure`.
    CTLS_ALERT = 5,
    /// One of the callbacks refused.
    CTLS_REFUSED = 6,
    /// A value that the caller gave.
    CTLS_INVALID = 7,
    /// Anything else; `ctls_failure` has libssl's words.
    CTLS_FAILED = 8,
};

/// Why a call failed.
struct ctls_failure {
    /// The peer's alert (RFC 8446, 6); -1 without one.
    int alert;
    /// The library's words as a C string; may be empty.
    char reason[120];
};

/// Some bytes.
struct ctls_octets {
    const uint8_t *_Nullable octets;
    size_t count;
};

/// The functions of a loaded libssl.
typedef struct ctls_library ctls_library;

/// Loads libssl and finds every function.
///
/// On failure the reason is written to `message` as a C string, cut to `capacity`. The library stays loaded; the table
/// is never freed, so call it once. Returns NULL if it fails.
const ctls_library *_Nullable ctls_open(const char *path, char *message, size_t capacity);

/// The lowest and highest versions by their numbers on the wire.
#define CTLS_VERSION_1_0 0x0301
#define CTLS_VERSION_1_1 0x0302
#define CTLS_VERSION_1_2 0x0303
#define CTLS_VERSION_1_3 0x0304

/// What a client accepts of its servers.
struct ctls_policy {
    /// Numbers on the wire.
    int minimum_version;
    int maximum_version;
    /// OpenSSL's security level: 2 refuses RSA below 2,048 bits and SHA-1; TLS 1.0 and 1.1 need 0.
    int security_level;
    /// IANA's names of cipher suites; no names for the defaults: authenticated ciphers with forward secrecy.
    const char *const _Nonnull *_Nullable suites;
    size_t suite_count;
};

/// Settings that any number of connections share.
typedef struct ctls_client ctls_client;

/// Makes a client. Gives CTLS_INVALID for a suite that libssl does not have.
int ctls_client_make(
    const ctls_library *library, const struct ctls_policy *policy, ctls_client *_Nullable *_Nonnull client,
    struct ctls_failure *failure);

/// Gives a client a certificate with the chain above it, in DER, its own first.
///
/// `algorithms` are what its key can do, as SSL_CTX_set1_client_sigalgs_list(3) has them. To be called before
/// the first connection. Gives CTLS_INVALID for a certificate that libcrypto does not read, or a key that is not RSA,
/// of an elliptic curve or Ed25519.
int ctls_client_set_certificates(
    ctls_client *client, const struct ctls_octets *certificates, size_t count, const char *algorithms,
    struct ctls_failure *failure);

/// Frees a client, whose connections must be gone.
void ctls_client_free(ctls_client *client);

/// How a signature is made.
enum ctls_scheme {
    CTLS_RSA_PKCS1 = 0,
    CTLS_RSA_PSS = 1,
    CTLS_ECDSA = 2,
    CTLS_ED25519 = 3,
};

/// The most certificates of a server that are lent; libssl bounds their bytes.
#define CTLS_CERTIFICATE_LIMIT 32

/// What a connection asks of its owner, on the thread that calls it.
struct ctls_callbacks {
    /// Judges the server's certificates in DER, its own first; they are valid during the call. A count above
    /// CTLS_CERTIFICATE_LIMIT comes without certificates. Returns 1 to accept.
    int (*judge)(void *owner, const struct ctls_octets *certificates, size_t count);
    /// Signs a message with the client certificate's key; `hash_length` in bytes tells the function of SHA-2, 0 for
    /// Ed25519. Writes at most `capacity` bytes and their number. Returns 1 if it did.
    int (*sign)(
        void *owner, enum ctls_scheme scheme, size_t hash_length, const uint8_t *message, size_t count,
        uint8_t *signature, size_t capacity, size_t *length);
};

/// One connection over a socket.
typedef struct ctls_connection ctls_connection;

/// Makes a connection over a connected stream socket that does not block, which stays the caller's.
///
/// `host` is sent as the server's name, NULL to send none. The owner must outlive the connection.
int ctls_connection_make(
    ctls_client *client, int descriptor, const char *_Nullable host, struct ctls_callbacks callbacks, void *owner,
    ctls_connection *_Nullable *_Nonnull connection, struct ctls_failure *failure);

/// Goes on with the handshake.
///
/// This, reading and writing take at most 64 KiB from the socket in one call, and give CTLS_WANT_READ where more is
/// needed: a peer that sends without a pause does not keep the caller from looking at the time.
int ctls_connection_handshake(ctls_connection *connection, struct ctls_failure *failure);

/// Reads what there is, at least one byte, `capacity` above zero. May sign, when the server asks for a certificate now.
int ctls_connection_read(
    ctls_connection *connection, uint8_t *octets, size_t capacity, size_t *count, struct ctls_failure *failure);

/// Writes some bytes, at least one; after CTLS_WANT_READ and CTLS_WANT_WRITE the same bytes must be given again.
int ctls_connection_write(
    ctls_connection *connection, const uint8_t *octets, size_t length, size_t *count, struct ctls_failure *failure);

/// Says that nothing more will be sent; what the peer says is not awaited.
void ctls_connection_close(ctls_connection *connection);

/// Frees a connection, not the socket.
void ctls_connection_free(ctls_connection *connection);

/// What was agreed on.
struct ctls_facts {
    /// The version's number on the wire.
    int version;
    /// IANA's name of the cipher suite; static.
    const char *_Nullable suite;
    /// libcrypto's name of the group or curve of the key exchange as a C string; empty if there was none.
    char group[64];
    /// Whether the server has asked for a certificate by now.
    int certificate_requested;
    /// How many names of authorities it gave with that.
    size_t authority_count;
};

/// Reads what was agreed on, after the handshake.
int ctls_connection_facts(ctls_connection *connection, struct ctls_facts *facts);

/// One of the names in DER of the authorities whose certificates the server accepts; valid until the next call that
/// reads or writes.
int ctls_connection_authority(ctls_connection *connection, size_t index, struct ctls_octets *name);

/// Key material that only the two ends know (RFC 8446, 7.5; RFC 5705), without a context.
int ctls_connection_export(ctls_connection *connection, const char *label, uint8_t *octets, size_t count);

#pragma clang assume_nonnull end

#endif
