internal import ArgumentParser
internal import Cryptoki
internal import Octets
internal import TokenKit

/// Gets PINs and logs in, with the guard that keeps PINs from being locked.
struct TokenLogin {
    let token: SelectedToken
    let lastTry: Bool

    /// Logs in to a session.
    ///
    /// - Parameters:
    ///   - source: The text of `--pin-source` or the like; nil for the default.
    ///   - role: Whose PIN.
    func login(_ session: inout Session, source: String?, role: PINPrompt.Role = .user) throws {
        guard token.token.flags.contains(.loginRequired) || role != .user else { return }
        try authenticate(&session, try read(source, role: role), role: role)
    }

    /// Gets a PIN for a role.
    ///
    /// - Parameters:
    ///   - isNew: Whether it is one to be set.
    ///   - flags: The token's flags as they are now, for the words about the tries left.
    func read(_ source: String?, role: PINPrompt.Role, isNew: Bool = false) throws -> PINEntry {
        // Not again for one operation of a key: its module may hold the card, and the login was allowed.
        if role != .contextSpecific { try ChannelRequirement.check(token) }
        let source = try source.map { try PINSource(parsing: $0) } ?? defaultSource
        let path = TokenPath(token)
        if !isNew {
            try path.check()
            try checkIdentity()
            let notices = try PINGuard.review(flags(role), allowsLastTry: lastTry)
            for notice in notices { note(notice) }
        }
        if case .clearBeside? = path.channel, source != .prompt, let words = path.words {
            Console.note("warning: the PIN of token '\(token.name)' travels \(words)")
        }
        let prompt = PINPrompt(
            role: role,
            isNew: isNew,
            tokenLabel: token.name,
            tries: tries(role),
            channel: path.channel
        )
        switch try TokenLogin.reader(for: source).read(source, for: prompt) {
        case .protectedAuthenticationPath: return .protectedAuthenticationPath
        case .pin(let pin):
            try PINBounds(token.token).check(pin)
            return .pin(pin)
        }
    }

    /// Refuses a token that is not the one that was selected: between two looks, a card can show another name.
    private func checkIdentity() throws {
        let now = try token.slot.tokenInfo()
        let chosen = token.token
        guard now.label == chosen.label, now.serialNumber == chosen.serialNumber else {
            throw CommandError(
                "the token in the slot is not '\(token.name)' any more",
                hints: ["`jeton list` shows the tokens that are connected"],
                exitCode: .refused
            )
        }
    }

    /// A reader of PINs with what the sources need of the environment.
    static func reader(for source: PINSource) -> PINReader {
        var names = ["PATH", "TERM", "GPG_TTY", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "HOME", "LANG", "LC_ALL"]
        if case .environment(let name) = source { names.append(name) }
        var variables: [String: String] = [:]
        for name in names { variables[name] = Process.variable(name) }
        return PINReader(variables: variables, credentialsDirectory: Process.variable("CREDENTIALS_DIRECTORY"))
    }

    /// Sends a PIN once, unless the token refused it before, and records what became of it.
    func authenticate(_ session: inout Session, _ entry: consuming PINEntry, role: PINPrompt.Role) throws {
        let user: UserType =
            switch role {
            case .securityOfficer: .securityOfficer
            case .contextSpecific: .contextSpecific
            default: .user
            }
        // Another session of this process has logged in: the state that was wished for.
        let harmless: ReturnValue? = role == .contextSpecific ? nil : .userAlreadyLoggedIn
        switch consume entry {
        case .protectedAuthenticationPath:
            Console.note("enter the PIN on the reader of token '\(token.name)'")
            do {
                try session.loginOnProtectedPath(user)
            } catch  where error.code == harmless {
            } catch {
                var report = refusal(error, role)
                report.hints += Self.readerHints(error, role == .securityOfficer ? "--so-pin-source" : "--pin-source")
                throw report
            }
        case .pin(let pin):
            try send(pin, role: role, harmless: harmless) { () throws(CryptokiError) in
                try session.login(user, pin: pin)
            }
        }
    }

    /// Sends a PIN once, unless the token refused it before, and records what became of it.
    ///
    /// - Parameters:
    ///   - harmless: A refusal that says nothing of the PIN and is none to the caller.
    ///   - call: The call that sends it, to log in or to set the token up.
    func send(
        _ pin: borrowing Secret,
        role: PINPrompt.Role,
        harmless: ReturnValue? = nil,
        _ call: () throws(CryptokiError) -> Void
    ) throws {
        var failure: CryptokiError?
        let report = try PINGuard.ofThisUser().attempt(pin, token: identity, role: role) {
            do throws(CryptokiError) { try call() } catch { failure = error }
            guard let failure else { return .accepted }
            return failure.code == .pinIncorrect ? .refused : .undecided
        }
        for warning in report.warnings { note(warning) }
        guard let failure, failure.code != harmless else { return }
        var error = refusal(failure, role)
        if failure.code == .pinIncorrect {
            error.hints.insert("jeton does not send this PIN to this token again", at: 1)
        }
        throw error
    }

    /// Runs what has a PIN typed on the reader.
    ///
    /// Where that can't be, the error says how to give it here; it is never asked for here by itself.
    ///
    /// - Parameter option: The option that says where the PIN comes from.
    static func onReader(_ option: String, _ body: () throws(CryptokiError) -> Void) throws {
        do throws(CryptokiError) {
            try body()
        } catch {
            var report = ErrorReport.describe(error)
            report.hints += readerHints(error, option)
            if error.code == .functionCanceled { report.exitCode = .login }
            throw report
        }
    }

    private static func readerHints(_ error: CryptokiError, _ option: String) -> [String] {
        switch error.code {
        case .argumentsBad, .functionNotSupported:
            ["this PIN can't be entered on the reader: `\(option) prompt` asks for it here"]
        case .functionCanceled: ["nobody entered it in time, or the entry was cancelled on the reader; no try is spent"]
        default: []
        }
    }

    /// The PIN was changed: what was refused before may be right now.
    func forget(_ role: PINPrompt.Role) throws {
        try PINGuard.ofThisUser().forget(token: identity, role: role)
    }

    /// What tells the token from all others.
    private var identity: [UInt8] {
        let token = token.token
        return token.manufacturer.octets + [0] + token.model.octets + [0] + token.serialNumber.octets
    }

    private var defaultSource: PINSource {
        token.token.flags.contains(.protectedAuthenticationPath) ? .pinpad : .prompt
    }

    /// The flags as they are now: another program may have spent a try since the token was found.
    private func flags(_ role: PINPrompt.Role) -> PINFlags {
        let now = (try? token.slot.tokenInfo())?.flags ?? token.token.flags
        return PINFlags(tokenFlags: now.rawValue, role: role)
    }

    private func tries(_ role: PINPrompt.Role) -> PINPrompt.Tries {
        if role == .user, let left = (try? token.slot.extendedTokenInfo())?.tries.userLeft.number {
            return .left(Int(clamping: left))
        }
        let flags = flags(role)
        return flags.contains(.finalTry) ? .last : flags.contains(.countLow) ? .low : .unknown
    }

    /// A refused login with what the token says of the tries that are left.
    private func refusal(_ error: CryptokiError, _ role: PINPrompt.Role) -> CommandError {
        var context = error
        context.context.tokenLabel = token.name
        var report = ErrorReport.describe(context)
        if error.code == .pinIncorrect {
            let left: String =
                switch tries(role) {
                case .left(0): "no try is left: the PIN is locked now"
                case .left(let count) where count > 1: "\(count) tries are left"
                case .last, .left: "one try is left; it is not sent without --last-try"
                case .low: "the token does not report the remaining tries"
                case .unknown:
                    flags(role).contains(.locked)
                        ? "the PIN is locked now" : "the token does not report the remaining tries"
                }
            report.hints = [left] + report.hints
        }
        report.exitCode = .login
        return report
    }

    private func note(_ notice: PINGuard.Notice) {
        switch notice {
        case .countLow: Console.note("warning: a wrong PIN was entered on token '\(token.name)' before")
        case .finalTry: Console.note("warning: this is the last try before the PIN of '\(token.name)' is locked")
        case .toBeChanged:
            Console.note("warning: the PIN of token '\(token.name)' is to be changed: `jeton pin change`")
        }
    }

    private func note(_ warning: PINGuard.Warning) {
        switch warning {
        case .recordDamaged: Console.note("warning: the record of refused PINs was damaged and was begun anew")
        case .notRecorded(let reason): Console.note("warning: the refused PIN was not recorded: \(reason)")
        }
    }
}

extension PINGuard {
    /// The guard with its record in the user's data folder.
    static func ofThisUser() throws -> PINGuard {
        let directory = try Process.required(Process.dataDirectory)
        return PINGuard(directory: directory + "/pin-guard", bootID: try PINGuard.systemBootID())
    }
}
