public import Cryptoki
public import JetonX509

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
        /// The key's former certificates, which were deleted.
        public let replaced: [Certificate]
    }

    /// What happens to other certificates that the key has.
    public enum Former: Sendable, CaseIterable {
        /// They stay, and nothing is stored.
        case refuse
        /// They stay, and the key has several from then on.
        case keep
        /// They are deleted once the new one is stored.
        case replace
    }

    private let certificate: Certificate
    private let label: String?
    private let id: [UInt8]?
    private let former: Former

    /// Describes what to store.
    ///
    /// - Parameters:
    ///   - certificate: The certificate.
    ///   - former: What happens to other certificates of the same key on the token.
    ///   - label: Its label; nil for the key's, or the common name of its subject.
    ///   - id: Its id, 1 to 255 bytes; nil for the key's, or the identifier of its public key.
    public init(
        _ certificate: Certificate,
        former: Former = .refuse,
        label: String? = nil,
        id: [UInt8]? = nil
    ) {
        self.certificate = certificate
        self.former = former
        self.label = label
        self.id = id
    }

    /// Stores the certificate.
    ///
    /// Storing one that the token already has changes nothing, but that with ``Former/replace`` it becomes the only one.
    ///
    /// - Parameters:
    ///   - selection: The token that the session is on.
    ///   - session: A read-write session of a user who is logged in.
    /// - Returns: The certificate as it is stored, and whether the token has a key for it.
    /// - Throws: ``SelectionError/Code/keyHasCertificate`` by ``Former/refuse``; `CryptokiError`.
    public func run(on selection: ObjectSelection, _ session: inout Session) throws -> Outcome {
        let key = try ObjectRecord.publicKey(certificate.publicKey, &session)
        let id = try id ?? key?.values.id ?? certificate.publicKey.keyIdentifier
        var label = label ?? key?.values.label ?? certificate.subject.commonName ?? "certificate"
        var others: [StoredCertificate] = []
        var wasStored = false
        for other in try StoredCertificate.all(id, &session) {
            if other.certificate == certificate {
                wasStored = true
                label = other.record.label
            } else if key != nil {
                others.append(other)
            }
        }
        switch former {
        case .refuse where !wasStored && !others.isEmpty:
            throw try selection.several(
                others.map(\.record),
                "key '\(key?.label ?? label)' already has a certificate of '\(others[0].certificate.subject)'",
                &session,
                .keyHasCertificate
            )
        case .refuse, .keep: others = []
        case .replace: break
        }
        if !wasStored {
            try store(StoredCertificate.template(certificate, label: label, id: id), in: others, id, &session)
        }
        try delete(others, id, &session)
        return Outcome(
            certificate: certificate,
            label: label,
            id: id,
            hasKey: key != nil,
            wasStored: wasStored,
            replaced: others.map(\.certificate)
        )
    }

    /// Stores the certificate beside the former ones, or in their place if the token has room for one only.
    private func store(
        _ template: [Attribute],
        in former: [StoredCertificate],
        _ id: [UInt8],
        _ session: inout Session
    ) throws(CryptokiError) {
        do {
            _ = try session.createObject(template)
        } catch {
            guard error.code == .deviceMemory, !former.isEmpty else { throw error }
            try delete(former, id, &session)
            do {
                _ = try session.createObject(template)
            } catch {
                for other in former { _ = try? session.createObject(other.template) }
                throw error
            }
        }
    }

    /// Deletes the former certificates that are still there: some modules write a new one over the old.
    private func delete(
        _ former: [StoredCertificate],
        _ id: [UInt8],
        _ session: inout Session
    ) throws(CryptokiError) {
        guard !former.isEmpty else { return }
        for stored in try StoredCertificate.all(id, &session)
        where former.contains(where: { $0.certificate == stored.certificate }) {
            try session.destroyObject(stored.record.handle)
        }
    }
}
