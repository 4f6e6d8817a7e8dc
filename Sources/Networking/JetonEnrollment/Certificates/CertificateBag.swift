import JetonASN1
import JetonCMS
import JetonNetwork
public import JetonX509

/// Certificates out of what authorities hand over, in whatever form.
public enum CertificateBag {
    /// The most certificates that are taken out of one answer or file.
    public static let limit = 16_384

    /// Reads a certificate, a bundle in PEM, or certificates in CMS (PKCS #7), each in DER or PEM.
    ///
    /// - Parameter octets: The file or the body.
    /// - Returns: The certificates in their order; at least one.
    /// - Throws: ``EnrollmentError/Code/malformedAnswer`` if there is no certificate.
    public static func read(_ octets: [UInt8]) throws(EnrollmentError) -> [Certificate] {
        if let certificates = try? Certificate.parse(octets) { return certificates }
        let message = try? CMSVerifier().verifyAttachedOrEmpty(octets)
        guard let message, !message.isEmpty else {
            throw EnrollmentError(.malformedAnswer, "it contains no certificate")
        }
        return message
    }

    /// Finds all certificates that stand in a text in base64 or PEM, wherever they stand in it.
    ///
    /// What surrounds them does not matter: JSON and XML are read alike, whatever their writers escape. A certificate that
    /// is found says nothing by itself: it is for the key that its public key belongs to, and that is proven before it is
    /// used.
    ///
    /// - Parameter text: The text, in any encoding that has ASCII in it.
    /// - Returns: The certificates in their order; none if there is none.
    public static func scan(_ text: [UInt8]) -> [Certificate] {
        // The smallest certificate has more than 100 bytes.
        var scanner = EncodedValueScanner(text, smallest: 136)
        var found: [Certificate] = []
        scanner.run { octets in
            guard found.count < limit, let certificates = try? read(octets) else { return false }
            found += certificates.prefix(limit - found.count)
            return true
        }
        return found
    }

    /// The certificate for a key, then the others.
    ///
    /// - Parameters:
    ///   - certificates: Certificates of any keys.
    ///   - key: The key.
    /// - Returns: Nil if none is for the key; of several, the one that is valid longest comes first.
    public static func ordered(_ certificates: [Certificate], for key: PublicKey) -> [Certificate]? {
        let own = certificates.filter { $0.publicKey.kind == key.kind }
        guard let first = own.max(by: { $0.notAfter < $1.notAfter }) else { return nil }
        return [first] + certificates.filter { $0 != first && $0.publicKey.kind != key.kind }
    }
}

extension CMSVerifier {
    /// The certificates of a message without content, or with some that does not matter.
    fileprivate func verifyAttachedOrEmpty(_ octets: [UInt8]) throws -> [Certificate] {
        var nothing = NoContent()
        do {
            return try verifyDetached(MemorySource(octets), content: &nothing).certificates
        } catch let error as DocumentError where error.code == .contentPlacement {
            return try verifyAttached(MemorySource(octets)).certificates
        }
    }
}
