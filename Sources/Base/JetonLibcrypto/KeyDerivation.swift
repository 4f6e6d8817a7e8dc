import CJetonLibcrypto
public import JetonOctets

/// Keys that are derived from other secrets.
public enum KeyDerivation {
    /// HKDF with SHA-256, both steps: from a secret that is hard to guess but not uniform.
    ///
    /// - Parameters:
    ///   - input: At least one octet.
    ///   - salt: Any octets, or none.
    ///   - information: What the key is for; at most 1,024 octets.
    ///   - count: Octets of the key; 1 to 8,160.
    /// - Returns: The key, `count` bytes.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for other lengths.
    /// - SeeAlso: RFC 5869.
    public static func hkdf(
        _ input: borrowing Secret,
        salt: [UInt8],
        information: [UInt8],
        count: Int
    ) throws(LibcryptoError) -> Secret {
        guard !input.isEmpty, (1...Int(LIBCRYPTO_MAXIMUM_HKDF_LENGTH)).contains(count) else {
            throw LibcryptoError(.invalidInput)
        }
        return try input.withBytes { (input) throws(LibcryptoError) in
            try unsafe secret(count: count) { output in
                unsafe lend(input, salt.span, information.span) { (input, salt, information) in
                    guard let base = input.baseAddress else { return -1 }
                    return unsafe libcrypto_hkdf(
                        base,
                        input.count,
                        salt.baseAddress,
                        salt.count,
                        information.baseAddress,
                        information.count,
                        output,
                        count
                    )
                }
            }
        }
    }

    /// PBKDF2 with HMAC: from a passphrase, at a cost in time.
    ///
    /// - Parameters:
    ///   - passphrase: Any bytes, or none.
    ///   - salt: Any bytes, or none.
    ///   - iterations: 1 to 2^32 - 1.
    ///   - digest: A hash function of the default provider; for Streebog see ``Streebog``.
    ///   - count: Bytes of the key; 1 to 1,048,576.
    /// - Returns: The key, `count` bytes.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for other numbers, ``LibcryptoError/Code/failed`` for an unknown
    ///   hash function.
    /// - SeeAlso: RFC 8018, 5.2.
    public static func pbkdf2(
        _ passphrase: borrowing Secret,
        salt: [UInt8],
        iterations: Int,
        digest: Digest,
        count: Int
    ) throws(LibcryptoError) -> Secret {
        guard let iterations = UInt32(exactly: iterations), iterations > 0, (1...1_048_576).contains(count) else {
            throw LibcryptoError(.invalidInput)
        }
        return try passphrase.withBytes { (passphrase) throws(LibcryptoError) in
            try unsafe secret(count: count) { output in
                unsafe lend(passphrase, salt.span) { (passphrase, salt) in
                    unsafe libcrypto_pbkdf2(
                        digest.rawValue,
                        passphrase.baseAddress,
                        passphrase.count,
                        salt.baseAddress,
                        salt.count,
                        iterations,
                        output,
                        count
                    )
                }
            }
        }
    }

    /// scrypt: from a passphrase, at a cost in time and memory.
    ///
    /// Takes 128 · 2^`log2Cost` · `blockSize` octets of memory, and blocks for as long as the cost says.
    ///
    /// - Parameters:
    ///   - passphrase: Any octets, or none.
    ///   - salt: Any octets, or none.
    ///   - log2Cost: The binary logarithm of the cost N; 1 to 30.
    ///   - blockSize: The block size r; 1 to 1,024.
    ///   - parallelism: The parallelism p; 1 to 1,024.
    ///   - count: Octets of the key; 1 to 1,048,576.
    /// - Returns: The key, `count` bytes.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for other numbers, ``LibcryptoError/Code/failed`` without memory.
    /// - SeeAlso: RFC 7914.
    public static func scrypt(
        _ passphrase: borrowing Secret,
        salt: [UInt8],
        log2Cost: Int,
        blockSize: Int,
        parallelism: Int,
        count: Int
    ) throws(LibcryptoError) -> Secret {
        guard let log2Cost = UInt32(exactly: log2Cost), let blockSize = UInt32(exactly: blockSize),
            let parallelism = UInt32(exactly: parallelism), (1...1_048_576).contains(count)
        else { throw LibcryptoError(.invalidInput) }
        return try passphrase.withBytes { (passphrase) throws(LibcryptoError) in
            try unsafe secret(count: count) { output in
                unsafe lend(passphrase, salt.span) { (passphrase, salt) in
                    unsafe libcrypto_scrypt(
                        passphrase.baseAddress,
                        passphrase.count,
                        salt.baseAddress,
                        salt.count,
                        log2Cost,
                        blockSize,
                        parallelism,
                        output,
                        count
                    )
                }
            }
        }
    }
}
