import JetonLibcrypto
import JetonOctets
import Synchronization

/// A private key on the card; loaded into libcrypto when it is first used.
final class StoredKey: Sendable {
    /// Where a key was made.
    enum Origin: UInt8, Sendable {
        case generated = 0x01
        case imported = 0x02
    }

    let algorithm: KeyAlgorithm
    let pinPolicy: PINPolicy
    let origin: Origin
    let octets: SharedSecret
    private let loaded: Mutex<PrivateKey?>

    init(
        _ algorithm: KeyAlgorithm,
        pinPolicy: PINPolicy,
        origin: Origin,
        octets: consuming Secret,
        loaded: PrivateKey? = nil
    ) {
        self.algorithm = algorithm
        self.pinPolicy = pinPolicy
        self.origin = origin
        self.octets = SharedSecret(octets)
        self.loaded = Mutex(loaded)
    }

    /// The key, ready for use.
    func key() throws(LibcryptoError) -> PrivateKey {
        try loaded.withLock { (loaded) throws(LibcryptoError) -> PrivateKey in
            if let loaded { return loaded }
            let key = try octets.borrow { (secret) throws(LibcryptoError) in
                try PrivateKey(algorithm, octets: secret, checks: false)
            }
            loaded = key
            return key
        }
    }
}
