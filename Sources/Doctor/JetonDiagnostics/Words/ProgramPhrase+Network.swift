extension ProgramPhrase {
    /// curl, GnuTLS, OpenSSL and ssh on the way to a server.
    static let network: [ProgramPhrase] = [
        .cause(
            "Could not resolve host: *",
            .name,
            "the name $1",
            "has no address",
            "correct the name, or the resolver"
        ),
        .cause(
            "Could not resolve hostname *",
            .name,
            "the name $1",
            "has no address",
            "correct the name, or the resolver"
        ),
        .cause(
            "Could not resolve proxy: *",
            .name,
            "the proxy $1",
            "has no address",
            "correct the proxy in the settings or the environment"
        ),
        .cause(
            "connect to host * port *: **",
            .connection,
            "$1",
            "accepts no connections on port $2: $3",
            "start the server, or correct its address"
        ),
        .cause(
            "Failed to connect to * port **",
            .connection,
            "$1",
            "accepts no connections on port $2",
            "start the server, or correct its address"
        ),
        .cause(
            "Connection timed out after",
            .connection,
            "the server",
            "does not answer",
            "check the network connection to the server"
        ),
        .cause(
            "Received HTTP code 407 from proxy",
            .connection,
            "the proxy",
            "requires a password",
            "configure the password"
        ),
        .cause(
            "Received HTTP code * from proxy",
            .connection,
            "the proxy",
            "refuses the connection (status $1)",
            "ask the administrator of the proxy"
        ),
    ]

    /// Certificates, the trust in them, and the rules of TLS, as OpenSSL, GnuTLS and curl put it.
    static let certificates: [ProgramPhrase] = [
        .cause(
            "certificate is not yet valid",
            .certificate,
            "this computer's clock",
            "is behind, or the certificate is not valid yet",
            "compare the clock with another clock",
            command: "date"
        ),
        .cause(
            "not yet activated",
            .certificate,
            "this computer's clock",
            "is behind, or the certificate is not valid yet",
            "compare the clock with another clock",
            command: "date"
        ),
        .cause("alert certificate expired", .certificate, "the client's certificate", "has expired", "renew it"),
        .cause(
            "certificate has expired",
            .certificate,
            "a certificate of the server",
            "has expired",
            "ask the server's administrator to renew it; if all have expired, compare the clock"
        ),
        .cause(
            "certificate chain uses expired certificate",
            .certificate,
            "a certificate of the server",
            "has expired",
            "ask the server's administrator to renew it"
        ),
        .cause(
            "alert unknown ca",
            .certificate,
            "the client's certificate",
            "is not from an authority that the server trusts",
            "use a certificate that the server accepts"
        ),
        .cause(
            "alert certificate required",
            .certificate,
            "the client",
            "sends no certificate, and the server needs one",
            "give the program the certificate and its key"
        ),
        .cause(
            "alert bad certificate",
            .certificate,
            "the client's certificate",
            "is refused by the server",
            "use a certificate that the server accepts"
        ),
        .cause(
            "alert unsupported certificate",
            .certificate,
            "the client's certificate",
            "is of a kind that the server refuses",
            "use a certificate that the server accepts"
        ),
        .cause(
            "unable to get local issuer certificate",
            .certificate,
            "the server's certificate",
            """
            is from an authority that is not trusted on this system, or the server does not send its issuer's \
            certificate
            """,
            "trust the authority, or have the server send the whole chain"
        ),
        .cause(
            "self-signed certificate",
            .certificate,
            "the server's certificate",
            "is signed by itself",
            "compare its fingerprint, then trust this certificate explicitly"
        ),
        .cause(
            "self signed certificate",
            .certificate,
            "the server's certificate",
            "is signed by itself",
            "compare its fingerprint, then trust this certificate explicitly"
        ),
        .cause(
            "certificate issuer is unknown",
            .certificate,
            "the server's certificate",
            "is from an authority that is not trusted on this system",
            "trust the authority"
        ),
        .cause(
            "no alternative certificate subject name matches target host name *",
            .certificate,
            "the server's certificate",
            "is for a different name than $1",
            "use the server's own name"
        ),
        .cause(
            "key values mismatch",
            .certificate,
            "the certificate",
            "belongs to another key",
            "use the certificate that belongs to the key"
        ),
        .cause(
            "ee key too small",
            .certificate,
            "the server's key",
            "is shorter than this system allows",
            "ask the server's administrator for a stronger key"
        ),
        .cause(
            "dh key too small",
            .certificate,
            "the server's Diffie-Hellman group",
            "is shorter than this system allows",
            "ask the server's administrator for a larger group"
        ),
        .cause(
            "ca md too weak",
            .certificate,
            "a certificate of the server",
            "is signed with a weak hash",
            "ask the server's administrator for a new certificate"
        ),
        .cause(
            "alert protocol version",
            .certificate,
            "the version of TLS",
            "is not one that both the server and this program support",
            "allow TLS 1.2 on both sides"
        ),
        .cause(
            "unsupported protocol",
            .certificate,
            "the version of TLS",
            "is older than this system allows",
            "ask the server's administrator to enable TLS 1.2 or later"
        ),
        .cause(
            "wrong version number",
            .certificate,
            "the server",
            "does not speak TLS on this port",
            "use http, or the port for TLS"
        ),
        .cause(
            "unsafe legacy renegotiation disabled",
            .certificate,
            "the server",
            "lacks secure renegotiation (RFC 5746)",
            "ask the server's administrator to update it"
        ),
        .cause(
            "no suitable signature algorithm",
            .ability,
            "the key's signature algorithm",
            "is not one that both sides accept",
            "use another key"
        ),
        .cause(
            "no protocols available",
            .certificate,
            "the versions of TLS",
            "that this program may use are all disabled on this system",
            "allow TLS 1.2"
        ),
        .effect(
            "alert internal error",
            .certificate,
            "the server",
            "reports an internal error in the TLS handshake"
        ),
        .effect("alert handshake failure", .certificate, "the server", "accepts nothing that the client offers"),
        .effect("certificate verify failed", .certificate, "the server's certificate", "is not trusted"),
    ]
}
