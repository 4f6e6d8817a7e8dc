/// What to show to the user who is asked for a PIN.
public struct PINPrompt: Hashable, Sendable {
    /// Whose PIN, or what for.
    public enum Role: Hashable, Sendable {
        /// The user's PIN; `CKU_USER`.
        case user
        /// The security officer's PIN; `CKU_SO`.
        case securityOfficer
        /// The code that unblocks the user's PIN.
        case puk
        /// The password that activates the secure channel of a token.
        case activation
        /// The user's PIN once more, for one operation with a key that asks for it; `CKU_CONTEXT_SPECIFIC`.
        case contextSpecific
        /// The management key of a card.
        case managementKey
        /// A passphrase of something other than a token.
        case passphrase
        /// The passphrase of a file.
        case filePassphrase
        /// A secret that is to be kept.
        case secret

        /// What a person calls it, such as "PIN".
        public var name: String {
            switch self {
            case .user, .contextSpecific: "PIN"
            case .securityOfficer: "security officer's PIN"
            case .puk: "PUK"
            case .activation: "activation password"
            case .managementKey: "management key"
            case .passphrase: "passphrase"
            case .filePassphrase: "passphrase of the file"
            case .secret: "secret"
            }
        }
    }

    /// How many tries are left before the PIN is locked, as far as it is known.
    public enum Tries: Hashable, Sendable {
        /// The token does not say, or nothing was tried yet.
        case unknown
        /// At least one was wrong since the last right one.
        case low
        /// One more wrong one locks the PIN.
        case last
        /// As many.
        case left(Int)

        var remark: String? {
            switch self {
            case .unknown: nil
            case .low: "a wrong PIN was entered before"
            case .last, .left(1): "last try"
            case .left(let count): "\(count) tries left"
            }
        }
    }

    /// How a PIN travels to the token.
    public enum Channel: Hashable, Sendable {
        /// Through a secure channel of a suite, such as `modern`.
        case secure(suite: String)
        /// Without a secure channel.
        case clear
        /// Without a secure channel, in the reader in which a paired token, which is another one, was seen last.
        case clearBeside(pairedToken: String)

        /// An ordinary card has no channel, so that it is nothing to remark on.
        var remark: String? {
            switch self {
            case .secure(let suite): "\(suite) secure channel"
            case .clear: nil
            case .clearBeside(let token):
                "in clear; paired token '\(PINPrompt.harmless(token))' was last seen in this reader"
            }
        }
    }

    /// Whose PIN, or what for.
    public var role: Role
    /// Whether a new PIN is being chosen, which is asked twice.
    public var isNew: Bool
    /// The token's label, as the token gives it; shown without control characters.
    public var tokenLabel: String?
    /// How many tries are left.
    public var tries: Tries
    /// How long a new PIN may be, in bytes; nil where that is not known.
    public var lengths: ClosedRange<UInt>?
    /// Whether a new PIN that is published is refused before it is typed a second time.
    public var refusesPublished = false
    /// How it travels; nil where that is not known, or nothing travels.
    public var channel: Channel?

    /// Makes a prompt.
    public init(
        role: Role,
        isNew: Bool = false,
        tokenLabel: String? = nil,
        tries: Tries = .unknown,
        channel: Channel? = nil
    ) {
        self.role = role
        self.isNew = isNew
        self.tokenLabel = tokenLabel
        self.tries = tries
        self.channel = channel
    }

    /// One line: what is asked, for which token, how it travels, and how many tries are left.
    public var text: String {
        var text = isNew ? "New \(role.name)" : role.name.prefix(1).uppercased() + role.name.dropFirst()
        if let tokenLabel { text += " of token '\(PINPrompt.harmless(tokenLabel))'" }
        if role == .contextSpecific { text += " to use the key once" }
        let bounds = isNew ? lengths.map { "\(PINBounds.words($0)) characters" } : nil
        let remarks = [bounds, channel?.remark, isNew ? nil : tries.remark].compactMap { $0 }
        return remarks.isEmpty ? text : "\(text) (\(remarks.joined(separator: "; ")))"
    }

    /// A token's text without what could move the cursor, color the screen or reorder the line; at most 64 characters.
    static func harmless(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(64) {
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
                result.append("\u{FFFD}")
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}
