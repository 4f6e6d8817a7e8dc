internal import JetonFiles
public import JetonX509

/// Trust anchors in files.
public enum TrustFiles {
    /// The certificates that Debian and others trust.
    public static let systemBundle = "/etc/ssl/certs/ca-certificates.crt"

    /// Reads the anchors of files; the system's without any.
    ///
    /// - Throws: `FileError`; ``VerificationError/Code/invalidCertificate``.
    public static func store(_ paths: [String]) throws -> TrustStore {
        guard paths.isEmpty else {
            return TrustStore(try paths.flatMap { try CertificateFile.trustAnchors(at: $0) })
        }
        guard FileSource.exists(systemBundle) else { return TrustStore() }
        let octets = try FileSource.contents(of: InputFile(systemBundle), limit: 16 << 20)
        do {
            return try TrustStore(bundle: octets)
        } catch {
            let context = "\(systemBundle) is malformed: \(error)"
            throw VerificationError(.invalidCertificate, "read", systemBundle, context, cause: error)
        }
    }
}
