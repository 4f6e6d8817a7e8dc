public import Cryptoki

/// Why work with a token could not be begun, where no function of PKCS #11 failed.
///
/// Equality and hash look at the code; names of tokens and objects are for people.
public struct TokenError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason; open, so that a new one breaks no caller.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The reason, in words.
        public let rawValue: String

        /// Makes a reason from its words.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The system gave no thread.
        public static let threadUnavailable = Code(rawValue: "the system gives no thread to talk to the token with")
        /// The pool was closed.
        public static let closed = Code(rawValue: "the session pool is closed")
        /// The token that the pool was made for is in no slot, and another one is in its place.
        public static let otherToken = Code(rawValue: "another token is in the slot")
        /// A login is needed, but there is no user to ask for the PIN.
        public static let loginNeeded = Code(rawValue: "a login is needed, and there is nobody to ask for the PIN")
        /// The user's PIN is locked; nothing was sent.
        public static let pinLocked = Code(rawValue: "the user's PIN is locked")
        /// One more wrong PIN would lock it; nothing was sent.
        public static let pinFinalTry = Code(rawValue: "one more wrong PIN would lock the token; no PIN was sent")
        /// The same PIN was refused before; it was not sent again.
        public static let pinAlreadyFailed = Code(rawValue: "this PIN was refused before; it was not sent again")
        /// No object of the token fits the URI.
        public static let objectNotFound = Code(rawValue: "there is no such object on the token")
        /// Several objects of the token fit the URI.
        public static let objectAmbiguous = Code(rawValue: "several objects of the token fit")
        /// The URI names another token.
        public static let uriOfOtherToken = Code(rawValue: "the URI names another token")
    }

    /// The reason.
    public let code: Code
    /// The token's label, if known.
    public let tokenLabel: String?
    /// The URI that was looked for, without its query; nil if none was.
    public let uri: PKCS11URI?

    /// Makes an error.
    public init(_ code: Code, tokenLabel: String? = nil, uri: PKCS11URI? = nil) {
        self.code = code
        self.tokenLabel = tokenLabel
        self.uri = uri?.withoutQuery
    }

    /// Whether both have the same reason.
    public static func == (left: TokenError, right: TokenError) -> Bool { left.code == right.code }

    /// Hashes the reason.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    /// One sentence for people.
    public var description: String {
        var text = code.rawValue
        if let tokenLabel { text += " (token '\(tokenLabel)')" }
        if let uri { text += ": \(uri)" }
        return text
    }
}
