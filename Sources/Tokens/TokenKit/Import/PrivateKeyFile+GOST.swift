internal import Cryptoki
internal import JetonASN1
internal import JetonLibcrypto
internal import JetonOctets

/// Private keys of GOST R 34.10 in PKCS #8.
///
/// - SeeAlso: RFC 4491, 2.3.2, and RFC 9215, 4.2, for the parameters.
extension PrivateKeyFile {
    /// Reads the key of a PrivateKeyInfo.
    ///
    /// The number stands bare or in an OCTET STRING with the least significant byte first, or in an INTEGER. As OpenSSL's
    /// engine reads it, contents that are as long as a number are a bare one.
    ///
    /// - Parameters:
    ///   - algorithm: The algorithm.
    ///   - identifier: The rest of the AlgorithmIdentifier.
    ///   - key: The place of the contents of the privateKey.
    ///   - octets: The file.
    /// - Returns: The key, or why it is not imported.
    /// - Throws: ``EncodingError`` for contents that are not such a key.
    static func gost(
        _ algorithm: GOSTAlgorithm,
        _ identifier: inout SecretDER,
        _ key: Range<Int>,
        _ octets: Span<UInt8>
    ) throws(EncodingError) -> Result<PrivateKeyFile, Failure> {
        var parameters = SecretDER(try identifier.next(0x30, in: octets))
        let set = try oid(&parameters, octets)
        let name = algorithm.oid.name ?? algorithm.oid.description
        guard let known = GOSTParameters(algorithm, parameterSet: set), let type = specification(known) else {
            return .failure(.unsupported("\(name) with \(set.name ?? set.description)"))
        }
        guard let scalar = try scalar(key, octets, length: algorithm.length) else {
            return .failure(.unsupported("\(name) masked by CryptoPro"))
        }
        do throws(LibcryptoError) {
            let made = try scalar.withBytes { (octets) throws(LibcryptoError) in
                try GOSTPrivateKey(octets: octets, curve: known.curve)
            }
            let secret = Attribute.Value.secret(SharedSecret(made.octets.clone()))
            let file = PrivateKeyFile(
                .gost(type),
                [Attribute(.value, made.publicKey.octets)],
                [Attribute(.value, secret)]
            )
            return .success(file)
        } catch {
            return .failure(.outOfRange)
        }
    }

    /// The set of the same algorithm and curve, by whatever identifier.
    private static func specification(_ parameters: GOSTParameters) -> GOSTParameterSet? {
        GOSTParameterSet.allCases.first { set in
            set.hashParameters == DER.oid(parameters.algorithm.digestParameterSet)
                && set.parameters.contains { identifier in
                    guard let oid = try? ASN1Element.parse(identifier).oid() else { return false }
                    return GOSTCurve(parameterSet: oid) == parameters.curve
                }
        }
    }

    /// The number with the least significant byte first; nil for a masked one, which masks follow.
    private static func scalar(
        _ key: Range<Int>,
        _ octets: Span<UInt8>,
        length: Int
    ) throws(EncodingError) -> Secret? {
        if key.count == length { return Secret(copying: octets.extracting(key)) }
        var reader = SecretDER(key)
        let isInteger = reader.peek(in: octets) == 0x02
        let isMasked = key.count > length && key.count.isMultiple(of: length) || reader.peek(in: octets) == 0x30
        guard !isMasked else { return nil }
        let number = try isInteger ? reader.nextInteger(in: octets) : reader.next(0x04, in: octets)
        guard reader.isAtEnd else { throw EncodingError(.trailingOctets, at: reader.position) }
        if !isInteger, number.count > length, number.count.isMultiple(of: length) { return nil }
        guard isInteger ? number.count <= length : number.count == length else {
            throw EncodingError(.unexpectedValue, at: number.lowerBound)
        }
        return Secret(capacity: length) { (target: inout MutableSpan<UInt8>) in
            for (index, place) in number.enumerated() {
                target[isInteger ? number.count - 1 - index : index] = octets[place]
            }
            return length
        }
    }
}
