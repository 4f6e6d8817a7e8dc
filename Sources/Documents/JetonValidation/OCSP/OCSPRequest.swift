import JetonASN1
public import JetonX509

/// A request for the status of one certificate.
///
/// - SeeAlso: RFC 6960, 4.1; RFC 9654.
public struct OCSPRequest: Hashable, Sendable {
    /// The certificate.
    public let identifier: OCSPIdentifier
    /// 1 to 128 octets that a response must repeat if it repeats any; nil for none.
    public let nonce: [UInt8]?

    /// Makes a request that is not signed.
    ///
    /// - Parameters:
    ///   - certificate: The certificate whose status is requested.
    ///   - issuer: The certificate of its issuer.
    ///   - nonce: Random; RFC 9654 asks for 32 octets; nil for none.
    /// - Throws: ``DocumentError/Code/invalidArgument`` for a nonce of another length than 1 to 128 octets; as
    ///   ``OCSPIdentifier/init(_:issuer:hash:)``.
    public init(_ certificate: Certificate, issuer: Certificate, nonce: [UInt8]? = nil) throws(DocumentError) {
        guard (1...128).contains(nonce?.count ?? 1) else {
            throw DocumentError(.invalidArgument, "a nonce of \(nonce?.count ?? 0) bytes")
        }
        identifier = try OCSPIdentifier(certificate, issuer: issuer)
        self.nonce = nonce
    }

    /// The OCSPRequest in DER: the body of a POST.
    public var derRepresentation: [UInt8] {
        let list = DER.sequence(DER.sequence(identifier.derRepresentation))
        guard let nonce else { return DER.sequence(DER.sequence(list)) }
        let member = DER.sequence(DER.oid(.ocspNonce), DER.octetString(DER.octetString(nonce)))
        return DER.sequence(DER.sequence(list, DER.explicit(2, DER.sequence(member))))
    }
}
