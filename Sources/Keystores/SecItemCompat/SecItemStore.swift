public import JetonKeystore
import JetonKeystoreBase
import Synchronization

/// Which store the SecItem functions work on: they have no parameter for it.
///
/// A program sets the process's store once, at its start. ``current`` overrides it within a task.
public enum SecItemStore {
    /// The store within a task; nil means the process's.
    @TaskLocal public static var current: Keychain?

    private static let processStore = Mutex<Keychain?>(nil)

    /// Sets the process's store.
    public static func use(_ keychain: Keychain) { processStore.withLock { $0 = keychain } }

    static func require() throws(KeystoreError) -> Keychain {
        guard let keychain = current ?? processStore.withLock({ $0 }) else {
            throw KeystoreError(.notAvailable, "no keystore was chosen", hint: "call SecItemStore.use first")
        }
        return keychain
    }
}
