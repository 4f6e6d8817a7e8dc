import JetonLibcrypto
import JetonOctets

/// A private key of GOST R 34.10 with its parameters.
final class GOSTKeyPair: Sendable {
    let parameters: GOSTParameters
    let key: GOSTPrivateKey

    /// Makes a new key.
    ///
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for an algorithm of another family.
    init(generating algorithm: KeyAlgorithm) throws(LibcryptoError) {
        guard let parameters = algorithm.gost else { throw LibcryptoError(.invalidInput) }
        self.parameters = parameters
        key = try GOSTPrivateKey(generatingOn: parameters.curve)
    }

    /// Loads a key.
    ///
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for an algorithm of another family, and for a number that is zero or
    ///   not below the order.
    init(_ algorithm: KeyAlgorithm, octets: borrowing Secret) throws(LibcryptoError) {
        guard let parameters = algorithm.gost else { throw LibcryptoError(.invalidInput) }
        self.parameters = parameters
        key = try octets.withBytes { (octets) throws(LibcryptoError) in
            try GOSTPrivateKey(octets: octets, curve: parameters.curve)
        }
    }
}
