import JetonLibcrypto

/// A public key that is one of its suite's curve.
enum SuitePublicKey: Hashable, Sendable {
    case gost(GOSTPublicKey)
    /// `04`, x, y.
    case p256([UInt8])

    /// The bytes as messages carry them.
    var octets: [UInt8] {
        switch self {
        case .gost(let key): key.octets
        case .p256(let octets): octets
        }
    }

    /// Reads and checks a key.
    ///
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for another length, and for a point that no key has.
    init(octets: [UInt8], on curve: SuiteCurve) throws(LibcryptoError) {
        switch curve {
        case .gost(let curve): self = .gost(try GOSTPublicKey(octets: octets, curve: curve))
        case .p256:
            try ECPrivateKey.Curve.p256.check(point: octets)
            self = .p256(octets)
        }
    }
}

extension ChannelSuite {
    /// Reads a public key from a message or record.
    ///
    /// - Throws: ``ChannelError/Code/handshakeFailed`` for a point that no key has.
    func publicKey(_ octets: [UInt8]) throws(ChannelError) -> SuitePublicKey {
        do throws(LibcryptoError) {
            return try SuitePublicKey(octets: octets, on: parameters.curve)
        } catch {
            guard error.code == .invalidInput else { throw ChannelError(.cryptography, cryptography: error) }
            throw ChannelError(.handshakeFailed)
        }
    }
}
