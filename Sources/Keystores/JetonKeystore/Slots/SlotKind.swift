/// What opens a slot of the keybag.
public struct SlotKind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number in the keybag.
    public let rawValue: UInt16

    /// Makes a kind from its number.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// A passphrase, stretched by scrypt.
    public static let passphrase = SlotKind(rawValue: 1)
    /// The octets of a key file.
    public static let keyFile = SlotKind(rawValue: 2)
    /// A credential of this machine, made by `systemd-creds`.
    public static let systemCredential = SlotKind(rawValue: 3)
    /// A recipient elsewhere, such as an age identity on paper.
    public static let recovery = SlotKind(rawValue: 4)
    /// A key on a token.
    public static let token = SlotKind(rawValue: 5)

    /// The kind in words.
    public var description: String {
        switch self {
        case .passphrase: "passphrase"
        case .keyFile: "key file"
        case .systemCredential: "system credential"
        case .recovery: "recovery"
        case .token: "token"
        default: "kind \(rawValue)"
        }
    }
}
