import JetonASN1
import JetonLibcrypto
public import JetonX509

/// Which servers are trusted: the anchors, and the rules of RFC 5280 and RFC 9525 as ``JetonX509`` applies them.
public struct TLSTrust: Sendable {
    /// The trust anchors.
    public let store: TrustStore

    /// Makes the trust in the servers below some anchors.
    public init(_ store: TrustStore) { self.store = store }

    /// Of which a server's key must have one, if its certificate says what the key is for.
    ///
    /// - SeeAlso: RFC 8446, 4.4.2.2; RFC 5246, 7.4.2.
    private static func keyUsages(_ rules: TLSRules) -> KeyUsage {
        let transportsKeys = rules.suites.contains { $0.hasPrefix("TLS_RSA_WITH_") }
        return transportsKeys ? [.digitalSignature, .keyEncipherment] : .digitalSignature
    }

    /// Judges a server.
    ///
    /// - Parameters:
    ///   - encoded: What it sent, its own certificate first.
    ///   - host: The name or address that was asked for.
    ///   - rules: The pinned keys.
    /// - Returns: Why the server is not trusted; nil if it is.
    func refusal(of encoded: [[UInt8]], host: String, rules: TLSRules) -> String? {
        var certificates: [Certificate] = []
        for (index, octets) in encoded.enumerated() {
            guard let certificate = try? Certificate(derRepresentation: octets) else {
                return "certificate \(index + 1) of the server is malformed"
            }
            certificates.append(certificate)
        }
        guard let own = certificates.first else { return "the server sent no certificate" }
        guard TLSServerName.isNamed(host, in: own) else {
            let names = own.subjectAlternativeNames.prefix(8).map(\.description).joined(separator: ", ")
            return "the certificate is not for \(host) but for \(names.isEmpty ? "no host" : names)"
        }
        if let usage = own.keyUsage, usage.isDisjoint(with: TLSTrust.keyUsages(rules)) {
            return "the keyUsage of the server's certificate (\(usage)) does not allow TLS"
        }
        let builder = CertificatePathBuilder(
            trust: store,
            intermediates: Array(certificates.dropFirst()),
            purpose: .tls
        )
        let path = builder.path(for: own)
        guard path.isTrusted else {
            return path.failures.first?.description ?? "the certificate has no path to a trust anchor"
        }
        let keys = path.certificates.map { try? HashAlgorithm.sha256.hash($0.publicKey.derRepresentation) }
        func isPinned(_ keys: ArraySlice<[UInt8]?>, by pins: Set<[UInt8]>) -> Bool {
            keys.contains { $0.map(pins.contains) ?? false }
        }
        guard rules.pins.isEmpty || isPinned(keys[...], by: rules.pins) else {
            return "no certificate in the path has a pinned key"
        }
        if let pins = rules.leafPins, !isPinned(keys.prefix(1), by: pins) {
            return "the server's certificate does not have a pinned key"
        }
        if let pins = rules.authorityPins, !isPinned(keys.dropFirst(), by: pins) {
            return "no certificate above the server's has a pinned key"
        }
        return nil
    }
}
