internal import Cryptoki
public import JetonOctets
public import TokenKit

/// Why no single token, key or certificate was chosen.
///
/// Equality and hash compare the code only, so that a test can name the kind of failure.
public struct SelectionError: CodedError {
    /// The kind of failure; open, so that a new kind breaks no caller.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name.
        public let rawValue: String

        /// Makes a kind of failure from its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No PKCS #11 module is installed or named.
        public static let noModule = Code(rawValue: "no module")
        /// No token matches.
        public static let noToken = Code(rawValue: "no token")
        /// Several tokens match.
        public static let severalTokens = Code(rawValue: "several tokens")
        /// The one token that matches was never set up.
        public static let neverSetUp = Code(rawValue: "never set up")
        /// The token's secure channel is not set up.
        public static let unpaired = Code(rawValue: "unpaired")
        /// The query requires a secure channel and the token has none.
        public static let noChannel = Code(rawValue: "no channel")
        /// The token was removed after it had been listed.
        public static let tokenGone = Code(rawValue: "token gone")
        /// Another token is in the slot now.
        public static let tokenChanged = Code(rawValue: "token changed")
        /// No object matches.
        public static let noObject = Code(rawValue: "no object")
        /// Several objects match.
        public static let severalObjects = Code(rawValue: "several objects")
        /// Several objects match that nothing which the token shows tells apart.
        public static let indistinguishable = Code(rawValue: "indistinguishable objects")
        /// The key has no id by which its certificate could be found.
        public static let keyWithoutID = Code(rawValue: "key without id")
        /// The token has no certificate for the key.
        public static let noCertificate = Code(rawValue: "no certificate")
        /// Several certificates have the id of the key.
        public static let severalCertificates = Code(rawValue: "several certificates")
        /// The key has another certificate, which is to be neither kept nor replaced.
        public static let keyHasCertificate = Code(rawValue: "key has a certificate")
        /// The token is set up, but its user has no PIN yet.
        public static let noUserPIN = Code(rawValue: "no user PIN")
        /// A URI holds a PIN.
        public static let pinInURI = Code(rawValue: "PIN in a URI")
        /// A URI that the user did not write names a module or the source of a PIN.
        public static let foreignURI = Code(rawValue: "foreign URI")
        /// Two URIs name different tokens.
        public static let conflictingURIs = Code(rawValue: "conflicting URIs")
    }

    /// A token that a caller may have meant.
    public enum NearMiss: Hashable, Sendable {
        /// A reader has the name, and modules cannot tell it from another reader: both names begin with the same 64
        /// bytes.
        case sharedReaderName(String)
        /// A module shows the card under that name; another module drives it, as the token of the URI.
        case otherModule(path: String, uri: String)
    }

    /// The kind of failure.
    public let code: Code
    /// One sentence without a full stop and without secrets.
    public let description: String
    /// The objects or tokens to choose from, as shortest unique URIs; at most 20.
    public var candidates: [String] = []
    /// The reader that the token is in.
    public var reader: String?
    /// Whether no name was given, so that any token would have done.
    public var isUnnamed = false
    /// Whether a token was left out because it was never set up.
    public var hasNewToken = false
    /// Whether there are tokens, which do not match.
    public var hasOtherTokens = false
    /// A token that may have been meant.
    public var nearMiss: NearMiss?
    /// The modules that could not be surveyed: the token may be one of theirs.
    public var unusableModules: [Inventory.ModuleEntry] = []

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The kind of error.
    ///   - description: One sentence; the kind's own by default.
    public init(_ code: Code, _ description: String? = nil) {
        self.code = code
        self.description =
            switch code {
            case .noModule: description ?? "no PKCS #11 module was found"
            case .tokenGone: description ?? "the token has been removed"
            case .pinInURI: description ?? "the URI contains a PIN (pin-value), which other users can see"
            case .conflictingURIs: description ?? "two URIs name different tokens"
            default: description ?? code.rawValue
            }
    }

    /// An error for a URI that the user did not write, with an attribute that only the user's own may have.
    init(reserved attribute: PKCS11URI.QueryAttribute) {
        self.init(
            .foreignURI,
            "the URI was not given with this command, so it can't have '\(attribute.rawValue)': it could choose "
                + "the code "
                + "that runs, or the source of a PIN"
        )
    }
}
