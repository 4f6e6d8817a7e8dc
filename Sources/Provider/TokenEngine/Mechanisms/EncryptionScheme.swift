import JetonLibcrypto

/// How data is encrypted with RSA.
enum EncryptionScheme: Hashable, Sendable {
    case pkcs
    case oaep(OAEPParameters)
    case raw

    /// Reads a mechanism.
    ///
    /// - Throws: `CKR_MECHANISM_INVALID`, `CKR_MECHANISM_PARAM_INVALID`.
    init(_ mechanism: EngineMechanism) throws(TokenFault) {
        switch mechanism.type {
        case .rsaPKCS: self = .pkcs
        case .rsaX509: self = .raw
        case .rsaPKCSOAEP:
            self = .oaep(try mechanism.oaepParameters())
            return
        default: throw TokenFault(.mechanismInvalid, "the mechanism does not encrypt")
        }
        try mechanism.requireNoParameter()
    }

    /// Encrypts with a public key.
    ///
    /// - Throws: `CKR_DATA_LEN_RANGE`, `CKR_DATA_INVALID`.
    func encrypt(_ data: [UInt8], _ modulus: [UInt8], _ exponent: [UInt8]) throws(TokenFault) -> [UInt8] {
        let block: [UInt8]
        switch self {
        case .pkcs: block = try RSAPadding.encryptionBlock(data, length: modulus.count)
        case .oaep(let parameters): block = try RSAPadding.oaepBlock(data, parameters, length: modulus.count)
        case .raw:
            guard data.count <= modulus.count else { throw TokenFault(.dataLenRange, "the data is too long") }
            block = [UInt8](repeating: 0, count: modulus.count - data.count) + data
        }
        do throws(LibcryptoError) {
            return try PublicKeyOperation.rsa(block, modulus: modulus, exponent: exponent)
        } catch {
            throw TokenFault(.dataInvalid, "the data, read as a number, is not less than the modulus")
        }
    }

    /// What a decrypted block holds.
    ///
    /// - Throws: `CKR_ENCRYPTED_DATA_INVALID`.
    func open(_ block: [UInt8]) throws(TokenFault) -> [UInt8] {
        let plain: [UInt8]? =
            switch self {
            case .pkcs: RSAPadding.openEncryptionBlock(block)
            case .oaep(let parameters): try RSAPadding.openOAEPBlock(block, parameters)
            case .raw: block
            }
        guard let plain else { throw TokenFault(.encryptedDataInvalid, "the data was not encrypted for this key") }
        return plain
    }

    /// The longest plain text for a modulus, in octets.
    func maximumPlainLength(_ modulusLength: Int) -> Int {
        switch self {
        case .pkcs: max(modulusLength - 11, 0)
        case .oaep(let parameters): max(modulusLength - 2 * parameters.hash.length - 2, 0)
        case .raw: modulusLength
        }
    }
}
