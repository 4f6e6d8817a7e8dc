import CJetonLibcrypto

/// A public key of any kind that certificates hold, checked when it is made.
///
/// May be used by any number of threads at once.
public struct VerifyingKey: Sendable {
    /// What kind of key it is.
    public enum Kind: Hashable, Sendable {
        /// RSA.
        case rsa
        /// RSA for PSS only: `id-RSASSA-PSS` of RFC 4055, 1.2.
        case rsaPSS
        /// A key on a named curve.
        case ellipticCurve(EllipticCurve)
        /// Ed25519.
        case ed25519
        /// Ed448.
        case ed448
        /// DSA.
        case dsa
        /// GOST R 34.10.
        case gost(GOSTCurve)
    }

    private enum Backing: Sendable {
        case handle(KeyHandle)
        case gost(GOSTPublicKey)
    }

    /// What kind of key it is.
    public let kind: Kind
    /// The size in bits: of the modulus of RSA, of p of DSA, of the order or the field of a curve.
    public let bitCount: Int
    private let backing: Backing

    /// Makes an RSA key.
    ///
    /// - Parameters:
    ///   - modulus: Big-endian; odd, 512 to 16,384 bits.
    ///   - exponent: Big-endian; odd, 3 to 2^64 - 1, below the modulus.
    ///   - isForPSS: Whether the key is for PSS only.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for other numbers.
    public init(
        rsaModulus modulus: [UInt8],
        exponent: [UInt8],
        isForPSS: Bool = false
    ) throws(LibcryptoError) {
        let modulus = Array(modulus.drop { $0 == 0 })
        backing = .handle(
            try unsafe KeyHandle { (pointer) in
                unsafe withNumbers([modulus, exponent]) { unsafe libcrypto_rsa_public_key($0[0], $0[1], pointer) }
            }
        )
        kind = isForPSS ? .rsaPSS : .rsa
        bitCount = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
    }

    /// Makes a key on a curve.
    ///
    /// - Parameters:
    ///   - point: `04`, x, y of SEC 1, 2.3.3, `1 + 2 * fieldLength` bytes; the compressed forms are refused.
    ///   - curve: The curve.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for another form, a point off the curve or of another order.
    public init(point: [UInt8], on curve: EllipticCurve) throws(LibcryptoError) {
        guard point.count == 1 + 2 * curve.fieldLength, point.first == 0x04 else {
            throw LibcryptoError(.invalidInput)
        }
        backing = .handle(
            try unsafe KeyHandle { (pointer) in
                unsafe libcrypto_ec_public_key(curve.number, point, point.count, pointer)
            }
        )
        kind = .ellipticCurve(curve)
        bitCount = curve.bitCount
    }

    /// Makes an Ed25519 key of 32 bytes.
    ///
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for another length.
    public init(ed25519 octets: [UInt8]) throws(LibcryptoError) {
        backing = .handle(try VerifyingKey.edwards("ED25519", octets))
        kind = .ed25519
        bitCount = 255
    }

    /// Makes an Ed448 key of 57 bytes.
    ///
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for another length.
    public init(ed448 octets: [UInt8]) throws(LibcryptoError) {
        backing = .handle(try VerifyingKey.edwards("ED448", octets))
        kind = .ed448
        bitCount = 448
    }

    /// Makes a DSA key of big-endian numbers.
    ///
    /// - Parameters:
    ///   - p: The prime of the field, 512 to 8,192 bits.
    ///   - q: The order, 160, 224 or 256 bits; divides p - 1.
    ///   - g: The generator, of order q.
    ///   - y: The public key, of order q.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for other numbers.
    public init(
        dsaPrime p: [UInt8],
        order q: [UInt8],
        generator g: [UInt8],
        publicValue y: [UInt8]
    ) throws(LibcryptoError) {
        backing = .handle(
            try unsafe KeyHandle { (pointer) in
                unsafe withNumbers([p, q, g, y]) {
                    unsafe libcrypto_dsa_public_key($0[0], $0[1], $0[2], $0[3], pointer)
                }
            }
        )
        kind = .dsa
        let octets = p.drop { $0 == 0 }
        bitCount = octets.count * 8 - (octets.first?.leadingZeroBitCount ?? 0)
    }

    /// Makes a GOST R 34.10 key.
    public init(_ key: GOSTPublicKey) {
        backing = .gost(key)
        kind = .gost(key.curve)
        bitCount = key.curve.fieldLength * 8
    }

    private static func edwards(_ type: String, _ octets: [UInt8]) throws(LibcryptoError) -> KeyHandle {
        guard !octets.isEmpty else { throw LibcryptoError(.invalidInput) }
        return try unsafe KeyHandle { (pointer) in
            unsafe libcrypto_edwards_public_key(type, octets, octets.count, pointer)
        }
    }

    /// Whether a signature verifies.
    ///
    /// - Parameters:
    ///   - signature: Any bytes; a malformed signature does not verify.
    ///   - input: The digest, or the message for ``SignatureMethod/edDSA``. A digest of another length than the hash
    ///     function's does not verify.
    ///   - method: One for this kind of key.
    /// - Returns: False for a signature that does not verify.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for a method of another kind of key, an empty digest or an
    ///   unknown hash function; ``LibcryptoError/Code/failed`` without memory.
    public func isValid(
        _ signature: [UInt8],
        of input: [UInt8],
        by method: SignatureMethod
    ) throws(LibcryptoError) -> Bool {
        guard accepts(method), !input.isEmpty || method == .edDSA else { throw LibcryptoError(.invalidInput) }
        guard !signature.isEmpty else { return false }
        switch backing {
        case .gost(let key): return try key.isValid(signature, of: input)
        case .handle(let handle):
            return try fits(
                unsafe lend(input.span, signature.span) { (input, signature) in
                    guard let signatureBase = signature.baseAddress else { return -1 }
                    guard let inputBase = input.baseAddress else {
                        var nothing: UInt8 = 0
                        return unsafe libcrypto_verify_message(
                            handle.pointer,
                            &nothing,
                            0,
                            signatureBase,
                            signature.count
                        )
                    }
                    if method == .edDSA {
                        return unsafe libcrypto_verify_message(
                            handle.pointer,
                            inputBase,
                            input.count,
                            signatureBase,
                            signature.count
                        )
                    }
                    return unsafe method.withPadding { padding in
                        unsafe libcrypto_verify_digest(
                            handle.pointer,
                            padding,
                            inputBase,
                            input.count,
                            signatureBase,
                            signature.count
                        )
                    }
                }
            )
        }
    }

    /// Whether a method is for this kind of key, with a salt that a modulus may hold.
    private func accepts(_ method: SignatureMethod) -> Bool {
        switch (kind, method) {
        case (.rsa, .rsaPSS(_, _, let saltLength)), (.rsaPSS, .rsaPSS(_, _, let saltLength)):
            (0...2048).contains(saltLength)
        case (.rsa, .rsaPKCS1), (.ellipticCurve, .ecdsa), (.ed25519, .edDSA), (.ed448, .edDSA), (.dsa, .dsa),
            (.gost, .gost):
            true
        default: false
        }
    }
}

extension GOSTPublicKey {
    /// Whether a signature, s and then r, verifies.
    fileprivate func isValid(_ signature: [UInt8], of digest: [UInt8]) throws(LibcryptoError) -> Bool {
        guard digest.count == curve.fieldLength else { throw LibcryptoError(.invalidInput) }
        guard signature.count == 2 * curve.fieldLength else { return false }
        return try fits(unsafe libcrypto_gost_verify(curve.identifier, octets, digest, signature))
    }
}
