import Octets

/// Verification of RSA signatures of RFC 8017.
///
/// Own code, since swift-crypto neither takes a digest that was computed elsewhere nor a PSS salt of another length
/// than the digest's, which is what OpenSSL writes unless told otherwise. All numbers here are public.
enum RSAVerification {
    /// Sizes of modulus in bits that are computed with.
    static let modulusBits = 1024...8192

    /// Applies the public key to a signature and hands the encoded message to a check.
    static func open(
        _ signature: [UInt8],
        modulus: [UInt8],
        exponent: [UInt8],
        check: ([UInt8]) -> Bool
    ) -> SignatureCheck {
        let bits = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
        guard modulusBits.contains(bits), let number = Modulus(modulus) else {
            return .unsupported("an RSA modulus of \(bits) bits is not computed with")
        }
        guard exponent.count <= 8, exponent != [1], exponent.last.map({ $0 & 1 == 1 }) ?? false else {
            return .unsupported("the RSA exponent is even, 1, or above 64 bits")
        }
        // RFC 8017, 8.2.2 step 1 and 5.2.2 step 1.
        guard signature.count == modulus.count, signature.lexicographicallyPrecedes(modulus) else { return .invalid }
        let encoded = number.power(signature, exponent: exponent.reduce(0) { $0 << 8 | UInt64($1) })
        return check(encoded) ? .valid : .invalid
    }

    /// EMSA-PKCS1-v1_5 of RFC 8017, 9.2; empty if the modulus is too short.
    static func encodePKCS1(digest: [UInt8], hash: HashAlgorithm, count: Int) -> [UInt8] {
        guard let info = try? DigestInfo.encode(digest, hash: hash), count >= info.count + 11 else { return [] }
        return [0x00, 0x01] + [UInt8](repeating: 0xFF, count: count - info.count - 3) + [0x00] + info
    }

    /// EMSA-PSS verification of RFC 8017, 9.1.2, over the octets of the whole modulus.
    static func checkPSS(
        _ message: [UInt8],
        digest: [UInt8],
        parameters: PSSParameters,
        modulusBits: Int
    ) -> Bool {
        let encodedBits = modulusBits - 1
        let count = (encodedBits + 7) / 8
        // A modulus of 8n + 1 bits leaves one octet more than the encoded message has.
        guard message.count >= count, message.dropLast(count).allSatisfy({ $0 == 0 }) else { return false }
        let encoded = Array(message.suffix(count))
        let hashSize = parameters.hash.digestSize
        guard count >= hashSize + parameters.saltLength + 2, encoded.last == 0xBC else { return false }
        let seed = Array(encoded[(count - hashSize - 1)..<(count - 1)])
        let unusedBits = 8 * count - encodedBits
        let masked = encoded[..<(count - hashSize - 1)]
        guard let first = masked.first, first & ~(0xFF >> UInt8(unusedBits)) == 0 else { return false }
        var block = zip(masked, mask(seed, count: masked.count, hash: parameters.maskHash)).map { $0 ^ $1 }
        block[0] &= 0xFF >> UInt8(unusedBits)
        let padding = block.count - parameters.saltLength - 1
        guard block[..<padding].allSatisfy({ $0 == 0 }), block[padding] == 0x01 else { return false }
        let salt = block[(padding + 1)...]
        return parameters.hash.hash([UInt8](repeating: 0, count: 8) + digest + salt) == seed
    }

    /// MGF1 of RFC 8017, B.2.1.
    private static func mask(_ seed: [UInt8], count: Int, hash: HashAlgorithm) -> [UInt8] {
        var octets: [UInt8] = []
        var counter: UInt32 = 0
        while octets.count < count {
            octets += hash.hash(seed + counter.bigEndianOctets)
            counter += 1
        }
        return Array(octets.prefix(count))
    }
}
