import CJetonLibcrypto
public import JetonOctets

/// The tree of keys that gives each message, or each few messages, a key of its own.
///
/// - SeeAlso: RFC 9227, 4.1; RFC 8645, 5.2.3.
public enum MessageKeyTree {
    /// Derives a leaf of the tree: K_msg.
    ///
    /// - Parameters:
    ///   - root: The root key, any number of octets.
    ///   - first: i1.
    ///   - second: i2.
    ///   - third: i3.
    /// - Returns: 32 octets.
    /// - Throws: ``LibcryptoError/Code/gostUnavailable`` without OpenSSL's GOST provider.
    public static func key(
        root: Span<UInt8>,
        first: UInt8,
        second: UInt16,
        third: UInt16
    ) throws(LibcryptoError) -> Secret {
        try unsafe secret(count: Int(LIBCRYPTO_GOST_KEY_LENGTH)) { key in
            unsafe root.withUnsafeBufferPointer { root in
                unsafe libcrypto_gost_message_key(root.baseAddress, root.count, first, second, third, key)
            }
        }
    }
}
