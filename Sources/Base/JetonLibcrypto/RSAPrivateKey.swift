import CJetonLibcrypto
public import JetonOctets

/// An RSA private key of two primes with exponent 65537.
///
/// May be used by any number of threads at once.
public struct RSAPrivateKey: Sendable {
    /// The public exponent.
    public static let publicExponent: [UInt8] = [0x01, 0x00, 0x01]

    /// The modulus, most significant octet first; 256, 384 or 512 octets.
    public let modulus: [UInt8]
    private let handle: KeyHandle

    /// Makes a new key.
    ///
    /// - Parameter bits: 2048, 3072 or 4096.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for another length.
    public init(generatingBits bits: Int) throws(LibcryptoError) {
        guard let bits = UInt32(exactly: bits) else { throw LibcryptoError(.invalidInput) }
        try unsafe self.init(KeyHandle { (pointer) in unsafe libcrypto_rsa_generate(bits, pointer) })
    }

    /// Loads a key from its primes.
    ///
    /// - Parameters:
    ///   - primes: Both primes, most significant octet first, of 128, 192 or 256 octets each.
    ///   - checks: Whether primality is tested, as a key from outside needs.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for other lengths, or numbers that make no such key.
    public init(primes: borrowing Secret, checks: Bool) throws(LibcryptoError) {
        let length = primes.count / 2
        guard primes.count == length * 2, length > 0 else { throw LibcryptoError(.invalidInput) }
        try self.init(
            primes.withBytes { (octets) throws(LibcryptoError) in
                try unsafe KeyHandle { (pointer) in
                    unsafe octets.withUnsafeBufferPointer { octets in
                        guard let base = octets.baseAddress else { return -1 }
                        return unsafe libcrypto_rsa_load(base, base + length, length, checks, pointer)
                    }
                }
            }
        )
    }

    private init(_ handle: KeyHandle) throws(LibcryptoError) {
        self.handle = handle
        modulus = try unsafe octets(capacity: Int(LIBCRYPTO_MAXIMUM_MODULUS_LENGTH)) { (pointer, written) in
            unsafe libcrypto_rsa_modulus(handle.pointer, pointer, &written)
        }
    }

    /// Both primes, as ``init(primes:checks:)`` takes them.
    public func primes() throws(LibcryptoError) -> Secret {
        let length = modulus.count / 2
        return try Secret(capacity: modulus.count) { (span: inout MutableSpan<UInt8>) throws(LibcryptoError) in
            try check(
                unsafe span.withUnsafeMutableBufferPointer { buffer in
                    guard let base = buffer.baseAddress else { return -1 }
                    return unsafe libcrypto_rsa_primes(handle.pointer, base, base + length, length)
                }
            )
            return modulus.count
        }
    }

    /// The private operation, blinded and without padding.
    ///
    /// - Parameter input: A number below the modulus, in as many octets as the modulus has.
    /// - Returns: The result, in as many octets as the modulus has.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for another length or a larger number.
    /// - SeeAlso: RFC 8017, 5.1.2 and 5.2.1.
    public func privateOperation(_ input: [UInt8]) throws(LibcryptoError) -> [UInt8] {
        guard input.count == modulus.count else { throw LibcryptoError(.invalidInput) }
        return try unsafe octets(capacity: modulus.count) { (pointer, written) in
            unsafe libcrypto_rsa_private(handle.pointer, input, input.count, pointer)
        }
    }
}
