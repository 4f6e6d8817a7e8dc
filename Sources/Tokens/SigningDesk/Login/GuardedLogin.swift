public import Cryptoki
public import JetonOctets
public import TokenKit

/// Gets PINs and logs in to one token, with the guard that keeps PINs from being locked.
///
/// Before a PIN is asked for, the token must be the one that was selected and its counters must allow a try; a PIN that
/// the token has refused is not sent again, by any program of the user; see `PINGuard`. Where its ``route`` refuses the
/// token, nothing is asked for or sent.
///
/// ```swift
/// let login = GuardedLogin(token, route: route, pinGuard: pinGuard) { try PINReader().read($0, for: $1) }
/// var session = try token.openSession()
/// try login.login(&session)
/// ```
///
/// Blocks while a person enters a PIN and as long as the token does; may be used from any thread.
public struct GuardedLogin: Sendable {
    /// The token.
    public let token: SelectedToken
    /// Decides whether a PIN may be sent to the token, before it is asked for.
    public let route: PINRoute
    /// Whether a PIN is sent although one more wrong one locks it.
    public var allowsLastTry = false
    /// Whether a PIN is sent although the token has refused it before.
    public var sendsRefused = false
    /// Whether a person who mistypes a PIN at a prompt is asked again.
    public var asksAgain = false
    /// Whether a new PIN may be one of the published values, see `PublishedPIN`.
    public var allowsPublishedPIN = false
    /// Gets a PIN from a source.
    public var readPIN: @Sendable (PINSource, PINPrompt) throws -> PINEntry
    /// Is given what a person should know.
    public var notify: @Sendable (LoginNotice) -> Void = { _ in }

    private let pinGuard: PINGuard

    /// Makes a login to a token.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - route: Decides whether a PIN may be sent to it; `PINRoute.withoutPairings` for a program that keeps none.
    ///   - pinGuard: Keeps the record of refused PINs.
    ///   - readPIN: Gets a PIN from a source.
    public init(
        _ token: SelectedToken,
        route: PINRoute,
        pinGuard: PINGuard,
        readPIN: @escaping @Sendable (PINSource, PINPrompt) throws -> PINEntry
    ) {
        self.token = token
        self.route = route
        self.pinGuard = pinGuard
        self.readPIN = readPIN
    }

    /// Logs in to a session; does nothing for a user whose token needs no login.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - source: Where the PIN comes from; nil for the reader's own keys where the token has them, otherwise the
    ///     terminal, where a person is asked again, if ``asksAgain`` says so, while more than the last try remains.
    ///   - role: Whose PIN.
    /// - Throws: ``LoginError``; `PINError`; `PINRouteError`; ``SelectionError/Code/tokenChanged``; `CryptokiError`; what
    ///   ``readPIN`` throws.
    public func login(_ session: inout Session, source: PINSource? = nil, role: PINPrompt.Role = .user) throws {
        guard token.token.flags.contains(.loginRequired) || role != .user else { return }
        var repetitions = 0
        while true {
            do {
                return try authenticate(&session, try read(source, role: role), role: role)
            } catch {
                guard repetitions < GuardedLogin.repetitionLimit, let notice = retry(after: error, source) else {
                    throw error
                }
                notify(notice)
                repetitions += 1
            }
        }
    }

    /// Gets a PIN for a role without sending it.
    ///
    /// - Parameters:
    ///   - source: As for ``login(_:source:role:)``.
    ///   - role: Whose PIN.
    ///   - isNew: Whether the PIN is to be set.
    /// - Returns: The PIN, or that it is entered on the reader.
    /// - Throws: As ``login(_:source:role:)``, without ``LoginError``.
    public func read(_ source: PINSource?, role: PINPrompt.Role, isNew: Bool = false) throws -> PINEntry {
        let source = source ?? defaultSource
        var prompt = PINPrompt(role: role, isNew: isNew, tokenLabel: token.name)
        prompt.channel = try route.channel(to: token.entry, in: token.inventory, for: role)
        if !isNew {
            let state = try currentState()
            guard role != .user || !state.isUserPINMissing else { throw missingPIN }
            let notices = try named { () throws(PINError) in
                try PINGuard.review(state.flags(role), allowsLastTry: allowsLastTry)
            }
            for notice in notices {
                // Said once, at the login, and not again for each operation of a key.
                if role == .contextSpecific, notice == .toBeChanged { continue }
                notify(LoginNotice(notice, role, isFactoryValue: token.entry.moduleInfo.isJetonsOwn))
            }
            prompt.tries = tries(role, state)
        }
        prompt.refusesPublished = isNew && !allowsPublishedPIN
        let bounds = PINBounds(token.token)
        prompt.lengths = bounds.lengths
        if case .clearBeside(let other)? = prompt.channel, source != .prompt {
            notify(.inClear(besidePairedToken: other))
        }
        switch try readPIN(source, prompt) {
        case .protectedAuthenticationPath: return .protectedAuthenticationPath
        case .pin(let pin):
            try bounds.check(pin)
            if isNew, PublishedPIN.contains(pin) {
                guard allowsPublishedPIN else { throw PINError(.published) }
                notify(.publishedPIN(role))
            }
            return .pin(pin)
        }
    }

    /// Sends a PIN once, unless the token refused it before, and records the outcome.
    ///
    /// - Throws: ``LoginError``; `PINError`.
    public func authenticate(_ session: inout Session, _ entry: consuming PINEntry, role: PINPrompt.Role) throws {
        let user: UserType =
            switch role {
            case .securityOfficer: .securityOfficer
            case .contextSpecific: .contextSpecific
            default: .user
            }
        // Another session of this process has logged in: the state that was wanted.
        let harmless: ReturnValue? = role == .contextSpecific ? nil : .userAlreadyLoggedIn
        switch consume entry {
        case .protectedAuthenticationPath:
            notify(.enterOnReader)
            do {
                try session.loginOnProtectedPath(user)
            } catch  where error.code == harmless {
            } catch {
                throw refusal(error, role, isOnReader: true)
            }
        case .pin(let pin):
            try send(pin, role: role, harmless: harmless) { () throws(CryptokiError) in
                try UnattendedCall.run { () throws(CryptokiError) in try session.login(user, pin: pin) }
            }
        }
    }

    /// Sends a PIN by a call of the caller's, once, unless the token refused it before, and records the outcome.
    ///
    /// - Parameters:
    ///   - pin: The PIN.
    ///   - role: Whose PIN.
    ///   - harmless: A refusal that says nothing about the PIN and is none to the caller.
    ///   - call: The call that sends it, to log in or to set the token up.
    /// - Throws: ``LoginError``; `PINError`.
    public func send(
        _ pin: borrowing Secret,
        role: PINPrompt.Role,
        harmless: ReturnValue? = nil,
        _ call: () throws(CryptokiError) -> Void
    ) throws {
        var failure: CryptokiError?
        let report = try named { () throws(PINError) in
            try forgetIfTriesCameBack(role)
            return try pinGuard.attempt(pin, token: identity, card: card, role: role, sendsRefused: sendsRefused) {
                do throws(CryptokiError) { try call() } catch { failure = error }
                guard let failure else { return .accepted }
                return failure.code == .pinIncorrect ? .refused : .undecided
            }
        }
        for warning in report.warnings { notify(LoginNotice(warning)) }
        if report.outcome == .refused, let left = triesLeft(role) {
            // Without the note, a record that a new PIN has made untrue stays until the right one is given.
            try? pinGuard.note(triesLeft: left, token: identity, role: role)
        }
        guard let failure, failure.code != harmless else { return }
        throw refusal(failure, role, isOnReader: false)
    }

    /// Forgets the PINs of a role that the token refused: its PIN was changed, and one of them may be right now.
    ///
    /// - Throws: `PINError`.
    public func forget(_ role: PINPrompt.Role) throws(PINError) {
        try pinGuard.forget(token: identity, card: card, role: role)
    }

    /// Forgets what the token refused if it has more tries than after the last refusal: the right PIN was given since,
    /// or another one was set, and a PIN that was wrong may be right now.
    private func forgetIfTriesCameBack(_ role: PINPrompt.Role) throws(PINError) {
        guard let known = try pinGuard.triesLeft(token: identity, role: role), let left = triesLeft(role), left > known
        else { return }
        try forget(role)
    }

    /// The tries that the token reports; nil if it reports none.
    private func triesLeft(_ role: PINPrompt.Role) -> UInt? {
        guard let tries = try? token.slot.extendedTokenInfo().tries else { return nil }
        return (role == .securityOfficer ? tries.securityOfficerLeft : tries.userLeft).number
    }

    /// Runs what may refuse a PIN for the token's sake; its error names the token.
    private func named<Value>(_ body: () throws(PINError) -> Value) throws(PINError) -> Value {
        do throws(PINError) {
            return try body()
        } catch {
            throw PINError(error.code, detail: error.detail ?? "token '\(token.name)'")
        }
    }

    // MARK: - The token now

    /// The bytes that tell the token from all others.
    private var identity: [UInt8] {
        let token = token.token
        return token.manufacturer.octets + [0] + token.model.octets + [0] + token.serialNumber.octets
    }

    /// The bytes that tell the card in its reader from all others, whichever module shows it.
    private var card: [UInt8]? { CardInReader.identity(reader: token.readerName) }

    private var defaultSource: PINSource {
        token.token.flags.contains(.protectedAuthenticationPath) ? .pinpad : .prompt
    }

    /// What the token says now: another program may have spent a try since the token was found.
    ///
    /// - Throws: ``SelectionError/Code/tokenChanged`` for a token that is not the one that was selected: between two
    ///   looks, a card can show another name.
    private func currentState() throws -> TokenInfo {
        let now = try token.slot.tokenInfo()
        let chosen = token.token
        guard now.label == chosen.label, now.serialNumber == chosen.serialNumber else {
            throw SelectionError(.tokenChanged, "the token in the slot is no longer '\(token.name)'")
        }
        return now
    }

    /// How often a person is asked again in one login.
    private static let repetitionLimit = 4

    /// What to say before a person is asked again; nil if the error is not one of typing, or only the last try is left.
    private func retry(after error: any Error, _ source: PINSource?) -> LoginNotice? {
        guard asksAgain, (source ?? defaultSource) == .prompt else { return nil }
        if let error = error as? PINError { return error.code == .refusedBefore ? .refusedBefore : nil }
        guard let error = error as? LoginError, let tries = error.tries else { return nil }
        switch tries {
        case .left(let count) where count > 1: return .wrongPIN(error.role, tries)
        case .unknown, .low: return .wrongPIN(error.role, tries)
        case .left, .last: return nil
        }
    }

    private var missingPIN: SelectionError {
        var error = SelectionError(.noUserPIN, "the user of token '\(token.name)' has no PIN yet")
        error.reader = token.readerName
        return error
    }

    private func tries(_ role: PINPrompt.Role, _ state: TokenInfo) -> PINPrompt.Tries {
        if let tries = try? token.slot.extendedTokenInfo().tries {
            let left = role == .securityOfficer ? tries.securityOfficerLeft : tries.userLeft
            if let left = left.number { return .left(Int(clamping: left)) }
        }
        return state.flags(role).tries
    }

    private func refusal(_ error: CryptokiError, _ role: PINPrompt.Role, isOnReader: Bool) -> LoginError {
        var cause = error
        cause.context.tokenLabel = token.name
        var tries: PINPrompt.Tries?
        if error.code == .pinIncorrect {
            let state = (try? token.slot.tokenInfo()) ?? token.token
            tries = state.flags(role).contains(.locked) ? .left(0) : self.tries(role, state)
        }
        return LoginError(cause: cause, role: role, tries: tries, isOnReader: isOnReader)
    }
}

extension TokenInfo {
    /// Whether the user has no PIN to log in with.
    fileprivate var isUserPINMissing: Bool {
        flags.isSuperset(of: [.tokenInitialized, .loginRequired]) && !flags.contains(.userPINInitialized)
    }

    fileprivate func flags(_ role: PINPrompt.Role) -> PINFlags { PINFlags(tokenFlags: flags.rawValue, role: role) }
}

extension LoginNotice {
    fileprivate init(_ notice: PINGuard.Notice, _ role: PINPrompt.Role, isFactoryValue: Bool) {
        self =
            switch notice {
            case .countLow: .countLow
            case .finalTry: .finalTry
            case .toBeChanged: isFactoryValue ? .factoryPIN(role) : .toBeChanged(role)
            }
    }

    fileprivate init(_ warning: PINGuard.Warning) {
        self =
            switch warning {
            case .recordDamaged: .recordDamaged
            case .notRecorded(let reason): .notRecorded(reason)
            }
    }
}
