internal import Cryptoki
package import JetonOctets
package import JetonX509
internal import Synchronization
package import TokenKit

/// What one request does with a token, on the token's thread.
package struct TokenAccess {
    /// The token.
    package let token: HostedToken
    let number: Int

    private var name: String { token.identity.label }

    /// Whether a login is there that needs no person.
    package var isLoggedIn: Bool { token.status.isLoggedIn }

    /// Logs in, if the token is not.
    ///
    /// A PIN that is kept goes to a new child once, if no card was taken out and no wrong PIN was entered since. Otherwise
    /// a person is asked; requests that waited meanwhile share a failure.
    ///
    /// - Parameters:
    ///   - sendsRefused: Whether a PIN is sent although the token has refused it before.
    ///   - sparesLastTries: Whether nothing is sent once a wrong PIN was entered.
    ///   - ask: Gets the PIN.
    /// - Throws: ``TokenHostError``.
    package func login(
        sendsRefused: Bool = false,
        sparesLastTries: Bool = false,
        ask: (PINPrompt) throws(PINError) -> SharedSecret
    ) throws(TokenHostError) {
        if token.child?.isRunning == true, isLoggedIn { return }
        let kept = token.state.withLock { state -> HostedToken.Login? in
            if let login = state.login, token.end(of: login) <= BootTime.now { state.login = nil }
            return state.login
        }
        let child = try newChild()
        if let kept {
            if try loginAgain(child, kept) { return }
        }
        if let failure = token.state.withLock({ $0.failure }), number <= failure.upTo { throw failure.error }
        do throws(TokenHostError) {
            try loginNew(child, sendsRefused, sparesLastTries, ask)
        } catch {
            token.keep(nil)
            token.state.withLock { $0.failure = (error, $0.submitted) }
            throw error
        }
    }

    /// A key as the token shows it after the login, which may tell more.
    package func known(_ key: HostedKey) -> HostedKey {
        token.state.withLock { $0.login?.keys.first { $0.publicKey == key.publicKey } } ?? key
    }

    /// Signs a message with a key, and verifies what the module made.
    ///
    /// - Parameters:
    ///   - key: The key, by its public half.
    ///   - message: What is signed.
    ///   - algorithm: One of `ChildRequest.algorithms`.
    ///   - ask: Gets the PIN of a key that is asked for each time; it is not kept.
    /// - Returns: The signature in the form of X.509.
    /// - Throws: ``TokenHostError``.
    package func sign(
        with key: HostedKey,
        _ message: [UInt8],
        algorithm: SignatureAlgorithm,
        ask: (PINPrompt) throws(PINError) -> SharedSecret
    ) throws(TokenHostError) -> [UInt8] {
        guard let child = token.child, let number = ChildRequest.algorithms.firstIndex(of: algorithm) else {
            throw TokenHostError(.notSupported, token: name)
        }
        let request = ChildRequest.sign(
            publicKey: key.publicKey.derRepresentation,
            algorithm: number,
            message: message
        )
        let answer = try key.alwaysAuthenticates ? askOnce(child, request, ask) : self.ask(child, request)
        guard case .signature(let signature) = answer else { throw error(answer) }
        guard key.publicKey.check(signature, message: message, algorithm: algorithm) == .valid else {
            throw TokenHostError(.badSignature, token: name)
        }
        token.state.withLock { $0.login?.lastUse = BootTime.now }
        return signature
    }

    // MARK: - Login

    private func newChild() throws(TokenHostError) -> ModuleChild {
        token.keep(nil)
        do {
            let child = try token.module.makeChild()
            token.keep(child)
            return child
        } catch {
            throw TokenHostError(.moduleFailed, token: name, detail: error.description)
        }
    }

    /// The slot with the token, as a child sees it now.
    private func find(_ child: ModuleChild) throws(TokenHostError) -> HostedSlot {
        let module = token.module
        let survey = try ask(
            child,
            .survey(module: module.path, initializationString: module.initializationString)
        )
        guard case .slots(let slots) = survey else { throw error(survey) }
        let fitting = slots.filter { $0.token == token.identity }
        // Two that say the same: neither is taken for the other.
        guard let slot = fitting.first, fitting.count == 1 else { throw TokenHostError(.tokenGone, token: name) }
        return slot
    }

    /// Finds the token in a new child, and opens it.
    private func open(_ child: ModuleChild) throws(TokenHostError) -> HostedSlot {
        let slot = try find(child)
        let answer = try ask(child, .open(slot: slot.id, slot.token))
        guard case .opened(let flags, _) = answer else { throw error(answer) }
        return HostedSlot(
            id: slot.id,
            readerName: slot.readerName,
            token: slot.token,
            isDevice: slot.isDevice,
            flags: flags,
            keys: slot.keys
        )
    }

    /// Gives a kept PIN to a new child; false if a person must be asked.
    private func loginAgain(_ child: ModuleChild, _ login: HostedToken.Login) throws(TokenHostError) -> Bool {
        let slot: HostedSlot
        do throws(TokenHostError) { slot = try open(child) } catch {
            // A token that was pulled out ends the login; a module that crashed does not.
            if error.code == .tokenGone { forget() }
            throw error
        }
        guard slot.witness.octets == login.witness else {
            forget()
            return false
        }
        guard slot.flags.isDisjoint(with: [.userPINCountLow, .userPINFinalTry, .userPINLocked]) else {
            forget()
            throw TokenHostError(.countLow, token: name)
        }
        do throws(TokenHostError) {
            try checkRoute(slot)
            let keys = try send(child, slot, login.pin, sendsRefused: false)
            token.state.withLock { $0.login?.keys = keys }
        } catch {
            forget()
            throw error
        }
        return true
    }

    private func loginNew(
        _ child: ModuleChild,
        _ sendsRefused: Bool,
        _ sparesLastTries: Bool,
        _ ask: (PINPrompt) throws(PINError) -> SharedSecret
    ) throws(TokenHostError) {
        let endings = token.state.withLock { $0.endings }
        let slot = try open(child)
        let pin = try readPIN(slot, sparesLastTries, ask)
        let keys = try send(child, slot, pin, sendsRefused: sendsRefused)
        let (witness, isCard) = slot.witness
        let now = BootTime.now
        let isKept = token.state.withLock { state in
            guard state.endings == endings else { return false }
            state.login = HostedToken.Login(
                pin: pin,
                witness: witness,
                isCard: isCard,
                since: now,
                lastUse: now,
                keys: keys
            )
            return true
        }
        guard isKept else { throw TokenHostError(.ended, token: name) }
    }

    /// The PIN; nil where none is sent.
    private func readPIN(
        _ slot: HostedSlot,
        _ sparesLastTries: Bool,
        _ ask: (PINPrompt) throws(PINError) -> SharedSecret
    ) throws(TokenHostError) -> SharedSecret? {
        guard slot.flags.contains(.loginRequired) else { return nil }
        try checkRoute(slot)
        do throws(PINError) {
            let flags = PINFlags(tokenFlags: slot.flags.rawValue, role: .user)
            _ = try PINGuard.review(flags)
            if sparesLastTries, !flags.isDisjoint(with: [.countLow, .finalTry]) { throw PINError(.finalTry) }
            guard !slot.flags.contains(.protectedAuthenticationPath) else { return nil }
            return try ask(PINPrompt(role: .user, tokenLabel: name, tries: flags.tries))
        } catch {
            throw noPIN(error)
        }
    }

    /// Refuses what may stand for a paired token, before a PIN is asked for or sent.
    private func checkRoute(_ slot: HostedSlot) throws(TokenHostError) {
        do throws(PINRouteError) {
            try token.route.check(
                label: slot.token.label,
                serial: slot.token.serialNumber,
                reader: slot.readerName,
                module: token.module.path,
                isDevice: slot.isDevice
            )
        } catch {
            throw TokenHostError(.pairedToken, token: name, detail: error.description)
        }
    }

    /// Sends a PIN once, and records what became of it: what is not accepted counts as refused.
    private func send(
        _ child: ModuleChild,
        _ slot: HostedSlot,
        _ pin: SharedSecret?,
        sendsRefused: Bool
    ) throws(TokenHostError) -> [HostedKey] {
        let answer = try guarded(pin, reader: slot.readerName, sendsRefused) { () throws(TokenHostError) in
            try ask(child, .login, pin: pin)
        }
        guard case .keys(let keys) = answer else { throw error(answer, hasPIN: pin != nil) }
        return keys
    }

    /// Asks for the PIN of one signature, which is not kept.
    private func askOnce(
        _ child: ModuleChild,
        _ request: ChildRequest,
        _ ask: (PINPrompt) throws(PINError) -> SharedSecret
    ) throws(TokenHostError) -> ChildAnswer {
        let slot = try find(child)
        let pin = try readPIN(slot, false, ask)
        let answer = try guarded(pin, reader: slot.readerName, false) { () throws(TokenHostError) in
            try self.ask(child, request, pin: pin)
        }
        guard case .signature = answer else { throw error(answer, hasPIN: pin != nil) }
        return answer
    }

    /// Sends a PIN under the guard of PINs.
    private func guarded(
        _ pin: SharedSecret?,
        reader: String,
        _ sendsRefused: Bool,
        _ send: () throws(TokenHostError) -> ChildAnswer
    ) throws(TokenHostError) -> ChildAnswer {
        guard let pin else { return try send() }
        var outcome: Result<ChildAnswer, TokenHostError> = .failure(TokenHostError(.spentPIN, token: name))
        do throws(PINError) {
            _ = try pin.borrow { (pin) throws(PINError) in
                try token.pinGuard.attempt(
                    pin,
                    token: token.identity.guardName,
                    card: CardInReader.identity(reader: reader),
                    role: .user,
                    sendsRefused: sendsRefused
                ) {
                    do throws(TokenHostError) {
                        let answer = try send()
                        outcome = .success(answer)
                        return answer.acceptsPIN ? .accepted : .refused
                    } catch {
                        // It had the PIN, and nothing of what it reports can be believed.
                        outcome = .failure(TokenHostError(.spentPIN, token: name, detail: error.detail))
                        return .refused
                    }
                }
            }
        } catch {
            throw noPIN(error)
        }
        return try outcome.get()
    }

    private func forget() { token.state.withLock { $0.login = nil } }

    // MARK: - Answers

    private func ask(
        _ child: ModuleChild,
        _ request: ChildRequest,
        pin: SharedSecret? = nil
    ) throws(TokenHostError) -> ChildAnswer {
        let endings = token.state.withLock { $0.endings }
        do throws(ChildFailure) {
            return try child.ask(request, pin: pin)
        } catch {
            let isEnded = token.state.withLock { $0.endings != endings }
            throw TokenHostError(isEnded ? .ended : .moduleFailed, token: name, detail: error.description)
        }
    }

    private func noPIN(_ error: PINError) -> TokenHostError {
        var failure = TokenHostError(.noPIN, token: name)
        failure.pinError = error
        return failure
    }

    private func error(_ answer: ChildAnswer, hasPIN: Bool = false) -> TokenHostError {
        switch answer {
        case .refused(let value, let function):
            let lost: [ReturnValue] = [.deviceRemoved, .tokenNotPresent]
            let code: TokenHostError.Code =
                value == .pinIncorrect ? .wrongPIN : lost.contains(value) ? .tokenGone : hasPIN ? .spentPIN : .refused
            var error = TokenHostError(code, token: name, detail: function)
            error.returnValue = value
            return error
        case .failed(.notLoaded): return TokenHostError(.moduleFailed, token: name, detail: "it can't be loaded")
        case .failed(.tokenChanged): return TokenHostError(.tokenGone, token: name)
        case .failed(.noKey): return TokenHostError(.noKey, token: name)
        case .failed(.notSupported): return TokenHostError(.notSupported, token: name)
        default: return TokenHostError(.moduleFailed, token: name, detail: "it sent an unexpected answer")
        }
    }
}

extension ChildAnswer {
    /// Whether the module took the PIN that went with the request.
    fileprivate var acceptsPIN: Bool {
        switch self {
        case .keys, .signature: true
        default: false
        }
    }
}

extension HostedSlot {
    /// What tells that the card is the one of before, and whether it is a card in a reader: PC/SC's count of what came
    /// and went, or else all that the token shows.
    var witness: (octets: [UInt8], isCard: Bool) {
        if let card = CardInReader.identity(reader: readerName) { return (card, true) }
        let name = Array("\(readerName)\u{0}".utf8) + token.guardName + [0] + Array(token.label.utf8)
        return (
            keys.map(\.publicKey.derRepresentation).sorted { $0.lexicographicallyPrecedes($1) }.reduce(name, +), false
        )
    }
}
