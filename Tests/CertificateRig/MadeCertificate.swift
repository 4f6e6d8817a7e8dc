import JetonASN1
import JetonOctets

@testable import JetonCMS
@testable import JetonX509

/// A certificate with its private key, made octet by octet so that it can be wrong in any way.
struct MadeCertificate {
    let certificate: Certificate
    let key: SoftwareKey

    /// The extensions of an authority.
    static let authority: [CertificateExtension] = [
        .basicConstraints(isAuthority: true), .keyUsage([.keyCertSign, .cRLSign]),
    ]
    /// The extensions of a signer.
    static let signer: [CertificateExtension] = [
        .basicConstraints(isAuthority: false), .keyUsage([.digitalSignature, .nonRepudiation]),
    ]

    /// Makes a self-signed authority.
    static func root(_ more: [CertificateExtension] = []) throws -> MadeCertificate {
        let key = try SoftwareKey.make(.p256)
        let name = try DistinguishedName("CN=Root,O=Example")
        return try MadeCertificate(
            certificate: Certificate(
                derRepresentation: encode(name, by: (name, key), key: key.publicKey, extensions: authority + more)
            ),
            key: key
        )
    }

    /// Makes an authority below this one.
    func authority(_ more: [CertificateExtension] = [], subject: String = "CN=Sub,O=Example") throws -> MadeCertificate
    {
        try issue(subject, MadeCertificate.authority + more)
    }

    /// Makes a signer below this authority.
    func signer(_ more: [CertificateExtension] = [], subject: String = "CN=Alice,O=Example") throws -> MadeCertificate {
        try issue(subject, MadeCertificate.signer + more)
    }

    /// Makes a certificate with just these extensions.
    func issue(_ subject: String, _ extensions: [CertificateExtension]) throws -> MadeCertificate {
        let key = try SoftwareKey.make(.p256)
        return MadeCertificate(
            certificate: try Certificate(derRepresentation: encode(subject, key.publicKey, extensions)),
            key: key
        )
    }

    /// The encoding of a certificate that this authority signs.
    ///
    /// `innerAlgorithm` is what the signed part says of the signature. `signature` changes the BIT STRING of the
    /// signature, and `key` the SubjectPublicKeyInfo.
    func encode(
        _ subject: String,
        _ publicKey: PublicKey,
        _ extensions: [CertificateExtension],
        innerAlgorithm: SignatureAlgorithm = .ecdsa(.sha256),
        signature: ([UInt8]) -> [UInt8] = { DER.bitString($0) },
        key: ([UInt8]) -> [UInt8] = { $0 }
    ) throws -> [UInt8] {
        try MadeCertificate.encode(
            DistinguishedName(subject),
            by: (certificate.subject, self.key),
            key: publicKey,
            extensions: extensions,
            innerAlgorithm: innerAlgorithm,
            changingSignature: signature,
            changingKey: key
        )
    }

    private static func encode(
        _ subject: DistinguishedName,
        by issuer: (name: DistinguishedName, key: SoftwareKey),
        key: PublicKey,
        extensions: [CertificateExtension],
        innerAlgorithm: SignatureAlgorithm = .ecdsa(.sha256),
        changingSignature: ([UInt8]) -> [UInt8] = { DER.bitString($0) },
        changingKey: ([UInt8]) -> [UInt8] = { $0 }
    ) throws -> [UInt8] {
        let toBeSigned = DER.sequence(
            DER.explicit(0, DER.integer(2)),
            DER.integer(UInt64.random(in: 1...UInt64(Int64.max))),
            innerAlgorithm.algorithmIdentifier.derRepresentation,
            issuer.name.derRepresentation,
            DER.sequence(
                UniversalTime.now.adding(days: -1).derRepresentation,
                UniversalTime.now.adding(days: 5).derRepresentation
            ),
            subject.derRepresentation,
            changingKey(key.derRepresentation),
            DER.explicit(3, DER.element(.sequence, Array(extensions.map(\.derRepresentation).joined())))
        )
        let signature = try issuer.key.signChecked(toBeSigned, algorithm: .ecdsa(.sha256)).signature
        return DER.sequence(
            toBeSigned,
            SignatureAlgorithm.ecdsa(.sha256).algorithmIdentifier.derRepresentation,
            changingSignature(signature)
        )
    }
}

extension CertificateExtension {
    /// The same with the other word on whether it is critical.
    func critical(_ isCritical: Bool = true) -> CertificateExtension {
        CertificateExtension(oid: oid, isCritical: isCritical, value: value)
    }

    /// nameConstraints.
    static func nameConstraints(
        permitted: [GeneralName] = [],
        excluded: [GeneralName] = []
    ) throws -> CertificateExtension {
        func subtrees(_ number: UInt8, _ names: [GeneralName]) throws -> [UInt8] {
            guard !names.isEmpty else { return [] }
            return DER.element(.contextConstructed(number), try names.flatMap { DER.sequence(try $0.constraint) })
        }
        return CertificateExtension(
            oid: .nameConstraints,
            isCritical: true,
            value: DER.sequence(try subtrees(0, permitted), try subtrees(1, excluded))
        )
    }
}

extension GeneralName {
    /// The encoding as a constraint: texts may be empty or begin with a period, addresses have a mask.
    fileprivate var constraint: [UInt8] {
        get throws {
            switch self {
            case .email(let text): DER.string(.contextPrimitive(1), text)
            case .dns(let text): DER.string(.contextPrimitive(2), text)
            case .uri(let text): DER.string(.contextPrimitive(6), text)
            case .ip(let octets): DER.element(.contextPrimitive(7), octets)
            default: try derRepresentation
            }
        }
    }
}

/// A path from a signer to a root, with a message that the signer made.
struct MadePath {
    let certificates: [MadeCertificate]
    static let content = Array("content".utf8)

    init(_ certificates: MadeCertificate...) { self.certificates = certificates }

    /// The reasons against the path, by our own rules.
    func failures(_ purpose: CertificatePurpose = .document) throws -> [CertificatePathFailure] {
        let path = CertificatePathBuilder(
            trust: TrustStore(certificates.suffix(1).map(\.certificate)),
            intermediates: certificates.map(\.certificate),
            purpose: purpose
        ).path(for: certificates[0].certificate)
        return path.failures
    }

    func reasons(_ purpose: CertificatePurpose = .document) throws -> [CertificatePathFailure.Reason] {
        try failures(purpose).map(\.reason)
    }

    /// A message of the signer with all certificates but the root's.
    func message() throws -> [UInt8] {
        try CMSSigner(
            certificate: certificates[0].certificate,
            additionalCertificates: certificates.dropFirst().dropLast().map(\.certificate)
        ).signDetached(contentDigest: try HashAlgorithm.sha256.hash(MadePath.content), key: certificates[0].key)
    }

    /// What the verifier says of that message.
    func report(_ purpose: CertificatePurpose = .document) throws -> CMSReport {
        var content = MemorySource(MadePath.content)
        return try CMSVerifier(trust: TrustStore(certificates.suffix(1).map(\.certificate)), purpose: purpose)
            .verifyDetached(MemorySource(message()), content: &content)
    }

    /// Whether `openssl cms -verify` accepts that message.
    func isAcceptedByOpenSSL(_ more: String...) throws -> Bool {
        let openSSL = try OpenSSL()
        try openSSL.write(message(), "message")
        try openSSL.write(MadePath.content, "content")
        try openSSL.write(certificates.last?.certificate.pemRepresentation ?? "", "root.pem")
        return try openSSL.attempt(
            [
                "cms", "-verify", "-binary", "-inform", "DER", "-in", "message", "-content", "content", "-CAfile",
                "root.pem", "-out", "verified",
            ] + more
        ).status == 0
    }
}
