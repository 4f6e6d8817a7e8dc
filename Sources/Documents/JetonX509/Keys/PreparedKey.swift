internal import JetonLibcrypto
internal import Synchronization

/// A public key in libcrypto's form, created on first use and shared by all copies of a ``PublicKey``.
///
/// May be used by any number of threads at once.
final class PreparedKey: Sendable {
    private let prepared = Mutex<VerifyingKey?>(nil)

    /// The key; calls `make` until it has succeeded once.
    func value(_ make: () throws(LibcryptoError) -> VerifyingKey) throws(LibcryptoError) -> VerifyingKey {
        if let known = prepared.withLock({ $0 }) { return known }
        let made = try make()
        prepared.withLock { $0 = made }
        return made
    }
}
