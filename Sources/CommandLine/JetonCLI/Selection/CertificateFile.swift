internal import ArgumentParser
internal import X509

/// Reads certificates from files of at most 1 MiB, PEM or DER.
enum CertificateFile {
    /// Reads the certificates.
    static func certificates(at path: String) throws -> [Certificate] {
        try trustAnchors(at: path).map(\.certificate)
    }

    /// Reads the certificates with OpenSSL's trust settings.
    static func trustAnchors(at path: String) throws -> [TrustAnchor] {
        let octets = try FileSource.contents(of: path, limit: 1 << 20)
        do {
            return try TrustAnchor.parse(octets)
        } catch {
            throw CommandError("\(path) is not a valid certificate: \(error)", exitCode: .inputOutput)
        }
    }
}
