public import SmartCard

/// Why a PIV card did not do what was asked.
///
/// Equality and hash look at the code and the tries left, so that a test can name the kind of failure.
public struct PIVError: Error, Hashable, Sendable {
    /// The kind of failure; open, so that a new kind breaks no caller.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, in words.
        public let rawValue: String

        /// Makes a kind of failure from its words.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The card has no PIV application.
        public static let noApplication = Code(rawValue: "the card has no PIV application")
        /// The PIN or PUK is wrong; see ``PIVError/triesLeft``.
        public static let pinIncorrect = Code(rawValue: "the PIN is wrong")
        /// The PIN or PUK is blocked.
        public static let pinBlocked = Code(rawValue: "the PIN is blocked")
        /// The PIN or PUK has a length or an octet that PIV does not allow; it was not sent, or not compared.
        public static let pinMalformed = Code(rawValue: "the PIN has a length or a character that PIV does not allow")
        /// The PIN entry was canceled at the reader; nothing was sent to the card.
        public static let pinEntryCanceled = Code(rawValue: "PIN entry was canceled at the reader")
        /// No PIN was entered at the reader in time; nothing was sent to the card.
        public static let pinEntryTimedOut = Code(rawValue: "no PIN was entered at the reader in time")
        /// The new PIN was not entered the same twice at the reader; the card got nothing.
        public static let pinEntryMismatch = Code(rawValue: "the two entries of the new PIN differ")
        /// The management key is wrong, or of another algorithm than the card's.
        public static let managementKeyIncorrect = Code(rawValue: "the management key is wrong")
        /// The card is not genuine: it could not prove that it has the management key.
        public static let cardNotProved = Code(rawValue: "the card could not prove that it has the management key")
        /// A PIN, or the management key, has to be proved first.
        public static let notAuthenticated = Code(rawValue: "the PIN or the management key must be verified first")
        /// The key asks for a touch of the token, which did not come in time.
        public static let touchMissing = Code(rawValue: "the token was not touched in time")
        /// A command that changes the card was sent, and nothing tells whether the card did it.
        public static let outcomeUnknown = Code(rawValue: "it is unknown whether the command was carried out")
        /// The card has no such key or data object.
        public static let notFound = Code(rawValue: "the card has no such key or object")
        /// The card does not know the command, the algorithm or the policy.
        public static let unsupported = Code(rawValue: "the card does not support this")
        /// The card has no room left.
        public static let noMemory = Code(rawValue: "the card has no room left")
        /// The card's state does not allow it now, as RESET before PIN and PUK are blocked.
        public static let conditionsNotMet = Code(rawValue: "the card's state does not allow this now")
        /// The input has a length or a form that the operation does not take.
        public static let inputMalformed = Code(rawValue: "the operation does not accept this input")
        /// The card's answer is not what PIV defines.
        public static let answerMalformed = Code(rawValue: "the card's answer is malformed")
        /// libcrypto could not do its part.
        public static let cryptography = Code(rawValue: "a libcrypto operation failed")
        /// zlib, which a compressed certificate needs, can't be used.
        public static let compressionUnavailable = Code(rawValue: "zlib is not available")
        /// The card answered with another status word, or could not be reached; see ``PIVError/card``.
        public static let failed = Code(rawValue: "the card failed")
    }

    /// The kind of failure.
    public let code: Code
    /// Tries left before the PIN or PUK is blocked, if the card told.
    public let triesLeft: Int?
    /// What the exchange of commands said, if it did.
    public let card: CardError?

    /// Whether nothing tells if the card did the last command: its answer is lost, or is not one.
    public var isUncertain: Bool {
        if code == .outcomeUnknown { return true }
        guard let card else { return code == .answerMalformed }
        return ![.refused, .commandTooLong, .sharingViolation].contains(card.code)
    }

    /// Makes an error.
    public init(_ code: Code, triesLeft: Int? = nil, card: CardError? = nil) {
        self.code = code
        self.triesLeft = triesLeft
        self.card = card
    }

    /// What a failed exchange means, unless the command gives its status words another sense.
    init(_ error: CardError) {
        let code: Code =
            switch error.refusal {
            case .securityStatusNotSatisfied: .notAuthenticated
            case .authenticationMethodBlocked: .pinBlocked
            case .fileNotFound, .referencedDataNotFound: .notFound
            case .functionNotSupported, .instructionNotSupported, .incorrectParameters, .classNotSupported:
                .unsupported
            case .notEnoughMemory: .noMemory
            case .conditionsOfUseNotSatisfied: .conditionsNotMet
            case .incorrectData, .wrongLength: .inputMalformed
            case let word?: word.triesLeft == nil ? .failed : .pinIncorrect
            case nil: .failed
            }
        self.init(code, triesLeft: error.triesLeft, card: error)
    }

    /// Whether both are of one kind with as many tries left.
    public static func == (left: PIVError, right: PIVError) -> Bool {
        left.code == right.code && left.triesLeft == right.triesLeft
    }

    /// Hashes the kind and the tries left.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(triesLeft)
    }
}

extension PIVError: CustomStringConvertible {
    /// One sentence: "the PIN is wrong, 2 tries left".
    public var description: String {
        if let triesLeft { return "\(code.rawValue), \(triesLeft) \(triesLeft == 1 ? "try" : "tries") left" }
        if let card { return "\(code.rawValue): \(card)" }
        return code.rawValue
    }
}
