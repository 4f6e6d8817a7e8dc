import CJetonLibcrypto

/// A private key inside libcrypto, freed with its last holder.
@safe
final class KeyHandle: @unchecked Sendable {
    // Proof for @unchecked Sendable: the C side changes a key only while making it, before this exists, and allows
    // any number of threads to use one at once; deinit runs after the last reference is gone.
    let pointer: OpaquePointer

    /// Takes over the key that a C function makes.
    init(_ make: (UnsafeMutablePointer<OpaquePointer?>) -> Int32) throws(LibcryptoError) {
        var made: OpaquePointer?
        try check(unsafe make(&made))
        guard let made = unsafe made else { throw LibcryptoError(.failed) }
        unsafe pointer = made
    }

    deinit { unsafe libcrypto_key_free(pointer) }
}
