public import JetonOctets

/// Why no PIN may be sent to a token by the module that shows it; nothing was sent.
///
/// Equality and hash compare the code only, so that a test can name the kind of failure.
public struct PINRouteError: CodedError {
    /// The kind of failure; open, so that a new kind breaks no caller.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name.
        public let rawValue: String

        /// Makes a kind of failure from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The card says that it takes a PIN through its secure channel only.
        public static let channelRequired = Code(rawValue: "channel required")
        /// The card has the serial number or label of a paired token.
        public static let standsForPairedToken = Code(rawValue: "stands for a paired token")
        /// The user's policy lets no card in the reader be used in clear.
        public static let readerPolicy = Code(rawValue: "reader policy")
        /// A paired token was last seen in the reader, by another module.
        public static let pairedReader = Code(rawValue: "reader of a paired token")
        /// The record of pairings is damaged, so that a paired token may be missing in it.
        public static let pairingsDamaged = Code(rawValue: "pairings damaged")
    }

    /// The kind of failure.
    public let code: Code
    /// The path of the module that would send the PIN.
    public let module: String
    /// The name of the reader.
    public let reader: String
    /// The paired token that is expected; nil if the kind of failure has none.
    public let pairedToken: PairedToken?
    /// Why a paired token may be missing in the record, as one sentence without a full stop.
    public let damage: String?

    init(_ code: Code, module: String, reader: String, pairedToken: PairedToken? = nil, damage: String? = nil) {
        self.code = code
        self.module = module
        self.reader = reader
        self.pairedToken = pairedToken
        self.damage = damage
    }

    /// One sentence without a full stop.
    public var description: String {
        let name = pairedToken.map { PINPrompt.harmless($0.name) } ?? ""
        switch code {
        case .channelRequired:
            return "the card in '\(reader)' accepts a PIN only through its secure channel, but module \(module) would "
                + "send it in clear"
        case .standsForPairedToken:
            return "the card claims to be paired token '\(name)', but module \(module) does not use its secure channel"
        case .readerPolicy:
            return
                "the reader of paired token '\(name)' allows no card without a secure channel, but module "
                + "\(module) would send "
                + "the PIN in clear"
        case .pairedReader:
            return
                "paired token '\(name)' was last seen in '\(reader)', but module \(module) would send the PIN in clear"
        case .pairingsDamaged:
            return "the record of pairings is damaged, but module \(module) would send the PIN in clear"
        default: return code.rawValue
        }
    }
}
