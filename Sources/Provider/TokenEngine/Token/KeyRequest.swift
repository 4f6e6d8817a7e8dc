import JetonLibcrypto
import PIVCard

/// What templates ask of a new key.
struct KeyRequest: Sendable {
    let identifier: [UInt8]?
    let privateLabel: [UInt8]?
    let publicLabel: [UInt8]?
    let publicIdentifier: [UInt8]?
    let usage: CardKeyUsage
    /// Whether the key lives no longer than its session.
    let isTemporary: Bool
    /// Whether it asks for the PIN at all.
    let wantsPIN: Bool
    /// Whether it asks for the PIN each time; nil if not specified.
    let wantsAlways: Bool?
    /// When it asks for a touch.
    let touchPolicy: KeyPolicy
    let startDate: [UInt8]?
    let endDate: [UInt8]?

    /// - Throws: `CKR_TEMPLATE_INCONSISTENT`, `CKR_ATTRIBUTE_VALUE_INVALID`.
    init(
        _ privateTemplate: AttributeSet,
        _ publicTemplate: AttributeSet,
        _ algorithm: KeyAlgorithm
    ) throws(TokenFault) {
        try Self.check(privateTemplate, .privateKey, algorithm)
        try Self.check(publicTemplate, .publicKey, algorithm)
        guard try privateTemplate.flag(.sensitive) != false, try privateTemplate.flag(.extractable) != true else {
            throw TokenFault(.templateInconsistent, "a private key can't leave the token")
        }
        try privateTemplate.requireChangeable()
        try publicTemplate.requireChangeable()
        publicLabel = Self.name(publicTemplate, .label)
        publicIdentifier = Self.name(publicTemplate, .id)
        let ownLabel = Self.name(privateTemplate, .label)
        privateLabel = ownLabel ?? publicLabel
        let ownIdentifier = Self.name(privateTemplate, .id)
        identifier = ownIdentifier ?? publicIdentifier
        isTemporary = try !(privateTemplate.flag(.token) ?? false)
        wantsPIN = try privateTemplate.flag(.private) ?? true
        wantsAlways = try privateTemplate.flag(.alwaysAuthenticate)
        touchPolicy = try Self.touchPolicy(privateTemplate)
        startDate = privateTemplate[.startDate]
        endDate = privateTemplate[.endDate]
        usage = try Self.usage(privateTemplate, algorithm)
    }

    private static func touchPolicy(_ template: AttributeSet) throws(TokenFault) -> KeyPolicy {
        guard let number = try template.number(.yubicoTouchPolicy) else { return .standard }
        guard number <= UInt(KeyPolicy.always.rawValue) else {
            throw TokenFault(.attributeValueInvalid, "there is no such touch policy")
        }
        return KeyPolicy(rawValue: UInt8(number))
    }

    /// Keys of a kind do all that the kind can do, unless the template says of each what they may.
    private static func usage(_ template: AttributeSet, _ algorithm: KeyAlgorithm) throws(TokenFault) -> CardKeyUsage {
        let all: CardKeyUsage =
            switch algorithm {
            case .p256, .p384: [.sign, .derive]
            case .ed25519: .sign
            case .x25519: .derive
            case _ where algorithm.gost != nil: .sign
            default: [.sign, .decrypt]
            }
        var usage = all
        let wishes: [(AttributeType, CardKeyUsage)] = [(.sign, .sign), (.decrypt, .decrypt), (.derive, .derive)]
        for (type, bit) in wishes {
            if try template.flag(type) == false { usage.remove(bit) }
        }
        return usage
    }

    /// The type of an algorithm's keys.
    static func keyType(_ algorithm: KeyAlgorithm) -> KeyType {
        switch algorithm {
        case .p256, .p384: .ec
        case .ed25519: .ecEdwards
        case .x25519: .ecMontgomery
        default: algorithm.gost.map { $0.algorithm.length == 64 ? .gostr3410_512 : .gostr3410 } ?? .rsa
        }
    }

    private static func check(
        _ template: AttributeSet,
        _ objectClass: ObjectClass,
        _ algorithm: KeyAlgorithm
    ) throws(TokenFault) {
        if let told = try template.number(.class), told != objectClass.rawValue {
            throw TokenFault(.templateInconsistent, "the template is for an object of another class")
        }
        if let told = try template.number(.keyType), told != keyType(algorithm).rawValue {
            throw TokenFault(.templateInconsistent, "the template is for a key of another type")
        }
    }

    /// A label or identifier; an empty one says nothing.
    private static func name(_ template: AttributeSet, _ type: AttributeType) -> [UInt8]? {
        template[type].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// What the directory keeps of it.
    func entry(_ slot: KeySlot, _ key: PublicKeyValue?) -> KeyEntry {
        var entry = KeyEntry(reference: slot.rawValue)
        entry.privateLabel = privateLabel
        entry.identifier = identifier
        entry.publicLabel = publicLabel
        entry.publicIdentifier = publicIdentifier
        entry.usage = usage
        entry.publicKeyInfo = key?.publicKeyInfo
        entry.startDate = startDate
        entry.endDate = endDate
        return entry
    }
}
