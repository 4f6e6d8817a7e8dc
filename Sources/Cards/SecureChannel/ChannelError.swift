public import JetonLibcrypto
public import SmartCard

/// Why a pairing, a session or a message of a secure channel failed.
///
/// Equality and hash look at the code and the numbers, so that a test can name the kind of failure.
public struct ChannelError: Error, Hashable, Sendable {
    /// The kind of failure; open, so that a new kind breaks no caller.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, in words.
        public let rawValue: String

        /// Makes a kind of failure from its words.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The kind of failure.
    public let code: Code
    /// Tries that an activation password has left, if the card told; 15 may mean more.
    public let triesLeft: Int?
    /// How many seconds the card wants to be left alone, if it told.
    public let waitSeconds: Int?
    /// The card's status word, if it is the cause.
    public let statusWord: StatusWord?
    /// What the exchange with the card said, if it is the cause.
    public let card: CardError?
    /// What the cryptography said, if it is the cause.
    public let cryptography: LibcryptoError?

    /// Makes an error.
    public init(
        _ code: Code,
        triesLeft: Int? = nil,
        waitSeconds: Int? = nil,
        statusWord: StatusWord? = nil,
        card: CardError? = nil,
        cryptography: LibcryptoError? = nil
    ) {
        self.code = code
        self.triesLeft = triesLeft
        self.waitSeconds = waitSeconds
        self.statusWord = statusWord
        self.card = card
        self.cryptography = cryptography
    }

    /// Whether the session is over, so that only a new one helps.
    public var endsSession: Bool {
        [
            .sessionRefused, .plainStatus, .messageMalformed, .messageNotAuthentic, .statusMismatch, .sessionExpired,
            .sessionClosed, .exchangeFailed,
        ].contains(code)
    }

    /// Whether OpenSSL's GOST provider is what is missing.
    public var isProviderMissing: Bool { cryptography?.code == .gostUnavailable }

    /// Whether both are of one kind with the same numbers.
    public static func == (left: ChannelError, right: ChannelError) -> Bool {
        left.code == right.code && left.triesLeft == right.triesLeft && left.waitSeconds == right.waitSeconds
    }

    /// Hashes the kind and the numbers.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(triesLeft)
        hasher.combine(waitSeconds)
    }
}

extension ChannelError: CustomStringConvertible {
    /// One sentence: "the activation password is wrong, 4 tries left".
    public var description: String {
        var text = code.rawValue
        if let triesLeft { text += ", \(triesLeft) \(triesLeft == 1 ? "try" : "tries") left" }
        if let waitSeconds { text += ", wait \(waitSeconds) s" }
        if let statusWord { text += " (SW \(statusWord.description.suffix(5).dropLast()))" }
        if let card { text += ": \(card)" }
        if let cryptography { text += ": \(cryptography)" }
        return text
    }
}

/// Runs cryptography whose failure is one of the channel.
func cryptography<Result: ~Copyable>(
    _ body: () throws(LibcryptoError) -> Result
) throws(ChannelError) -> Result {
    do throws(LibcryptoError) { return try body() } catch { throw ChannelError(.cryptography, cryptography: error) }
}
