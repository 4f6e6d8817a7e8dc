import CJetonLibcrypto
public import JetonOctets

/// A block cipher, run over whole blocks without padding.
///
/// - SeeAlso: FIPS 197 (AES), NIST SP 800-67 Rev. 2 (triple DES), NIST SP 800-38A (ECB, CBC).
public enum BlockCipher: Hashable, Sendable {
    /// AES with a key of 16 octets.
    case aes128
    /// AES with a key of 24 octets.
    case aes192
    /// AES with a key of 32 octets.
    case aes256
    /// Triple DES, encrypt-decrypt-encrypt, with a key of 24 octets.
    case tripleDES

    /// How blocks are joined.
    public enum Mode: Hashable, Sendable {
        /// Each block by itself; right for single blocks of challenges, wrong for messages.
        case electronicCodebook
        /// Each block combined with the one before; begins with an initialization vector of one block.
        case cipherBlockChaining([UInt8])
    }

    /// Length of a key, in octets.
    public var keyLength: Int {
        switch self {
        case .aes128: 16
        case .aes192, .tripleDES: 24
        case .aes256: 32
        }
    }

    /// Length of a block, in octets.
    public var blockLength: Int { self == .tripleDES ? 8 : 16 }

    /// Encrypts whole blocks.
    ///
    /// - Throws: ``LibcryptoError/Code/invalidInput`` if the key, the vector or the input has a wrong length.
    public func encrypt(
        _ input: [UInt8],
        key: borrowing Secret,
        mode: Mode = .electronicCodebook
    ) throws(LibcryptoError) -> [UInt8] {
        try run(input, key: key, mode: mode, encrypts: true)
    }

    /// Decrypts whole blocks.
    ///
    /// - Throws: ``LibcryptoError/Code/invalidInput`` if the key, the vector or the input has a wrong length.
    public func decrypt(
        _ input: [UInt8],
        key: borrowing Secret,
        mode: Mode = .electronicCodebook
    ) throws(LibcryptoError) -> [UInt8] {
        try run(input, key: key, mode: mode, encrypts: false)
    }

    private func run(
        _ input: [UInt8],
        key: borrowing Secret,
        mode: Mode,
        encrypts: Bool
    ) throws(LibcryptoError) -> [UInt8] {
        if input.isEmpty { return [] }
        let vector: [UInt8]
        let name: String
        switch mode {
        case .electronicCodebook: (vector, name) = ([], "\(algorithm)-ECB")
        case .cipherBlockChaining(let start): (vector, name) = (start, "\(algorithm)-CBC")
        }
        return try key.withBytes { (keyOctets) throws(LibcryptoError) in
            try unsafe octets(capacity: input.count) { (output, written) in
                unsafe keyOctets.withUnsafeBufferPointer { key in
                    guard let keyBase = key.baseAddress else { return -1 }
                    return unsafe libcrypto_cipher(
                        name,
                        encrypts,
                        keyBase,
                        key.count,
                        vector,
                        vector.count,
                        input,
                        input.count,
                        output
                    )
                }
            }
        }
    }

    private var algorithm: String {
        switch self {
        case .aes128: "AES-128"
        case .aes192: "AES-192"
        case .aes256: "AES-256"
        case .tripleDES: "DES-EDE3"
        }
    }
}
