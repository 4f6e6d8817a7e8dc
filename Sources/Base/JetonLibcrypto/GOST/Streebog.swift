import CJetonLibcrypto
public import JetonOctets

/// The hash function GOST R 34.11-2012, called Streebog, and what is built on it.
///
/// Every function throws ``LibcryptoError/Code/gostUnavailable`` without OpenSSL's GOST provider, and may be called by
/// any thread.
///
/// - SeeAlso: RFC 6986; RFC 7836, 4; RFC 9337, 4.
public enum Streebog {
    /// Hashes octets to 32 octets.
    public static func hash256(_ data: Span<UInt8>) throws(LibcryptoError) -> [UInt8] {
        try hash(LIBCRYPTO_GOST_STREEBOG_256, data, count: 32)
    }

    /// Hashes octets to 64 octets.
    public static func hash512(_ data: Span<UInt8>) throws(LibcryptoError) -> [UInt8] {
        try hash(LIBCRYPTO_GOST_STREEBOG_512, data, count: 64)
    }

    /// HMAC_GOSTR3411_2012_256: a MAC of 32 bytes.
    ///
    /// - Parameters:
    ///   - key: Any number of octets.
    ///   - data: The message.
    /// - Returns: The MAC, 32 bytes.
    /// - Throws: ``LibcryptoError/Code/gostUnavailable`` without OpenSSL's GOST provider.
    /// - SeeAlso: RFC 7836, 4.1.1.
    public static func hmac256(key: Span<UInt8>, _ data: Span<UInt8>) throws(LibcryptoError) -> [UInt8] {
        try hmac(LIBCRYPTO_GOST_STREEBOG_256, key: key, data, count: 32)
    }

    /// HMAC_GOSTR3411_2012_512: a MAC of 64 bytes.
    ///
    /// - Parameters:
    ///   - key: Any number of octets.
    ///   - data: The message.
    /// - Returns: The MAC, 64 bytes.
    /// - Throws: ``LibcryptoError/Code/gostUnavailable`` without OpenSSL's GOST provider.
    /// - SeeAlso: RFC 7836, 4.1.2.
    public static func hmac512(key: Span<UInt8>, _ data: Span<UInt8>) throws(LibcryptoError) -> [UInt8] {
        try hmac(LIBCRYPTO_GOST_STREEBOG_512, key: key, data, count: 64)
    }

    /// PBKDF2 with HMAC_GOSTR3411_2012_512: a key from a password.
    ///
    /// - Parameters:
    ///   - password: Any number of octets.
    ///   - salt: Any number of octets; 32 are recommended.
    ///   - iterations: 1 to 2^32 - 1; at least 1000 are recommended.
    ///   - count: Octets of the key, 1 to 1 MiB.
    /// - Returns: The key, `count` bytes.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` if a number is out of its range.
    /// - SeeAlso: RFC 9337, 4.
    public static func pbkdf2(
        password: Span<UInt8>,
        salt: Span<UInt8>,
        iterations: Int,
        count: Int
    ) throws(LibcryptoError) -> Secret {
        guard let iterations = UInt32(exactly: iterations), iterations > 0, (1...1_048_576).contains(count) else {
            throw LibcryptoError(.invalidInput)
        }
        return try unsafe secret(count: count) { output in
            unsafe lend(password, salt) { (password, salt) in
                unsafe libcrypto_gost_pbkdf2(
                    password.baseAddress,
                    password.count,
                    salt.baseAddress,
                    salt.count,
                    iterations,
                    output,
                    count
                )
            }
        }
    }

    /// KDF_TREE_GOSTR3411_2012_256: keys from a key.
    ///
    /// - Parameters:
    ///   - key: K_in, any number of octets.
    ///   - label: What the keys are for; its length is fixed by the protocol.
    ///   - seed: What sets these keys apart from others; its length is fixed by the protocol.
    ///   - counterOctets: R, the octets of the counter of blocks, 1 to 4.
    ///   - count: Octets of all keys together, 1 to 32 × (2^(8R) - 1) and to 1 MiB.
    /// - Returns: All keys, one behind the other.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` if a number is out of its range.
    /// - SeeAlso: RFC 7836, 4.4 and, for R = 1 and one key, 4.5.
    public static func keyTree(
        key: Span<UInt8>,
        label: Span<UInt8>,
        seed: Span<UInt8>,
        counterOctets: Int,
        count: Int
    ) throws(LibcryptoError) -> Secret {
        guard (1...4).contains(counterOctets), (1...1_048_576).contains(count) else {
            throw LibcryptoError(.invalidInput)
        }
        return try unsafe secret(count: count) { output in
            unsafe lend(key, label, seed) { (key, label, seed) in
                unsafe libcrypto_gost_key_tree(
                    key.baseAddress,
                    key.count,
                    label.baseAddress,
                    label.count,
                    seed.baseAddress,
                    seed.count,
                    UInt32(counterOctets),
                    output,
                    count
                )
            }
        }
    }

    private static func hmac(
        _ function: libcrypto_gost_digest,
        key: Span<UInt8>,
        _ data: Span<UInt8>,
        count: Int
    ) throws(LibcryptoError) -> [UInt8] {
        try unsafe octets(capacity: count) { (code, written) in
            unsafe lend(key, data) { (key, data) in
                unsafe libcrypto_gost_hmac(function, key.baseAddress, key.count, data.baseAddress, data.count, code)
            }
        }
    }
}

/// Hashes octets with a function of the GOST family whose results have `count` octets.
func hash(
    _ function: libcrypto_gost_digest,
    _ data: Span<UInt8>,
    count: Int
) throws(LibcryptoError) -> [UInt8] {
    try unsafe octets(capacity: count) { (digest, written) in
        unsafe data.withUnsafeBufferPointer { data in
            unsafe libcrypto_gost_hash(function, data.baseAddress, data.count, digest)
        }
    }
}
