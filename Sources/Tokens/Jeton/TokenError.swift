public import JetonOctets

/// Why a token, a key or a login failed, as a program can act on it.
///
/// Equality and hash compare the code only.
public struct TokenError: CodedError {
    /// The kind of failure; open, so that a new kind breaks no caller.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name.
        public let rawValue: String

        /// Makes a kind of failure from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No module is registered, or one can't be loaded.
        public static let noModule = Code(rawValue: "no module")
        /// No token, key or certificate has the name.
        public static let notFound = Code(rawValue: "not found")
        /// Several have the name; ``TokenError/candidates`` tells them apart.
        public static let ambiguous = Code(rawValue: "ambiguous")
        /// The PIN is wrong, and a try is spent; ``TokenError/triesLeft`` says how many remain, if the token does.
        public static let wrongPIN = Code(rawValue: "wrong PIN")
        /// The PIN is locked; nothing was sent unless this very PIN locked it.
        public static let pinLocked = Code(rawValue: "PIN locked")
        /// One more wrong PIN locks it, so that nothing was sent.
        public static let lastTry = Code(rawValue: "last try")
        /// The token refused this PIN before, so that it was not sent again.
        public static let pinRefusedBefore = Code(rawValue: "PIN refused before")
        /// The source gave no PIN, or one that can't be right; nothing was sent.
        public static let noPIN = Code(rawValue: "no PIN")
        /// The record of refused PINs can't be kept, so that nothing was sent.
        public static let noGuard = Code(rawValue: "no guard")
        /// The PIN would travel in clear where a paired token is expected; nothing was sent.
        public static let routeRefused = Code(rawValue: "route refused")
        /// The token refused the login for another reason than the PIN.
        public static let loginRefused = Code(rawValue: "login refused")
        /// The call needs a login, which was not made or ended with the token's removal.
        public static let loginRequired = Code(rawValue: "login required")
        /// The token was removed, or another one is in its place; after a new login its keys work again.
        public static let tokenLost = Code(rawValue: "token lost")
        /// The key or the token can't do this.
        public static let unsupported = Code(rawValue: "unsupported")
        /// The key was opened for another purpose.
        public static let wrongPurpose = Code(rawValue: "wrong purpose")
        /// A URI names a module, a PIN or its source, which only the program may choose.
        public static let reservedURI = Code(rawValue: "reserved URI")
        /// The token's queue is full; nothing was done.
        public static let queueFull = Code(rawValue: "queue full")
        /// The task was canceled before the call began; nothing was done.
        public static let canceled = Code(rawValue: "canceled")
        /// The task was canceled while the module worked: the call may have been carried out, a signature made.
        public static let canceledWhileRunning = Code(rawValue: "canceled while running")
        /// The token or its module failed; ``TokenError/cause`` tells more.
        public static let failed = Code(rawValue: "failed")
    }

    /// The kind of failure.
    public let code: Code
    /// One sentence without a full stop and without secrets.
    public let description: String
    /// The tries that remain after a wrong PIN; nil if the token does not say, or the PIN was not wrong.
    public internal(set) var triesLeft: Int?
    /// The URIs to choose from; at most 20.
    public internal(set) var candidates: [String] = []
    /// The error of the part that failed, such as `CryptokiError`; nil if there is none.
    public internal(set) var cause: (any Error)?

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
