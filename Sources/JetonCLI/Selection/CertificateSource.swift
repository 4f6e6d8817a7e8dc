internal import Cryptoki
internal import Signing

/// Finds certificates: in files, and on the token of the key.
struct CertificateSource {
    /// Reads the certificates of a PEM or DER file; at most 1 MiB.
    static func read(path: String) throws -> [Certificate] { try trustAnchors(path: path).map(\.certificate) }

    /// Reads the certificates of a PEM or DER file with OpenSSL's trust settings; at most 1 MiB.
    static func trustAnchors(path: String) throws -> [TrustAnchor] {
        let octets = try FileSource.contents(of: path, limit: 1 << 20)
        do {
            return try TrustAnchor.parse(octets)
        } catch {
            throw CommandError("\(path) is not a valid certificate: \(error)", exitCode: .inputOutput)
        }
    }

    /// The certificate for a key: the one that was named, or the one on the token with the same id or the same key.
    ///
    /// - Parameters:
    ///   - name: `--certificate`: a path, or a URI on the same token.
    ///   - key: The private key.
    ///   - selection: The token.
    /// - Returns: The signer's certificate first, then the others of the file.
    static func find(
        _ name: String?,
        for key: ObjectRecord,
        _ selection: ObjectSelection,
        _ session: inout Session
    ) throws -> [Certificate] {
        if let name, !name.hasPrefix("pkcs11:") { return try read(path: name) }
        let found: [ObjectRecord]
        if let name {
            found = [try selection.one(ObjectName(name), .certificate, noun: "certificate", &session)]
        } else {
            guard let id = key.values.id else {
                throw CommandError.notFound(
                    "key '\(key.label)' has no id, so that its certificate can't be found",
                    hints: ["name the certificate with --certificate FILE or --certificate URI"]
                )
            }
            found = try ObjectRecord.read(&session, [.objectClass(.certificate), .id(id)])
        }
        let certificates = try found.compactMap { record -> Certificate? in
            let der = try session.attributes([.value], of: record.handle).octets(.value)
            return der.flatMap { try? Certificate(derRepresentation: $0) }
        }
        if certificates.count == 1 { return certificates }
        guard certificates.isEmpty else {
            let uris = found.map { $0.fullURI(on: selection.token) }
            throw CommandError(
                "\(found.count) certificates have the id of key '\(key.label)'",
                hints: ["choose one with --certificate"],
                exitCode: .ambiguous,
                candidates: uris.map { selection.shortest($0, uris) }
            )
        }
        throw CommandError.notFound(
            "there is no certificate for key '\(key.label)' on token '\(selection.token.name)'",
            hints: [
                "`jeton csr create` makes a request for one, and `jeton cert import` puts it onto the token",
                "--certificate FILE takes it from a file",
            ]
        )
    }
}
