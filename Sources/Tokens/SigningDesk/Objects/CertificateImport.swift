public import Cryptoki
internal import Octets
public import X509

/// Stores one certificate on a token, with the label and id of the key that it is for.
public struct CertificateImport: Sendable {
    /// A certificate that is on the token now.
    public struct Outcome: Sendable {
        /// The certificate.
        public let certificate: Certificate
        /// Its label on the token.
        public let label: String
        /// Its id on the token, 1 to 255 bytes.
        public let id: [UInt8]
        /// Whether the token has a key for it.
        public let hasKey: Bool
        /// Whether the token had it before; nothing was stored then.
        public let wasStored: Bool
    }

    private let certificate: Certificate
    private let label: String?
    private let id: [UInt8]?

    /// Describes what to store.
    ///
    /// - Parameters:
    ///   - certificate: The certificate.
    ///   - label: Its label; nil for the key's, or the common name of its subject.
    ///   - id: Its id, 1 to 255 bytes; nil for the key's, or the identifier of its public key.
    public init(_ certificate: Certificate, label: String? = nil, id: [UInt8]? = nil) {
        self.certificate = certificate
        self.label = label
        self.id = id
    }

    /// Stores the certificate.
    ///
    /// Storing one that the token already has changes nothing.
    ///
    /// - Parameter session: A read-write session of a user who is logged in.
    /// - Returns: The certificate as it is stored, and whether the token has a key for it.
    /// - Throws: `CryptokiError`.
    public func run(_ session: inout Session) throws -> Outcome {
        let key = try ObjectRecord.publicKey(certificate.publicKey, &session)
        let id = try id ?? key?.values.id ?? certificate.publicKey.keyIdentifier
        let label = label ?? key?.values.label ?? certificate.subject.commonName ?? "certificate"
        for record in try ObjectRecord.read(&session, [.objectClass(.certificate), .id(id)]) {
            let value = try session.attributes([.value], of: record.handle).octets(.value)
            if value == certificate.derRepresentation {
                return Outcome(
                    certificate: certificate,
                    label: record.label,
                    id: id,
                    hasKey: key != nil,
                    wasStored: true
                )
            }
        }
        _ = try session.createObject(
            KeyTemplates.certificate(
                der: certificate.derRepresentation,
                subject: certificate.subject.derRepresentation,
                issuer: certificate.issuer.derRepresentation,
                serialNumber: TLV(tag: 0x02, value: certificate.serialNumber).encoded,
                label: label,
                id: id
            )
        )
        return Outcome(certificate: certificate, label: label, id: id, hasKey: key != nil, wasStored: false)
    }
}
