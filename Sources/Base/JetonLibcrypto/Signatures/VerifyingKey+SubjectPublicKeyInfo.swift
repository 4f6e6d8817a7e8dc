import JetonASN1
import JetonOctets

extension VerifyingKey {
    /// Reads a SubjectPublicKeyInfo in DER.
    ///
    /// RSA (`rsaEncryption`, `id-RSASSA-PSS`), EC on named curves, Ed25519, Ed448, DSA with its own parameters, and
    /// GOST R 34.10-2001 and -2012. The parameters of an `id-RSASSA-PSS` key, which may limit hash and salt, are the
    /// caller's to check.
    ///
    /// - Throws: ``LibcryptoError/Code/unsupported`` for another algorithm or curve,
    ///   ``LibcryptoError/Code/invalidInput`` for malformed DER and keys that the other initializers refuse.
    /// - SeeAlso: RFC 3279, RFC 4055, RFC 5480, RFC 8410, RFC 4491, RFC 9215.
    public init(subjectPublicKeyInfo: [UInt8]) throws(LibcryptoError) {
        let parts = try parsing { () throws(EncodingError) in
            try SubjectPublicKeyInfo(ASN1Element.parse(subjectPublicKeyInfo))
        }
        switch parts.algorithm {
        case .rsaEncryption, .rsassaPSS:
            let isForPSS = parts.algorithm == .rsassaPSS
            guard isForPSS || parts.parameters == nil || parts.isNull else { throw LibcryptoError(.invalidInput) }
            let numbers = try parsing { () throws(EncodingError) in try VerifyingKey.integers(parts.key, count: 2) }
            try self.init(rsaModulus: numbers[0], exponent: numbers[1], isForPSS: isForPSS)
        case .ecPublicKey:
            let curve = try EllipticCurve(oid: parts.namedCurve())
            try self.init(point: parts.key, on: curve)
        case .ed25519:
            guard parts.parameters == nil else { throw LibcryptoError(.invalidInput) }
            try self.init(ed25519: parts.key)
        case .ed448:
            guard parts.parameters == nil else { throw LibcryptoError(.invalidInput) }
            try self.init(ed448: parts.key)
        case .dsa:
            guard let parameters = parts.parameters else { throw LibcryptoError(.unsupported) }
            let numbers = try parsing { () throws(EncodingError) in
                try VerifyingKey.integers(Array(parameters.encoded), count: 3)
                    + [ASN1Element.parse(parts.key).unsignedInteger()]
            }
            try self.init(dsaPrime: numbers[0], order: numbers[1], generator: numbers[2], publicValue: numbers[3])
        case .gost2001, .gost2012Of256, .gost2012Of512:
            let octets = try parsing { () throws(EncodingError) in try ASN1Element.parse(parts.key).octetString() }
            self.init(try GOSTPublicKey(octets: octets, curve: parts.gostParameters().curve))
        default: throw LibcryptoError(.unsupported)
        }
    }

    /// The members of a SEQUENCE of INTEGERs that are not negative.
    private static func integers(_ octets: [UInt8], count: Int) throws(EncodingError) -> [[UInt8]] {
        var reader = try ASN1Element.parse(octets).members(of: .sequence)
        var numbers: [[UInt8]] = []
        for _ in 0..<count { numbers.append(try reader.next().unsignedInteger()) }
        try reader.finish()
        return numbers
    }
}

/// Runs a reader and turns its errors into ``LibcryptoError/Code/invalidInput``.
func parsing<Value>(_ body: () throws(EncodingError) -> Value) throws(LibcryptoError) -> Value {
    do {
        return try body()
    } catch {
        throw LibcryptoError(.invalidInput)
    }
}
