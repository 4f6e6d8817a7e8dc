/// What a private key may be used for.
struct CardKeyUsage: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    static let sign = CardKeyUsage(rawValue: 0x01)
    static let decrypt = CardKeyUsage(rawValue: 0x02)
    static let derive = CardKeyUsage(rawValue: 0x04)

    /// All that keys of a kind can do.
    init(_ key: PublicKeyValue) {
        switch key {
        case .rsa: self = [.sign, .decrypt]
        case .ec: self = [.sign, .derive]
        case .ed25519, .gost: self = .sign
        case .x25519: self = .derive
        }
    }

    init(rawValue: UInt8) { self.rawValue = rawValue }
}
