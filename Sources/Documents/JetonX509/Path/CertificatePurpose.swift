public import JetonASN1

/// What a certificate is asked to vouch for, by extendedKeyUsage.
///
/// A certificate without the extension serves every purpose but ``code`` and ``timestamp``: for these two the signer's
/// certificate must name the purpose itself. Authorities above the signer may leave the extension out in each case. Each
/// purpose is one role: an authority for clients of TLS does not vouch for servers.
///
/// - SeeAlso: RFC 5280, 4.2.1.12; RFC 9336; RFC 3161, 2.3; CA/Browser Forum, Baseline Requirements, 7.1.2.7.10.
public enum CertificatePurpose: String, Hashable, Sendable, CaseIterable {
    /// Signatures on documents: emailProtection, documentSigning, and the usages of Microsoft and Adobe for documents.
    case document
    /// Signatures on e-mail: emailProtection.
    case email
    /// Signatures on code: codeSigning, which the signer's certificate must name.
    case code
    /// Servers of TLS: serverAuth, which a server's certificate with the extension must name.
    case tls
    /// Clients of TLS: clientAuth.
    case tlsClient = "tls-client"
    /// Time stamps: timeStamping, which must be the signer's only usage, and critical.
    case timestamp
    /// Every purpose: extendedKeyUsage is not looked at.
    case any

    /// The usages that serve the purpose by themselves; empty for ``any``.
    public var extendedKeyUsages: [OID] {
        switch self {
        case .document: [.documentSigning, .emailProtection, .microsoftDocumentSigning, .adobeAuthenticDocumentsTrust]
        case .email: [.emailProtection]
        case .code: [.codeSigning]
        case .tls: [.serverAuth]
        case .tlsClient: [.clientAuth]
        case .timestamp: [.timeStamping]
        case .any: []
        }
    }

    /// A noun phrase for people: `document signing`.
    public var phrase: String {
        switch self {
        case .document: "document signing"
        case .email: "e-mail signing"
        case .code: "code signing"
        case .tls: "TLS"
        case .tlsClient: "TLS clients"
        case .timestamp: "time stamping"
        case .any: "any purpose"
        }
    }

    /// Why a certificate does not serve the purpose; nil if it does.
    ///
    /// - Parameters:
    ///   - certificate: A certificate of the path.
    ///   - isSigner: Whether it is the certificate at the start of the path, rather than one of an authority.
    /// - Returns: The reason in words.
    func refusal(of certificate: Certificate, isSigner: Bool) -> String? {
        guard self != .any else { return nil }
        let namesItself = isSigner && (self == .code || self == .timestamp)
        guard let found = certificate.firstExtension(.extendedKeyUsage) else {
            return namesItself ? "it has no extendedKeyUsage, but \(phrase) requires \(names)" : nil
        }
        // A malformed extension is a failure of its own.
        guard let usages = certificate.extendedKeyUsage else { return nil }
        if namesItself, self == .timestamp, usages != extendedKeyUsages || !found.isCritical {
            return "time stamping requires a critical extendedKeyUsage with only timeStamping, but it has "
                + "\(usages.map(\.usageName).joined(separator: ", "))\(found.isCritical ? "" : ", not critical")"
        }
        // No server's certificate stands for every purpose; OpenSSL and browsers refuse it.
        let isNamed = namesItself || isSigner && self == .tls
        let accepted = isNamed ? extendedKeyUsages : extendedKeyUsages + [.anyExtendedKeyUsage]
        guard !usages.contains(where: { accepted.contains($0) }) else { return nil }
        return "its extendedKeyUsage allows \(usages.map(\.usageName).joined(separator: ", ")), but \(phrase) requires "
            + names
    }

    private var names: String { extendedKeyUsages.map(\.usageName).joined(separator: " or ") }
}

extension OID {
    /// The name of an extended key usage; the dotted text of one without a name.
    var usageName: String { name ?? description }
}
