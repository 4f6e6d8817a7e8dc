public import Cryptoki
public import JetonOctets

/// Why a token's secure channel was not set up.
///
/// Equality and hash look at the code. A password is never part of an error.
public struct PairingError: CodedError {
    /// The reason; open, so that a new one breaks no caller.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The reason's name for programs, such as `wrongPassword`.
        public let rawValue: String

        /// Makes a reason from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Neither a reader nor a token is meant by the words given.
        public static let notFound = Code(rawValue: "notFound")
        /// Several tokens are meant; none is chosen.
        public static let ambiguous = Code(rawValue: "ambiguous")
        /// The reader is there, without a token.
        public static let noToken = Code(rawValue: "noToken")
        /// A card is in the reader, and no module shows a token.
        public static let unreadable = Code(rawValue: "unreadable")
        /// The module has no functions for pairing.
        public static let noExtension = Code(rawValue: "noExtension")
        /// The module has the function, which says that it can't.
        public static let notSupported = Code(rawValue: "notSupported")
        /// The same, and the library is of a version whose vendor took pairing out.
        public static let libraryTooNew = Code(rawValue: "libraryTooNew")
        /// The token can't be opened, for another reason than a channel that is not set up.
        public static let faulty = Code(rawValue: "faulty")
        /// What was typed can't be an activation password; nothing was sent, or no try was spent.
        public static let malformedPassword = Code(rawValue: "malformedPassword")
        /// The token compared the password and refused it.
        public static let wrongPassword = Code(rawValue: "wrongPassword")
        /// The token refused this password before; nothing was sent.
        public static let refusedBefore = Code(rawValue: "refusedBefore")
        /// The token takes no more passwords of this number.
        public static let blocked = Code(rawValue: "blocked")
        /// The token wants to be left alone for a while after wrong passwords.
        public static let throttled = Code(rawValue: "throttled")
        /// The password has paired a program before; nothing was sent.
        public static let usedPassword = Code(rawValue: "usedPassword")
        /// The password is a legacy one, which the user has not allowed; nothing was sent.
        public static let legacyNotAllowed = Code(rawValue: "legacyNotAllowed")
        /// A card without a channel stands for a paired token, and is not used.
        public static let channelMissing = Code(rawValue: "channelMissing")
        /// OpenSSL's GOST provider, which the token's suite needs, can't be loaded; nothing was sent.
        public static let gostProviderMissing = Code(rawValue: "gostProviderMissing")
        /// The token offers another suite than that of its pairing; nothing was sent.
        public static let suiteChanged = Code(rawValue: "suiteChanged")
        /// The time for pairing was over, or the token was not ready to pair.
        public static let timedOut = Code(rawValue: "timedOut")
        /// The token is paired with as many programs as it takes.
        public static let full = Code(rawValue: "full")
        /// The token or the connection to it went away.
        public static let tokenGone = Code(rawValue: "tokenGone")
        /// The module answered something that means nothing here.
        public static let unknownAnswer = Code(rawValue: "unknownAnswer")
        /// The module took the password, and yet no session can be opened.
        public static let ineffective = Code(rawValue: "ineffective")
        /// The module can't end a pairing.
        public static let cannotEnd = Code(rawValue: "cannotEnd")
        /// The program's entitlements do not give it the access group that it names.
        public static let notEntitled = Code(rawValue: "notEntitled")
        /// The program's `Entitlements.plist` can't be used.
        public static let entitlementsMalformed = Code(rawValue: "entitlementsMalformed")
        /// The keystore, which has the keys of channels, is locked.
        public static let keystoreLocked = Code(rawValue: "keystoreLocked")
        /// The keystore can't be used.
        public static let keystoreUnavailable = Code(rawValue: "keystoreUnavailable")
        /// The token's count of sessions went back: it was put back to an older state, or there are two of it.
        public static let copySuspected = Code(rawValue: "copySuspected")
        /// The module has no access groups to choose from.
        public static let noGroups = Code(rawValue: "noGroups")
        /// The record of pairings can't be read or written.
        public static let indexUnavailable = Code(rawValue: "indexUnavailable")

        /// The reason in words, for the beginning of a sentence.
        var words: String { Code.sentences[self] ?? "pairing failed: \(rawValue)" }

        private static let sentences: [Code: String] = [
            .notFound: "no such reader or token",
            .ambiguous: "several tokens match",
            .noToken: "there is no token in the reader",
            .unreadable: "no module can read the token",
            .noExtension: "the module has no functions for pairing",
            .notSupported: "the module can't pair this token",
            .libraryTooNew: "this version of Rutoken's library no longer pairs tokens",
            .faulty: "the token can't be opened, although it needs no pairing",
            .malformedPassword: "this is not a valid activation password",
            .wrongPassword: "the activation password is wrong",
            .refusedBefore: "the token has refused this activation password before",
            .blocked: "the activation password is blocked",
            .usedPassword: "the activation password is used up",
            .legacyNotAllowed: "legacy activation passwords are not allowed for this token",
            .channelMissing: "the token is not used without its secure channel",
            .gostProviderMissing: "the token's channel needs OpenSSL's GOST provider, which can't be loaded",
            .suiteChanged: "the token offers a different suite from the one it was paired with",
            .throttled: "too many wrong activation passwords",
            .timedOut: "the token did not pair in time",
            .full: "the token is already paired with the maximum number of programs",
            .tokenGone: "the token was disconnected",
            .unknownAnswer: "the module returned an unknown answer",
            .ineffective: "the module accepted the password, but the token still can't be opened",
            .cannotEnd: "the module can't end a pairing",
            .notEntitled: "this program may not use the keys of the token's channel",
            .entitlementsMalformed: "this program's entitlements can't be used",
            .keystoreLocked: "the keys of the token's channel are in a keystore that is locked",
            .keystoreUnavailable: "the keystore for the keys of the token's channel can't be used",
            .copySuspected: "the token may be a copy, or was restored to an older state, and is not used",
            .noGroups: "only Jeton's own module stores pairings by access group",
            .indexUnavailable: "the record of pairings can't be written",
        ]
    }

    /// The reason.
    public let code: Code
    /// What it is about: a name, the module, the system's words; never a secret.
    public let detail: String?
    /// The call that failed, if one did.
    public let cause: CryptokiError?
    /// The wrong passwords that the token still takes, if it reports them.
    public var triesLeft: UInt?
    /// The token's serial number, once a password was obtained for it.
    public var serialNumber: String?
    /// Whether the password was typed without its number, so that the token took it for its first unused one.
    public var isUnnumbered = false
    /// The seconds until the token takes a password again, if it reports them.
    public var secondsToWait: UInt?
    /// The keystore's status, such as -34018, if that is the reason.
    public var keystoreStatus: Int?
    /// What the keystore advises.
    public var keystoreHint: String?
    /// The readers that are there; for ``Code/notFound``.
    public var readers: [String] = []
    /// The tokens that fit, as URIs that name one each; for ``Code/ambiguous``.
    public var candidates: [PKCS11URI] = []

    /// Makes an error.
    package init(_ code: Code, detail: String? = nil, cause: CryptokiError? = nil) {
        self.code = code
        self.detail = detail
        self.cause = cause
    }

    /// One sentence for people, without secrets.
    public var description: String {
        var text = code.words
        if let detail { text += " (\(detail))" }
        guard let cause else { return text }
        guard cause.fault == nil else { return "\(text): \(cause)" }
        text = "\(cause.function) failed: \(text) (\(cause.codeDescription))"
        if let label = cause.context.tokenLabel { text += " on token '\(label)'" }
        if let module = cause.context.moduleName { text += " of module \(module)" }
        return text
    }
}
