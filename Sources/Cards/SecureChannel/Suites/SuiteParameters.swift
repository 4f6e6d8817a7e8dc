import JetonLibcrypto

/// Everything in which the suites differ.
///
/// This file is the only one that says what a suite consists of. All other code asks for a parameter, or switches over
/// an algorithm's enumeration, so that the compiler finds every place that a further suite has to fill in.
public struct SuiteParameters: Sendable {
    /// The name on the command line, in JSON and in tables.
    public let name: String
    /// The symbols of an activation password without its check symbol.
    ///
    /// Their number tells the suite of a typed password, so no two suites have the same.
    public let passwordLength: Int
    /// Bytes of a public key.
    public let publicKeyLength: Int
    /// Bytes of what a card keeps of an activation password.
    public let verifierLength: Int
    /// Whether passwords can be searched for in a recorded pairing, so that the user has to allow the suite.
    public let needsConsent: Bool
    /// Whether the algorithms come from OpenSSL's GOST provider.
    public let needsGOSTProvider: Bool
    /// The value of `CKA_VENDOR_CURRENT_SECURE_MESSAGING_MODE` in Rutoken's extension.
    public let secureMessagingMode: UInt

    /// How a program and a card prove the password to each other.
    let pairing: PairingMethod
    /// What makes a guess of a password expensive.
    let stretching: PasswordStretching
    /// The curve of all keys.
    let curve: SuiteCurve
    /// Bytes of the user keying material of a key agreement; 0 for an agreement without any.
    let keyingMaterialLength: Int
    /// Whether a program may leave out the ephemeral keys of a session.
    let allowsStaticSessions: Bool
    /// The hash function, and with it HMAC and the key derivation.
    let hash: SuiteHash
    /// What protects the messages of a session.
    let cipher: MessageCipher
    /// What plain text is padded to before it is encrypted, in bytes.
    let blockLength: Int
    /// Bytes of a message's MAC or tag.
    let tagLength: Int
}

extension ChannelSuite {
    /// What the suite consists of.
    public var parameters: SuiteParameters {
        switch self {
        case .legacy: .legacy
        case .modern: .modern
        case .p256: .p256
        }
    }
}

extension SuiteParameters {
    fileprivate static let legacy = SuiteParameters(
        name: "legacy",
        passwordLength: 16,
        publicKeyLength: 64,
        verifierLength: 32,
        needsConsent: true,
        needsGOSTProvider: true,
        secureMessagingMode: 2,
        pairing: .commonKey,
        stretching: .pbkdf2(iterations: 20_000),
        curve: .gost(.cryptoProA),
        keyingMaterialLength: 8,
        allowsStaticSessions: true,
        hash: .streebog,
        cipher: .gost28147,
        blockLength: 8,
        tagLength: 4
    )

    fileprivate static let modern = SuiteParameters(
        name: "modern",
        passwordLength: 12,
        publicKeyLength: 64,
        verifierLength: 64,
        needsConsent: false,
        needsGOSTProvider: true,
        secureMessagingMode: 3,
        pairing: .sespake,
        stretching: .sespake,
        curve: .gost(.tc26ParamSetA),
        keyingMaterialLength: 16,
        allowsStaticSessions: false,
        hash: .streebog,
        cipher: .kuznyechikMGM,
        blockLength: 16,
        tagLength: 12
    )

    fileprivate static let p256 = SuiteParameters(
        name: "p256",
        passwordLength: 14,
        publicKeyLength: 65,
        verifierLength: SPAKE2PlusRecord.length,
        needsConsent: false,
        needsGOSTProvider: false,
        secureMessagingMode: 0x10,
        pairing: .spake2Plus,
        stretching: .scrypt(log2Cost: 15, blockSize: 8, parallelism: 1),
        curve: .p256,
        keyingMaterialLength: 0,
        allowsStaticSessions: false,
        hash: .sha256,
        cipher: .aes256GCM,
        blockLength: 16,
        tagLength: AuthenticatedCipher.tagLength
    )
}

extension ChannelSuite {
    /// Whether the suite's algorithms can be used here: those of GOST need OpenSSL's provider gostprov.
    public var isAvailable: Bool {
        let nothing: [UInt8] = []
        return !parameters.needsGOSTProvider || (try? Streebog.hash256(nothing.span)) != nil
    }
}
