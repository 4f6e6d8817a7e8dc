import CJetonLibcrypto
import JetonASN1
public import JetonOctets

extension SoftwareKey {
    /// Reads a key of PKCS #8 in DER, not encrypted: RSA, EC on a named curve, Ed25519 or Ed448.
    ///
    /// The numbers of an RSA key must fit each other; their primality is not tested. A public key inside an EC key must
    /// be its own.
    ///
    /// - Parameter pkcs8: PrivateKeyInfo or OneAsymmetricKey. No copy of its secret parts is left.
    /// - Throws: ``LibcryptoError/Code/unsupported`` for another algorithm or curve,
    ///   ``LibcryptoError/Code/invalidInput`` for malformed DER and numbers that make no key; RSA has 1,024 to 8,192 bits.
    /// - SeeAlso: RFC 5958, 2; RFC 8017, A.1.2; RFC 5915, 3; RFC 8410, 7.
    public init(pkcs8: borrowing Secret) throws(LibcryptoError) {
        self = try pkcs8.withBytes { (octets) throws(LibcryptoError) in try SoftwareKey.read(octets) }
    }

    private static func read(_ octets: Span<UInt8>) throws(LibcryptoError) -> SoftwareKey {
        let parts = try parsing { () throws(EncodingError) in try PrivateKeyInfo(octets) }
        switch parts.algorithm {
        case .rsaEncryption: return try rsa(octets, parts.key)
        case .ecPublicKey:
            guard let identifier = parts.curve else { throw LibcryptoError(.unsupported) }
            return try ellipticCurve(octets, parts.key, EllipticCurve(oid: identifier))
        case .ed25519: return try edwards(octets, parts.key, "ED25519", .ed25519, count: 32)
        case .ed448: return try edwards(octets, parts.key, "ED448", .ed448, count: 57)
        default: throw LibcryptoError(.unsupported)
        }
    }

    private static func rsa(_ octets: Span<UInt8>, _ key: Range<Int>) throws(LibcryptoError) -> SoftwareKey {
        let places = try parsing { () throws(EncodingError) in
            var outer = SecretDER(key)
            var reader = SecretDER(try outer.next(0x30, in: octets))
            guard outer.isAtEnd, try reader.nextInteger(in: octets).map({ octets[$0] }) == [0] else {
                throw EncodingError(.unexpectedValue, at: key.lowerBound)
            }
            var places: [Range<Int>] = []
            for _ in 0..<8 { places.append(try reader.nextInteger(in: octets)) }
            guard reader.isAtEnd else { throw EncodingError(.trailingOctets, at: reader.position) }
            return places
        }
        let handle = try unsafe KeyHandle { (pointer) in
            unsafe octets.withUnsafeBufferPointer { octets in
                guard let base = octets.baseAddress else { return -1 }
                let numbers = unsafe places.map { place in
                    unsafe libcrypto_number(octets: base + place.lowerBound, count: place.count)
                }
                return unsafe libcrypto_rsa_pair(numbers, pointer)
            }
        }
        let modulus = places[0].map { octets[$0] }
        let exponent = places[1].map { octets[$0] }
        return SoftwareKey(
            handle,
            publicKey: try VerifyingKey(rsaModulus: modulus, exponent: exponent),
            subjectPublicKeyInfo: DER.sequence(
                DER.sequence(DER.oid(.rsaEncryption), DER.null),
                DER.bitString(DER.sequence(DER.integer(magnitude: modulus), DER.integer(magnitude: exponent)))
            )
        )
    }

    private static func ellipticCurve(
        _ octets: Span<UInt8>,
        _ key: Range<Int>,
        _ curve: EllipticCurve
    ) throws(LibcryptoError) -> SoftwareKey {
        var stated: Range<Int>?
        let scalar = try parsing { () throws(EncodingError) in
            var outer = SecretDER(key)
            var reader = SecretDER(try outer.next(0x30, in: octets))
            guard outer.isAtEnd, try reader.nextInteger(in: octets).map({ octets[$0] }) == [1] else {
                throw EncodingError(.unexpectedValue, at: key.lowerBound)
            }
            let scalar = try reader.next(0x04, in: octets)
            if reader.peek(in: octets) == 0xA0 {
                var parameters = SecretDER(try reader.next(0xA0, in: octets))
                let identifier = try parameters.next(0x06, in: octets)
                guard parameters.isAtEnd, identifier.map({ octets[$0] }) == curve.oid.contents else {
                    throw EncodingError(.unexpectedValue, at: identifier.lowerBound)
                }
            }
            if reader.peek(in: octets) == 0xA1 {
                var field = SecretDER(try reader.next(0xA1, in: octets))
                stated = try field.next(0x03, in: octets)
                guard field.isAtEnd else { throw EncodingError(.trailingOctets, at: field.position) }
            }
            guard reader.isAtEnd else { throw EncodingError(.trailingOctets, at: reader.position) }
            return scalar
        }
        let handle = try KeyHandle(scalar: octets.extracting(scalar), on: curve)
        let point = try curve.point(of: handle)
        if let stated, stated.map({ octets[$0] }) != [0] + point { throw LibcryptoError(.invalidInput) }
        return SoftwareKey(
            handle,
            publicKey: try VerifyingKey(point: point, on: curve),
            subjectPublicKeyInfo: DER.sequence(
                DER.sequence(DER.oid(.ecPublicKey), DER.oid(curve.oid)),
                DER.bitString(point)
            )
        )
    }

    private static func edwards(
        _ octets: Span<UInt8>,
        _ key: Range<Int>,
        _ type: String,
        _ identifier: OID,
        count: Int
    ) throws(LibcryptoError) -> SoftwareKey {
        let seed = try parsing { () throws(EncodingError) in
            var reader = SecretDER(key)
            let seed = try reader.next(0x04, in: octets)
            guard reader.isAtEnd else { throw EncodingError(.trailingOctets, at: reader.position) }
            return seed
        }
        let handle = try unsafe KeyHandle { (pointer) in
            unsafe octets.extracting(seed).withUnsafeBufferPointer { seed in
                guard let base = seed.baseAddress else { return Int32(LIBCRYPTO_INVALID.rawValue) }
                return unsafe libcrypto_edwards_pair(type, base, seed.count, pointer)
            }
        }
        let half = try unsafe JetonLibcrypto.octets(capacity: count) { (pointer, _) in
            unsafe libcrypto_edwards_public(handle.pointer, pointer, count)
        }
        return SoftwareKey(
            handle,
            publicKey: identifier == .ed25519 ? try VerifyingKey(ed25519: half) : try VerifyingKey(ed448: half),
            subjectPublicKeyInfo: DER.sequence(DER.sequence(DER.oid(identifier)), DER.bitString(half))
        )
    }
}
