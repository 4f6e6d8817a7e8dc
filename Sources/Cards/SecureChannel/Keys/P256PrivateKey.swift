import JetonLibcrypto
import JetonOctets

/// A private key of the suite P-256.
struct P256PrivateKey: ~Copyable, Sendable {
    private let key: ECPrivateKey
    /// The number, most significant byte first, 32 bytes.
    let octets: Secret

    /// `04`, x, y.
    var publicPoint: [UInt8] { key.publicPoint }

    /// Makes a key.
    init() throws(LibcryptoError) {
        let made = try ECPrivateKey(generatingOn: .p256)
        octets = try made.scalar()
        key = made
    }

    /// Loads a key.
    ///
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for another length than 32 bytes, zero, and a number that is not
    ///   below the order.
    init(octets: borrowing Secret) throws(LibcryptoError) {
        key = try ECPrivateKey(.p256, scalar: octets)
        self.octets = octets.clone()
    }

    /// The x coordinate of the shared point, 32 bytes.
    ///
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for a point off the curve, and for this key's own.
    /// - SeeAlso: NIST SP 800-56A Rev. 3, 5.7.1.2.
    borrowing func agreed(with point: [UInt8]) throws(LibcryptoError) -> Secret {
        guard point != key.publicPoint else { throw LibcryptoError(.invalidInput) }
        var shared = try key.sharedSecret(with: point)
        return Secret(wiping: &shared)
    }
}
