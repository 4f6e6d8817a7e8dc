package import Cryptoki
package import JetonX509
package import TokenKit

/// Puts a private key from a file onto a token, with its certificate and those of its issuers.
package struct KeyImport {
    /// What is on the token now besides the key.
    package struct Outcome {
        /// The key's certificate first, then those of its issuers.
        package let certificates: [CertificateImport.Outcome]
        /// What was not stored, and why.
        package let warnings: [String]
    }

    private let key: PrivateKeyFile
    private let certificates: [Certificate]

    /// Describes what to store.
    ///
    /// - Parameters:
    ///   - key: The private key.
    ///   - certificates: The certificates of the same file, in any order.
    package init(_ key: PrivateKeyFile, _ certificates: [Certificate]) {
        self.key = key
        self.certificates = certificates
    }

    /// Stores the key, and then what belongs to it.
    ///
    /// Without its public half it is not left behind.
    ///
    /// - Parameters:
    ///   - label: The label of both halves, and of the certificate.
    ///   - id: Their id, 1 to 255 bytes.
    ///   - policy: When the key asks for the PIN and for a touch.
    ///   - selection: The token that the session is on.
    ///   - session: A read-write session of a user who is logged in.
    /// - Returns: The certificates that are on the token.
    /// - Throws: `CryptokiError` if the key was not stored.
    package func run(
        label: String,
        id: [UInt8],
        policy: KeyTemplates.Policy = KeyTemplates.Policy(),
        on selection: ObjectSelection,
        _ session: inout Session
    ) throws -> Outcome {
        try key.specification.inFirstForm { form throws(CryptokiError) in
            try create(key.templates(label: label, id: id, policy: policy, form: form), &session)
        }
        let keys = try ObjectRecord.publicKeys(&session).filter { $0.record.values.id == id }.map(\.key.kind)
        for record in try ObjectRecord.read(&session, [.objectClass(.certificate)]) where record.values.id != id {
            // A certificate that was there before its key: one id makes them a pair. Not all tokens can change it.
            guard let certificate = try record.certificate(&session), keys.contains(certificate.publicKey.kind) else {
                continue
            }
            try? session.setAttributes([.id(id)], of: record.handle)
        }
        guard !certificates.isEmpty else { return Outcome(certificates: [], warnings: []) }
        guard let own = certificates.first(where: { keys.contains($0.publicKey.kind) }) else {
            return Outcome(
                certificates: [],
                warnings: ["no certificate in the file belongs to the key: none was stored"]
            )
        }
        var stored: [CertificateImport.Outcome] = []
        var warnings: [String] = []
        let issuers = CertificateChain(of: own, among: certificates.filter { $0 != own }).certificates(.issuers)
        for certificate in [own] + issuers {
            do {
                let new = CertificateImport(
                    certificate,
                    former: .keep,
                    label: certificate == own ? label : nil,
                    id: certificate == own ? id : nil
                )
                stored.append(try new.run(on: selection, &session))
            } catch let error as CryptokiError {
                // A card may have a place for the certificates of its keys only.
                warnings.append("the certificate of '\(certificate.subject)' was not stored: \(error.codeDescription)")
            }
        }
        return Outcome(certificates: stored, warnings: warnings)
    }

    private func create(
        _ templates: (publicKey: [Attribute], privateKey: [Attribute]),
        _ session: inout Session
    ) throws(CryptokiError) {
        let privateKey = try session.createObject(templates.privateKey)
        do {
            _ = try session.createObject(templates.publicKey)
        } catch {
            // One half alone would be in the way of the next try.
            try? session.destroyObject(privateKey)
            throw error
        }
    }
}
