import CJetonSystem
import JetonKeystoreBase
import JetonOctets

#if canImport(Glibc)
    import Glibc
#endif

/// One key in the kernel's keyring of the user: it outlives the process, and the kernel drops it in time.
///
/// Every process of the user can read it, as every process of the user can read another one's memory.
///
/// - SeeAlso: keyrings(7), add_key(2), keyctl(2).
struct KernelKeyring {
    /// The key's name.
    let name: String

    /// Leaves a key; it replaces one of the same name, and has its time limit before another process can find it.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - seconds: After this time the kernel drops it; with 0 it stays until the user keyring goes.
    /// - Throws: ``KeystoreError/Code/unimplemented`` if the kernel offers no keyring here.
    func put(_ key: borrowing Secret, seconds: UInt32) throws(KeystoreError) {
        let result = key.withBytes { octets in
            unsafe octets.withUnsafeBufferPointer {
                unsafe system_keyring_put(name, $0.baseAddress, $0.count, seconds)
            }
        }
        guard result == 0 else { throw KernelKeyring.failure() }
    }

    /// The key; nil if there is none, if its time is over, or if it has another size.
    func get(count: Int = Primitives.keySize) throws(KeystoreError) -> Secret? {
        var number: Int32 = 0
        let key = Secret(capacity: count) { target in
            let result = unsafe target.withUnsafeMutableBufferPointer {
                unsafe system_keyring_get(name, $0.baseAddress, $0.count)
            }
            number = result == 0 ? 0 : errno
            return count
        }
        if number == 0 { return key }
        if KernelKeyring.absence.contains(number) { return nil }
        throw KernelKeyring.failure(number)
    }

    /// Drops the key.
    ///
    /// - Returns: Whether there was one.
    func drop() throws(KeystoreError) -> Bool {
        if unsafe system_keyring_drop(name) == 0 { return true }
        let number = errno
        if KernelKeyring.absence.contains(number) { return false }
        throw KernelKeyring.failure(number)
    }

    // A key of another size is none of ours.
    private static let absence: Set<Int32> = [ENOKEY, EKEYEXPIRED, EKEYREVOKED, EBADMSG]

    private static func failure(_ number: Int32 = errno) -> KeystoreError {
        let words = SystemMessage.text(number)
        return KeystoreError(
            .unimplemented,
            "the kernel's keyring cannot be used: \(words)",
            hint: "give a passphrase or a key file with each command instead"
        )
    }
}
