public import Cryptoki
import JetonASN1
public import JetonX509

/// Where the certificate of a signing key comes from.
public enum CertificateChoice: Sendable {
    /// The one on the token with the id of the key.
    case ofKey
    /// The one on the token with a name.
    case named(ObjectName)
    /// Certificates from elsewhere, the signer's first.
    case given([Certificate])

    /// The certificates that a choice gives.
    package struct Chosen {
        /// The signer's certificate first, then the others.
        package let certificates: [Certificate]
        /// The key's other certificates, which do not sign.
        package var passedOver: [Certificate] = []
    }

    /// The signer's certificate: of several that the key has, the newest that is valid.
    ///
    /// - Throws: ``SelectionError``; `CryptokiError`.
    package func chosen(
        for key: ObjectRecord,
        _ selection: ObjectSelection,
        _ session: inout Session
    ) throws -> Chosen {
        let found: [ObjectRecord]
        switch self {
        case .given(let certificates): return Chosen(certificates: certificates)
        case .named(let name):
            let all = try selection.all(name, .certificate, &session)
            let certificates = try all.compactMap { try $0.certificate(&session) }
            // A name stands for several only if they renew one another.
            if let first = certificates.first,
                certificates.allSatisfy({ $0.subject.matches(first.subject) && $0.issuer.matches(first.issuer) }),
                let newest = Self.newest(of: certificates)
            {
                return Chosen(certificates: [newest])
            }
            found = [try selection.one(name, .certificate, noun: "certificate", &session)]
        case .ofKey:
            guard let id = key.values.id else {
                throw SelectionError(
                    .keyWithoutID,
                    "key '\(key.label)' has no id, so its certificate can't be found"
                )
            }
            found = try ObjectRecord.read(&session, [.objectClass(.certificate), .id(id)])
        }
        let certificates = try found.compactMap { try $0.certificate(&session) }
        if certificates.count == 1 { return Chosen(certificates: certificates) }
        if let newest = Self.newest(of: certificates) {
            return Chosen(certificates: [newest], passedOver: certificates.filter { $0 != newest })
        }
        guard certificates.isEmpty else {
            throw try selection.several(
                found,
                "\(found.count) certificates have the id of key '\(key.label)'",
                &session,
                .severalCertificates
            )
        }
        throw SelectionError(
            .noCertificate,
            "key '\(key.label)' on token '\(selection.token.name)' has no certificate"
        )
    }

    /// The newest of certificates of one key that are valid now; nil if none is, or two can't be told apart.
    ///
    /// One that an authority issued goes before a self-signed one, which only stood in for it.
    static func newest(of certificates: [Certificate], at now: UniversalTime = .now) -> Certificate? {
        let valid = certificates.filter { $0.notBefore <= now && now <= $0.notAfter }
        let issued = valid.filter { !$0.isSelfIssued }
        let eligible = issued.isEmpty ? valid : issued
        let newest = eligible.max { ($0.notBefore, $0.notAfter) < ($1.notBefore, $1.notAfter) }
        guard let newest else { return nil }
        // Two that were made in one second and for as long can't be told apart.
        let isOne = eligible.allSatisfy {
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
