internal import Libcrypto
internal import Synchronization

/// A public key in the form in which libcrypto checks signatures, made once for all that are checked by it.
final class PreparedKey: Sendable {
    private let prepared = Mutex<VerifyingKey?>(nil)

    /// The key; `make` makes it if that was not done yet, and again after it failed.
    func value(_ make: () throws(LibcryptoError) -> VerifyingKey) throws(LibcryptoError) -> VerifyingKey {
        if let known = prepared.withLock({ $0 }) { return known }
        let made = try make()
        prepared.withLock { $0 = made }
        return made
    }
}
