/// What a server answers to a ``ClientHello``, as far as it comes in clear.
public struct ServerAnswer: Hashable, Sendable {
    /// The version by its number on the wire; nil without a ServerHello.
    public internal(set) var version: UInt16?
    /// The cipher suite.
    public internal(set) var suite: UInt16?
    /// The group of an elliptic curve, or of the key share.
    public internal(set) var group: UInt16?
    /// The bits of a prime field's modulus.
    public internal(set) var primeBits: Int?
    /// The certificates in DER, the server's own first; none with TLS 1.3, where they are encrypted.
    public internal(set) var certificates: [[UInt8]] = []
    /// What the server asks of a client certificate; nil if it does not ask.
    public internal(set) var certificateRequest: CertificateRequest?
    /// Whether the server has said all that comes before the client's next message, in TLS 1.2 or older.
    public internal(set) var isWhole = false
    /// The alert that ended the handshake.
    public internal(set) var alert: UInt8?
    /// Whether the bytes are not those of TLS.
    public internal(set) var isMalformed = false

    /// What a server of TLS 1.2 or older asks of a client certificate.
    public struct CertificateRequest: Hashable, Sendable {
        /// Kinds of certificates: 1 RSA, 2 DSA, 64 ECDSA.
        public internal(set) var types: [UInt8] = []
        /// The algorithms of the client's signature; none before TLS 1.2.
        public internal(set) var signatureSchemes: [UInt16] = []
        /// The names of the authorities in DER; none for any authority.
        public internal(set) var authorities: [[UInt8]] = []
    }
}
