import ASN1
public import Cryptoki
public import X509

/// Where the certificate of a signing key comes from.
public enum CertificateChoice: Sendable {
    /// The one on the token with the id of the key.
    case ofKey
    /// The one on the token with a name.
    case named(ObjectName)
    /// Certificates from elsewhere, the signer's first.
    case given([Certificate])

    /// The signer's certificate first, then the others.
    ///
    /// - Throws: ``SelectionError``; `CryptokiError`.
    func certificates(
        for key: ObjectRecord,
        _ selection: ObjectSelection,
        _ session: inout Session
    ) throws -> [Certificate] {
        let found: [ObjectRecord]
        switch self {
        case .given(let certificates): return certificates
        case .named(let name):
            let all = try selection.all(name, .certificate, &session)
            let certificates = try all.compactMap { try $0.certificate(&session) }
            if let newest = Self.newest(of: certificates) { return [newest] }
            found = [try selection.one(name, .certificate, noun: "certificate", &session)]
        case .ofKey:
            guard let id = key.values.id else {
                throw SelectionError(
                    .keyWithoutID,
                    "key '\(key.label)' has no id by which its certificate could be found"
                )
            }
            found = try ObjectRecord.read(&session, [.objectClass(.certificate), .id(id)])
        }
        let certificates = try found.compactMap { try $0.certificate(&session) }
        if certificates.count == 1 { return certificates }
        if let newest = Self.newest(of: certificates) { return [newest] }
        guard certificates.isEmpty else {
            throw selection.several(
                found,
                "\(found.count) certificates have the id of key '\(key.label)'",
                .severalCertificates
            )
        }
        throw SelectionError(
            .noCertificate,
            "key '\(key.label)' on token '\(selection.token.name)' has no certificate"
        )
    }

    /// The newest of certificates that renew one another; nil if they differ in subject or issuer, or none is valid now.
    private static func newest(of certificates: [Certificate], at now: UniversalTime = .now) -> Certificate? {
        guard let first = certificates.first,
            certificates.allSatisfy({ $0.subject.matches(first.subject) && $0.issuer.matches(first.issuer) })
        else { return nil }
        let valid = certificates.filter { $0.notBefore <= now && now <= $0.notAfter }
        let newest = valid.max { ($0.notBefore, $0.notAfter) < ($1.notBefore, $1.notAfter) }
        guard let newest else { return nil }
        // Two that were made in one second and for as long can't be told apart.
        let isOne = valid.allSatisfy {
            $0 == newest || ($0.notBefore, $0.notAfter) < (newest.notBefore, newest.notAfter)
        }
        return isOne ? newest : nil
    }
}

extension ObjectRecord {
    /// The certificate that the object holds; nil if the token does not give it, or it is malformed.
    public func certificate(_ session: inout Session) throws(CryptokiError) -> Certificate? {
        let der = try session.attributes([.value], of: handle).octets(.value)
        return der.flatMap { try? Certificate(derRepresentation: $0) }
    }
}
