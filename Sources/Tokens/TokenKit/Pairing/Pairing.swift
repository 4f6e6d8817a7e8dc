internal import Cryptoki
public import JetonOctets

/// Sets up a token's secure channel with the activation password that came with it.
///
/// Nine steps, on any module that has Rutoken's extension: the module is loaded, its extension found, the module
/// initialized, its slots listed, the token found; opening a session must be refused with
/// `CKR_FUNCTION_NOT_SUPPORTED`; the password is sent; opening a session must succeed; everything is closed. A token
/// that gives a session at once is paired already.
///
/// The password is sent once at most. Nothing is stored here: what a failure leaves behind is what the module does.
///
/// ```swift
/// let pairing = Pairing(modulePath: path, target: PairingTarget(name: "Aktiv Rutoken ECP BT 1217688090"))
/// let outcome = try pairing.run { token in try ask(token) } report: { step in show(step) }
/// ```
///
/// Blocks for as long as the token takes; keep it off the cooperative pool.
public struct Pairing: Sendable {
    /// The module's path.
    public let modulePath: String
    /// What NSS's own modules want in C_Initialize; nil for all others.
    public let initializationString: String?
    /// Which token is meant; exactly one must be.
    public let target: PairingTarget
    /// Whose pairing is made; nil makes that of the running program, and others only Jeton's own module takes.
    public let owner: ChannelOwner?
    /// Keeps a password that the token refused from being sent again; nil keeps no record.
    public let passwordGuard: PINGuard?

    /// Describes what is to be done.
    public init(
        modulePath: String,
        initializationString: String? = nil,
        target: PairingTarget,
        owner: ChannelOwner? = nil,
        passwordGuard: PINGuard? = nil
    ) {
        self.modulePath = modulePath
        self.initializationString = initializationString
        self.target = target
        self.owner = owner
        self.passwordGuard = passwordGuard
    }

    /// Takes the nine steps.
    ///
    /// - Parameters:
    ///   - password: Obtains the password; called once, and only if the token is not paired yet.
    ///   - report: Told each step when it is done, also the one that failed.
    /// - Returns: The token as it is after pairing.
    /// - Throws: ``PairingError``, `ModuleLoadError`, or what the closures throw.
    public func run(
        password: (TokenEntry) throws -> Secret,
        report: (PairingStep) throws -> Void = { _ in }
    ) throws -> PairingOutcome {
        let library = try load(report)
        let module = try initialize(library, report)
        let token = try find(in: module, report)
        let slot = Slot(module: module, id: token.slot.id)
        try choose(slot)
        guard try isRefused(slot, token, report) else {
            let hasChannel = slot.hasSecureChannel()
            return PairingOutcome(token: token, isNew: false, hasChannel: hasChannel, closingProblem: nil)
        }
        let typed = try TypedActivationPassword(typed: password(token))
        let isNumbered = token.moduleInfo.isJetonsOwn
        do {
            try send(typed.octets(numbered: isNumbered), to: slot, token, report)
        } catch var error as PairingError {
            error.isUnnumbered = isNumbered && typed.number == nil
            error.serialNumber = token.token.serialNumber.description
            throw error
        }
        let (paired, problem) = try open(slot, token, report)
        return PairingOutcome(token: paired, isNew: true, hasChannel: true, closingProblem: problem)
    }

    private func load(_ report: (PairingStep) throws -> Void) throws -> ModuleLibrary {
        let library: ModuleLibrary
        do {
            library = try ModuleLibrary(path: modulePath)
        } catch {
            try report(PairingStep(.load, "dlopen", error.returnValue?.description, error.code.rawValue))
            throw error
        }
        let function: Function =
            library.interfaceOrigin == .functionList ? .getFunctionList : .getInterface
        try report(PairingStep(.load, function, .ok, "\(library.name), interface \(library.interfaceVersion)"))
        let name = Function.extendedGetFunctionListExtended.description
        guard library.extendedFunctionCount > 0 else {
            try report(PairingStep(.findExtension, name, nil, "the module has none"))
            throw PairingError(.noExtension, detail: modulePath)
        }
        let words = "\(library.extendedFunctionCount) functions"
        guard library.hasActivation else {
            try report(PairingStep(.findExtension, name, "CKR_OK, 0x0", words + ", none of which supports pairing"))
            throw PairingError(.noExtension, detail: modulePath)
        }
        try report(PairingStep(.findExtension, .extendedGetFunctionListExtended, .ok, words))
        return library
    }

    private func initialize(_ library: ModuleLibrary, _ report: (PairingStep) throws -> Void) throws -> Module {
        do {
            let module = try Module(library, initializationString: initializationString)
            let info = try module.info()
            let words = "\(info.manufacturer), \(info.libraryDescription) \(info.libraryVersion)"
            try report(PairingStep(.initialize, .initialize, .ok, words))
            return module
        } catch let error as CryptokiError {
            try report(PairingStep(.initialize, error))
            throw PairingError(.faulty, cause: error)
        }
    }

    private func find(in module: Module, _ report: (PairingStep) throws -> Void) throws -> TokenEntry {
        let slots: [Slot]
        do {
            slots = try module.slots()
        } catch {
            try report(PairingStep(.listSlots, error))
            throw PairingError(.faulty, cause: error)
        }
        try report(PairingStep(.listSlots, .getSlotList, .ok, slots.count == 1 ? "1 slot" : "\(slots.count) slots"))
        let info = try module.info()
        var found: [TokenEntry] = []
        var readerIsThere = false
        for slot in slots {
            // A slot that can't be read is not the one that is meant, or it is found to be missing below.
            guard let slotInfo = try? slot.info() else { continue }
            readerIsThere = readerIsThere || target.matches(readerName: slotInfo.slotDescription.description)
            guard slotInfo.flags.contains(.tokenPresent), let token = try? slot.tokenInfo(),
                target.matches(token, in: slot.id, of: slotInfo.slotDescription.description)
            else { continue }
            found.append(
                TokenEntry(
                    modulePath: modulePath,
                    initializationString: initializationString,
                    moduleInfo: info,
                    slot: ModuleSurvey.SlotSurvey(id: slot.id, info: slotInfo, token: token),
                    token: token
                )
            )
        }
        guard found.count == 1, let token = found.first else {
            try report(
                PairingStep(
                    .findToken,
                    .getTokenInfo,
                    .ok,
                    found.isEmpty ? "no token matches" : "\(found.count) tokens match"
                )
            )
            var error = PairingError(
                found.count > 1 ? .ambiguous : readerIsThere && target.name != nil ? .noToken : .notFound,
                detail: target.name.map { "'\($0)'" }
            )
            error.candidates = found.map(\.fullURI)
            throw error
        }
        let decimal = token.decimalSerial.map { " (decimal \($0))" } ?? ""
        let words = "slot \(token.slot.id), serial \(token.token.serialNumber)\(decimal)"
        try report(PairingStep(.findToken, .getTokenInfo, .ok, words))
        return token
    }

    /// Makes the module look where the pairing is to be.
    func choose(_ slot: Slot) throws {
        guard let owner else { return }
        guard try slot.module.info().isJetonsOwn else { throw PairingError(.noGroups, detail: modulePath) }
        try slot.useChannelGroup(owner.group, program: owner.program)
    }

    private func isRefused(
        _ slot: Slot,
        _ token: TokenEntry,
        _ report: (PairingStep) throws -> Void
    ) throws -> Bool {
        do {
            let session = try Session(slot: slot)
            try? session.close()
        } catch {
            guard error.code == .functionNotSupported, error.fault == nil else {
                try report(PairingStep(.expectRefusal, error, error.explanation))
                if let refusal = PairingError(channelOf: slot, cause: naming(token, error)) { throw refusal }
                throw PairingError(error.code.isRemoval ? .tokenGone : .faulty, cause: naming(token, error))
            }
            try report(PairingStep(.expectRefusal, error, "the channel is not set up"))
            return true
        }
        try report(PairingStep(.expectRefusal, .openSession, .ok, "the token can be used without pairing"))
        return false
    }

    private func send(
        _ password: borrowing Secret,
        to slot: Slot,
        _ token: TokenEntry,
        _ report: (PairingStep) throws -> Void
    ) throws {
        // A borrowed parameter can't be captured by the closure.
        let password = password.clone()
        var failure: CryptokiError?
        var wasSent = false
        let attempt = { () -> PINGuard.Outcome in
            // Between the question and its answer another program may have set the channel up: the password, which
            // is good for once, would be a wrong one then.
            guard slot.isUnpaired() else { return .undecided }
            wasSent = true
            do throws(CryptokiError) {
                try slot.setActivationPassword(password)
                return .accepted
            } catch {
                failure = error
                return error.isWrongActivationPassword ? .refused : .undecided
            }
        }
        do throws(PINError) {
            if let passwordGuard {
                _ = try passwordGuard.attempt(password, token: token.token.identity, role: .activation, send: attempt)
            } else {
                _ = attempt()
            }
        } catch {
            guard error.code == .refusedBefore else { throw error }
            var refusal = counted(PairingError(.refusedBefore, detail: "token '\(token.token.name)'"), slot)
            if refusal.triesLeft == nil {
                refusal.triesLeft = try passwordGuard?.triesLeft(token: token.token.identity, role: .activation)
            }
            throw refusal
        }
        if let failure {
            let error = try PairingError(refusal: naming(token, failure), by: slot.module.info())
            // What PKCS #11 says of the code is said of PINs and buttons.
            try report(PairingStep(.sendPassword, failure, error.code.words))
            let refusal = counted(error, slot)
            if error.code == .wrongPassword, let left = refusal.triesLeft {
                // Without the note, the same password is refused next time without the number of tries.
                try? passwordGuard?.note(triesLeft: left, token: token.token.identity, role: .activation)
            }
            throw refusal
        }
        let words = wasSent ? nil : "not needed: another program has set up the channel meanwhile"
        try report(PairingStep(.sendPassword, .extendedSetActivationPassword, .ok, words))
    }

    private func open(
        _ slot: Slot,
        _ token: TokenEntry,
        _ report: (PairingStep) throws -> Void
    ) throws -> (TokenEntry, CryptokiError?) {
        let session: Session
        do throws(CryptokiError) {
            session = try Session(slot: slot)
        } catch {
            try report(PairingStep(.expectSession, error, error.explanation))
            throw PairingError(error.code.isRemoval ? .tokenGone : .ineffective, cause: naming(token, error))
        }
        try report(PairingStep(.expectSession, .openSession, .ok, "the channel is set up"))
        // Some tokens tell who made them, and what they are called, through the channel only.
        let paired = (try? slot.tokenInfo()).map { token.with($0) } ?? token
        var problem: CryptokiError?
        do throws(CryptokiError) { try session.close() } catch { problem = error }
        do throws(CryptokiError) { try slot.module.close() } catch { problem = problem ?? error }
        if let problem {
            try report(PairingStep(.close, problem, problem.explanation))
        } else {
            try report(PairingStep(.close, "C_CloseSession, C_Finalize", ReturnValue.ok.description))
        }
        return (paired, problem)
    }

    private func naming(_ token: TokenEntry, _ error: CryptokiError) -> CryptokiError {
        var error = error
        error.context.tokenLabel = token.token.name
        return error
    }

    private func counted(_ error: PairingError, _ slot: Slot) -> PairingError {
        var error = error
        if let counters = ActivationCounters(of: slot) {
            error.triesLeft = counters.triesLeft
            error.secondsToWait = counters.secondsToWait
        }
        return error
    }
}
