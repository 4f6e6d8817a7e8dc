internal import JetonFiles
public import JetonX509

/// Reads certificates from files of at most 1 MiB, PEM or DER.
public enum CertificateFile {
    /// Reads the certificates.
    ///
    /// - Throws: `FileError`; ``VerificationError/Code/invalidCertificate``.
    public static func certificates(at path: String) throws -> [Certificate] {
        try trustAnchors(at: path).map(\.certificate)
    }

    /// Reads the certificates of a file that was read.
    ///
    /// - Throws: ``VerificationError/Code/invalidCertificate``.
    public static func certificates(_ octets: [UInt8], at path: String) throws -> [Certificate] {
        try trustAnchors(octets, at: path).map(\.certificate)
    }

    /// Reads the certificates with OpenSSL's trust settings.
    ///
    /// - Throws: As ``certificates(at:)``.
    public static func trustAnchors(at path: String) throws -> [TrustAnchor] {
        try trustAnchors(FileSource.contents(of: InputFile(path), limit: 1 << 20), at: path)
    }

    private static func trustAnchors(_ octets: [UInt8], at path: String) throws -> [TrustAnchor] {
        do {
            return try TrustAnchor.parse(octets)
        } catch {
            let context = "\(path) is not a valid certificate: \(error)"
            throw VerificationError(.invalidCertificate, "read", path, context, cause: error)
        }
    }
}
