/// Why an exchange with a card failed.
///
/// Equality and hash look at the code and the status word, so that a test can name the kind of failure.
public struct CardError: Error, Hashable, Sendable {
    /// The kind of failure; open, so that a transport may add its own.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, in words.
        public let rawValue: String

        /// Makes a kind of failure from its words.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The card answered with a status word that the caller does not accept.
        public static let refused = Code(rawValue: "the card refused the command")
        /// The answer has no status word: fewer than 2 octets.
        public static let responseTooShort = Code(rawValue: "the card's answer has no status word")
        /// The answer, or what GET RESPONSE joined, is longer than accepted.
        public static let responseTooLong = Code(rawValue: "the card's answer is longer than accepted")
        /// The card announced more data (61xx) more often than accepted.
        public static let tooManyContinuations = Code(rawValue: "the card announces more data without end")
        /// The answer is not what the command's definition allows.
        public static let unexpectedResponse = Code(rawValue: "the card's answer is malformed")
        /// A length of the command does not fit the form, the transport or the standard.
        public static let commandTooLong = Code(rawValue: "the command is too long for the card or reader")
        /// The card was taken out.
        public static let cardRemoved = Code(rawValue: "the card was removed")
        /// Another program reset the card; its security state is gone.
        public static let cardReset = Code(rawValue: "the card was reset by another program")
        /// The reader, or the service that reaches it, is gone.
        public static let readerUnavailable = Code(rawValue: "the reader is not available")
        /// Another program holds the card.
        public static let sharingViolation = Code(rawValue: "another program is using the card")
        /// Another thread canceled the exchange.
        public static let canceled = Code(rawValue: "the exchange was canceled")
        /// The reader has no keys for such an entry.
        public static let pinEntryUnsupported = Code(rawValue: "the reader does not accept such a PIN on its keypad")
        /// The PIN entry was canceled at the reader; nothing was sent to the card.
        public static let pinEntryCanceled = Code(rawValue: "PIN entry was canceled at the reader")
        /// No PIN was entered at the reader in time; nothing was sent to the card.
        public static let pinEntryTimedOut = Code(rawValue: "no PIN was entered at the reader in time")
        /// The new PIN was not typed the same twice; the card got nothing.
        public static let pinEntryMismatch = Code(rawValue: "the two entries of the new PIN differ")
        /// A PIN that was typed is too short or too long; the card got nothing.
        public static let pinEntryLength = Code(rawValue: "the PIN entered at the reader is too short or too long")
        /// The octets could not be exchanged for another reason; see ``CardError/underlying``.
        public static let transmissionFailed = Code(rawValue: "the exchange with the card failed")
    }

    /// The kind of failure.
    public let code: Code
    /// The command that failed, without its data; nil if none is concerned.
    public let header: CommandHeader?
    /// The card's status word, if it sent one.
    public let statusWord: StatusWord?
    /// What a lower layer said, if one did.
    public let underlying: (any Error)?

    /// Makes an error.
    public init(
        _ code: Code,
        header: CommandHeader? = nil,
        statusWord: StatusWord? = nil,
        underlying: (any Error)? = nil
    ) {
        self.code = code
        self.header = header
        self.statusWord = statusWord
        self.underlying = underlying
    }

    /// The status word with which the card refused the command; nil if anything else failed.
    ///
    /// A status word that came where the answer of a secure channel was due ends the session. It may be anyone's, so
    /// that nothing is done on its word: it is found in ``statusWord`` only.
    public var refusal: StatusWord? { code == .refused ? statusWord : nil }

    /// Tries left before a PIN or key locks, if the card refused with a status word that says so.
    public var triesLeft: Int? {
        refusal == .authenticationMethodBlocked ? 0 : refusal?.triesLeft
    }

    /// Whether the card or its reader is gone, so that only a new connection helps.
    public var isRemoval: Bool { code == .cardRemoved || code == .readerUnavailable }

    /// The same error with the command that failed, if it names none yet.
    public func naming(_ header: CommandHeader) -> CardError {
        CardError(code, header: self.header ?? header, statusWord: statusWord, underlying: underlying)
    }

    /// Whether both are of one kind with one status word.
    public static func == (left: CardError, right: CardError) -> Bool {
        left.code == right.code && left.statusWord == right.statusWord
    }

    /// Hashes the kind and the status word.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(statusWord)
    }
}

extension CardError: CustomStringConvertible {
    /// One sentence: "the card refused the command 00A40400: file or application not found (SW 6A82)".
    public var description: String {
        var text = code.rawValue
        if let header { text += code == .refused ? " \(header)" : " (command \(header))" }
        if let statusWord { text += ": \(statusWord)" }
        if let underlying { text += ": \(underlying)" }
        return text
    }
}
