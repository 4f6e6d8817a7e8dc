import JetonASN1
package import JetonOctets
package import JetonX509

/// How the messages of a client are protected, and what the answers must be protected by.
///
/// - SeeAlso: RFC 9810, 5.1.3.
package enum CMPProtection: Sendable {
    /// By a password that client and authority share; answers by the same, or by a signature.
    case password(reference: String, secret: SharedSecret)
    /// By a certificate that the authority knows, its own first, then those of issuers.
    case signature(key: any SigningKey & Sendable, certificates: [Certificate])

    /// Completes the header, signs, and gives the message.
    func protect(_ header: CMPHeader, body: [UInt8]) throws -> [UInt8] {
        var header = header
        switch self {
        case .password(let reference, let shared):
            let mac = try PasswordBasedMAC.random()
            header.protection = mac.algorithm
            header.senderKeyIdentifier = Array(reference.utf8)
            let part = DER.sequence(header.encoded, body)
            let code = try shared.borrow { secret throws(DocumentError) in try mac.authenticate(part, secret) }
            return DER.sequence(header.encoded, body, DER.explicit(0, DER.bitString(code)))
        case .signature(let key, let certificates):
            guard let own = certificates.first, own.publicKey.kind == key.publicKey.kind else {
                throw EnrollmentError(.invalidService, "the certificate that protects messages belongs to another key")
            }
            let algorithm = try key.publicKey.preferredAlgorithm(of: key.algorithms)
            header.sender = own.subject.derRepresentation
            header.protection = algorithm.algorithmIdentifier
            header.senderKeyIdentifier = own.subjectKeyIdentifier
            let part = DER.sequence(header.encoded, body)
            let signature = try key.signChecked(part, algorithm: algorithm).signature
            return DER.sequence(
                header.encoded,
                body,
                DER.explicit(0, DER.bitString(signature)),
                DER.explicit(1, DER.sequence(certificates.map(\.derRepresentation)))
            )
        }
    }

    /// Why a message is not what the authority sent; nil if it is.
    func refusal(of message: CMPMessage, trust: TrustStore) throws(DocumentError) -> String? {
        guard let algorithm = message.header.protection, let protection = message.protection else {
            return "it is not protected"
        }
        guard algorithm.oid == .passwordBasedMAC else {
            return CMPProtection.refusal(ofSignature: protection, algorithm, message, trust)
        }
        guard case .password(_, let shared) = self else { return "it is protected by a password, but none was set" }
        guard let mac = try? PasswordBasedMAC(algorithm.parameters) else {
            return "its MAC has parameters that are not accepted"
        }
        let expected = try shared.borrow { secret throws(DocumentError) in
            try mac.authenticate(message.protectedPart, secret)
        }
        return ConstantTime.equals(expected.span, protection.span) ? nil : "its MAC does not match the password"
    }

    private static func refusal(
        ofSignature signature: [UInt8],
        _ algorithm: AlgorithmIdentifier,
        _ message: CMPMessage,
        _ trust: TrustStore
    ) -> String? {
        let named = message.header.senderKeyIdentifier
        let candidates = message.certificates + trust.certificates(issuedBy: nil) { _ in true }
        let signers = candidates.prefix(256).filter { certificate in
            certificate.subject.derRepresentation == message.header.sender
                && (named == nil || certificate.subjectKeyIdentifier == nil
                    || certificate.subjectKeyIdentifier == named)
        }
        guard
            let signer = signers.first(where: {
                $0.publicKey.check(signature, message: message.protectedPart, identifier: algorithm) == .valid
            })
        else { return "its signature was not made by a certificate that it names" }
        let path = CertificatePathBuilder(trust: trust, intermediates: message.certificates, purpose: .any).path(
            for: signer
        )
        guard path.isTrusted else {
            return "its signer '\(signer)' is not trusted: \(path.failures.first?.detail ?? "there is no path")"
        }
        guard
            trust.certificates(named: signer.subject).contains(signer) || signer.basicConstraints?.isAuthority == true
                || isForAuthorities(signer)
        else {
            return "its signer '\(signer)' is trusted, but may not act for an authority"
        }
        return nil
    }

    /// Whether a certificate is that of a registration or certification authority's server.
    ///
    /// Anyone below the same root has a certificate, and must not answer for the authority.
    ///
    /// - SeeAlso: RFC 9810, 4.5: id-kp-cmcCA, id-kp-cmcRA, id-kp-cmKGA.
    private static func isForAuthorities(_ certificate: Certificate) -> Bool {
        let usages: [OID] = [.cmcCA, .cmcRA, .cmKGA]
        return certificate.extendedKeyUsage?.contains { usages.contains($0) } ?? false
    }
}
