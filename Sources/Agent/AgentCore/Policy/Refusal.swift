package import TokenHost

/// Why a request was refused; its raw value is how the journal names it.
package struct Refusal: Error, Hashable, Sendable {
    /// The reasons.
    package enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The message is malformed.
        case malformed
        /// The table of operations does not have it.
        case notServed = "not-served"
        /// The agent is locked.
        case locked
        /// No token has the key.
        case noKey = "no-key"
        /// The program can't be told, or has ended.
        case noProgram = "no-program"
        /// A rule of the policy refuses it.
        case policy
        /// The policy file can't be used.
        case badPolicy = "bad-policy"
        /// Raw data, or a certificate, that no rule allows for the key.
        case raw
        /// The key signs documents, and no rule names it for the program.
        case guarded
        /// The signature algorithm is not made: SHA-1, or one of another kind of key.
        case algorithm
        /// The bind does not fit, or its signature does not verify.
        case bind
        /// The data is not for the session that the connection is bound to.
        case session
        /// A person said no.
        case declined
        /// A person said no a short time ago.
        case dismissed
        /// Nothing can ask: no display, and no keys on the reader.
        case noPrompt = "no-prompt"
        /// The prompt failed.
        case promptFailed = "prompt-failed"
        /// Too many requests of the program wait.
        case tooMany = "too-many"
        /// The client went before the answer.
        case gone
        /// The token or its module; see ``Refusal/token``.
        case token
    }

    /// The reason.
    package let reason: Reason
    /// What the token host says, if that is the reason.
    package var token: TokenHostError?

    /// Makes a refusal.
    package init(_ reason: Reason, token: TokenHostError? = nil) {
        self.reason = reason
        self.token = token
    }

    /// The name in the journal.
    package var code: String { token?.code.rawValue ?? reason.rawValue }

    /// One sentence for people.
    package var explanation: String {
        switch reason {
        case .malformed: "the message does not follow the protocol"
        case .notServed: "the agent does not serve this operation at this door"
        case .locked: "the agent is locked"
        case .noKey: "no token in a reader has this key"
        case .noProgram: "the program that asked has ended, or can't be looked at"
        case .policy: "a rule of the policy refuses it"
        case .badPolicy: "the policy file has a line that is not a rule, or others can change the file"
        case .raw: "the data is not a login or an SSH signature, and no rule allows such data for this key"
        case .guarded: "the key signs documents or needs its PIN each time, and no rule names it for this program"
        case .algorithm: "the agent does not make such signatures; SHA-1 is refused"
        case .bind: "the host did not prove the session that the connection was to be bound to"
        case .session: "the data is not for the session that the connection is bound to"
        case .declined: "you declined"
        case .dismissed: "you declined a short time ago; the agent does not ask again yet"
        case .noPrompt: "the agent has no display to ask on"
        case .promptFailed: "the program that asks for PINs failed"
        case .tooMany: "too many requests of this program wait"
        case .gone: "the program went before the answer"
        case .token: token?.description ?? "the token failed"
        }
    }

    /// What to do about it: the next command; nil where nothing helps.
    package var hint: String? {
        switch reason {
        case .noPrompt: "log in with `jeton agent unlock`, and allow the request with `jeton agent allow`"
        case .raw, .guarded, .policy: "`jeton agent allow` writes a rule that allows it"
        case .badPolicy: "`jeton agent status` names the file and the line"
        case .noKey: "`jeton agent keys` lists the keys; `jeton doctor` finds out why a token is missing"
        case .promptFailed: "install a pinentry program for your desktop, such as pinentry-gnome3"
        case .locked: "unlock it with `ssh-add -X`"
        case .token: token?.code == .moduleFailed || token?.code == .tokenGone ? "`jeton doctor` finds out why" : nil
        default: nil
        }
    }
}
