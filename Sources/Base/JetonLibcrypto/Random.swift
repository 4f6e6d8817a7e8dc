import CJetonLibcrypto
public import JetonOctets

/// Random octets of the kernel's generator, getrandom(2).
public enum Random {
    /// Makes random octets that need not stay secret, such as a challenge.
    ///
    /// - Throws: ``LibcryptoError/Code/failed`` without entropy.
    /// - Precondition: `count >= 0`.
    public static func octets(_ count: Int) throws(LibcryptoError) -> [UInt8] {
        try unsafe JetonLibcrypto.octets(capacity: count) { (pointer, written) in
            unsafe libcrypto_random(pointer, written)
        }
    }

    /// Makes a random secret.
    ///
    /// - Throws: ``LibcryptoError/Code/failed`` without entropy.
    /// - Precondition: `count` is 0 to 1,048,576.
    public static func secret(_ count: Int) throws(LibcryptoError) -> Secret {
        try Secret(capacity: count) { (span: inout MutableSpan<UInt8>) throws(LibcryptoError) in
            try fill(&span)
            return count
        }
    }

    /// Fills octets that the caller owns.
    ///
    /// - Throws: ``LibcryptoError/Code/failed`` without entropy.
    public static func fill(_ span: inout MutableSpan<UInt8>) throws(LibcryptoError) {
        try check(
            unsafe span.withUnsafeMutableBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return 0 }
                return unsafe libcrypto_random(base, buffer.count)
            }
        )
    }
}
