import JetonOctets
import PIVCard

/// A private key from a template, on its way to the card.
struct KeyImport: ~Copyable {
    let algorithm: KeyAlgorithm
    let key: ImportedKey

    /// Reads a template.
    ///
    /// - Throws: `CKR_TEMPLATE_INCOMPLETE`, `CKR_ATTRIBUTE_VALUE_INVALID`, `CKR_KEY_SIZE_RANGE`,
    ///   `CKR_CURVE_NOT_SUPPORTED`, `CKR_DOMAIN_PARAMS_INVALID`.
    static func read(_ template: AttributeSet) throws(TokenFault) -> KeyImport {
        guard let number = try template.number(.keyType) else {
            throw TokenFault(.templateIncomplete, "the key's type is missing")
        }
        let keyType = KeyType(rawValue: number)
        switch keyType {
        case .rsa: return try rsa(template)
        case .gostr3410, .gostr3410_512: return try gost(template, keyType)
        case .ec, .ecEdwards, .ecMontgomery: return try curve(template)
        default: throw TokenFault(.attributeValueInvalid, "the card does not support keys of this type")
        }
    }

    private static func rsa(_ template: AttributeSet) throws(TokenFault) -> KeyImport {
        let modulus = try template.required(.modulus).drop { $0 == 0 }
        let algorithms: [KeyAlgorithm] = [.rsa2048, .rsa3072, .rsa4096]
        guard let algorithm = algorithms.first(where: { $0.modulusLength == modulus.count }) else {
            throw TokenFault(.keySizeRange, "the card does not support RSA keys of this length")
        }
        if let exponent = template[.publicExponent], Array(exponent.drop { $0 == 0 }) != [1, 0, 1] {
            throw TokenFault(.attributeValueInvalid, "the public exponent must be 65537")
        }
        var parts: [UInt8] = []
        // So that no copy of what is there already is left behind when it grows.
        parts.reserveCapacity(5 * modulus.count / 2)
        for type: AttributeType in [.prime1, .prime2, .exponent1, .exponent2, .coefficient] {
            var part = try padded(try template.required(type), modulus.count / 2)
            parts += part
            part.wipe()
        }
        let secret = Secret(wiping: &parts)
        let key = try imported { () throws(PIVError) in try ImportedKey(rsa: algorithm, parts: secret) }
        return KeyImport(algorithm: algorithm, key: key)
    }

    private static func curve(_ template: AttributeSet) throws(TokenFault) -> KeyImport {
        guard let algorithm = PublicKeyValue.algorithm(try template.required(.ecParams)) else {
            throw TokenFault(.curveNotSupported, "the card does not support the curve")
        }
        var octets = try padded(try template.required(.value), algorithm == .p384 ? 48 : 32)
        let secret = Secret(wiping: &octets)
        let key = try imported { () throws(PIVError) in try ImportedKey(algorithm, privateOctets: secret) }
        return KeyImport(algorithm: algorithm, key: key)
    }

    /// The number has the least significant byte first, as PKCS #11 has it in `CKA_VALUE`.
    private static func gost(_ template: AttributeSet, _ keyType: KeyType) throws(TokenFault) -> KeyImport {
        let algorithm = try template.gostAlgorithm(keyType)
        var octets = try template.required(.value)
        let secret = Secret(wiping: &octets)
        let key = try imported { () throws(PIVError) in try ImportedKey(algorithm, privateOctets: secret) }
        return KeyImport(algorithm: algorithm, key: key)
    }

    private static func imported(
        _ make: () throws(PIVError) -> ImportedKey
    ) throws(TokenFault) -> ImportedKey {
        do throws(PIVError) { return try make() } catch { throw TokenFault(error, .attributeValueInvalid) }
    }

    private static func padded(_ number: [UInt8], _ length: Int) throws(TokenFault) -> [UInt8] {
        let octets = number.count == length ? number[...] : number.drop { $0 == 0 }
        guard octets.count <= length else { throw TokenFault(.attributeValueInvalid, "a number is too long") }
        return [UInt8](repeating: 0, count: length - octets.count) + octets
    }
}
