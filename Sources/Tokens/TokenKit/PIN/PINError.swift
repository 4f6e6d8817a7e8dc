public import JetonOctets

/// Why a PIN was not obtained, or must not be sent.
///
/// Equality and hash look at the code only, so that a test can name the kind of failure. Neither a PIN nor the text
/// of a source that was not understood, which may be one, is ever part of an error.
public struct PINError: CodedError {
    /// The kind of failure; open, so that a new kind breaks no caller.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The kind's name, in words.
        public let rawValue: String

        /// Makes a kind of failure from its words.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The text of a source is none of the known forms; a usage error.
        public static let unknownSource = Code(
            rawValue: "the source of the PIN or password is not one of the known forms"
        )
        /// There is no terminal to ask on.
        public static let noTerminal = Code(rawValue: "there is no terminal for the prompt")
        /// The program `pinentry` was not found or can't be started.
        public static let noPinentry = Code(rawValue: "pinentry can't be started")
        /// pinentry answered something that the protocol does not allow, or an error of its own.
        public static let pinentryFailed = Code(rawValue: "pinentry failed")
        /// The person asked declined, or a signal ended the question.
        public static let canceled = Code(rawValue: "the PIN entry was canceled")
        /// A new PIN was not repeated as first given.
        public static let notRepeated = Code(rawValue: "the two entries of the new PIN differ")
        /// The source has no PIN, or an empty one.
        public static let empty = Code(rawValue: "the source contains no PIN or password")
        /// The source has more than ``PINReader/maximumLength`` octets, or more than one line.
        public static let tooLong = Code(rawValue: "the source contains more than one line, or the PIN is too long")
        /// The source ends with a carriage return, which does not belong to a PIN.
        public static let carriageReturn = Code(
            rawValue: "the PIN or password ends with a carriage return (CR), as Windows line endings do"
        )
        /// The source can't be read.
        public static let unreadable = Code(rawValue: "the source of the PIN or password can't be read")
        /// The file is not a regular one, or others can read or write it.
        public static let unsafeFile = Code(rawValue: "the file with the PIN or password is not safe to use")
        /// The keystore is locked, and there is no terminal to ask for its passphrase on.
        public static let keystoreLocked = Code(rawValue: "the keystore with the PIN or password is locked")
        /// The keystore has no item of the name.
        public static let noItem = Code(rawValue: "the keystore has no such PIN or password")
        /// The keystore has several items of the name.
        public static let severalItems = Code(rawValue: "the keystore has several PINs or passwords with this name")
        /// The PIN is shorter or longer than the token takes; nothing was sent.
        public static let lengthRange = Code(rawValue: "the token does not accept a PIN of this length")
        /// A new PIN is one that vendors and standards publish.
        public static let published = Code(rawValue: "this PIN is published as a factory value, so anyone can try it")
        /// The token says that the PIN is locked.
        public static let locked = Code(rawValue: "the PIN is locked")
        /// The token says that one more wrong PIN locks it.
        public static let finalTry = Code(rawValue: "only one try is left before the PIN is locked")
        /// This very PIN was refused by this token before.
        public static let refusedBefore = Code(
            rawValue: "the token has refused this PIN before; jeton does not send it again"
        )
        /// Another program is sending a PIN to this token, and does not end.
        public static let busy = Code(rawValue: "another program has been logging in to this token for 30 seconds")
        /// The record of refused PINs can't be kept.
        public static let guardUnavailable = Code(rawValue: "the record of refused PINs can't be written")
    }

    /// The kind of failure.
    public let code: Code
    /// What it is about: a path, a variable's name, the system's reason; never a secret.
    public let detail: String?
    /// The path of a source's file that is not there; nil for any other failure.
    package let missingFile: String?

    /// Makes an error of a kind.
    package init(_ code: Code, detail: String? = nil, missingFile: String? = nil) {
        self.code = code
        self.detail = detail
        self.missingFile = missingFile
    }

    /// Whether the command line was wrong rather than the PIN or the token.
    package var isUsage: Bool { code == .unknownSource }

    /// What to do about it, one sentence each.
    public var hints: [String] {
        switch code {
        case .unknownSource:
            [
                "use one of prompt, pinpad, pinentry, fd:N, file:PATH, env:NAME, credential:NAME, keystore:NAME",
                "put 'file:' before a path; a PIN or password itself is never accepted on the command line",
            ]
        case .noTerminal: ["use pinentry, fd:N, file:PATH, env:NAME, credential:NAME or keystore:NAME as the source"]
        case .carriageReturn: ["save the file with Unix line endings (LF); nothing was sent, and no try was used"]
        case .noPinentry: ["install a pinentry program, such as the package pinentry-curses"]
        case .unsafeFile: ["make yourself the file's owner, and run `chmod 600 FILE`"]
        case .keystoreLocked: ["run `jeton keystore unlock` to unlock it for a while"]
        case .noItem: ["run `jeton keystore list` to list its items, or `jeton keystore add` to store a secret"]
        case .severalItems:
            ["use keystore:SERVICE/ACCOUNT to name both; run `jeton keystore list` to see items in several groups"]
        case .lengthRange: ["nothing was sent, and no try was used"]
        case .published: ["choose another PIN, or use --allow-weak to set this PIN anyway"]
        case .locked: ["run `jeton pin unblock` to set a new PIN with the PUK or the security officer's PIN"]
        case .finalTry: ["if you are sure of the PIN, use --last-try to send it"]
        case .busy:
            ["wait for the other process to finish, or stop it, then run this command again; your PIN was not sent"]
        case .refusedBefore:
            [
                "check the PIN; a login with the correct PIN clears the record",
                "use --send-refused to send this PIN again",
            ]
        default: []
        }
    }

    /// One sentence for people, without secrets.
    public var description: String { detail.map { "\(code.rawValue) (\($0))" } ?? code.rawValue }
}
