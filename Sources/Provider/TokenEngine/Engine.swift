import JetonPIV
import Synchronization

/// Slots, tokens, sessions and objects of PKCS #11 over PIV cards.
///
/// One value stands for what is between C_Initialize and C_Finalize. It has no state outside of itself; slots come from
/// the sources that it is given. Any number of threads may use it; calls for one card wait for each other, and a call
/// blocks its thread as long as the card needs.
///
/// - SeeAlso: PKCS #11 3.2, 5.
public final class Engine: Sendable {
    /// The most sessions that may be open with one token.
    public static let maximumSessionCount = 4096
    /// The lengths of PINs, in bytes.
    public static let pinLengths = PINFormat.lengths

    private let sources: [any SlotSource]
    private let slots: Mutex<SlotTable>
    private let sessions = Mutex<[UInt: EngineSession]>([:])
    private let lastSession = Atomic<UInt>(0)
    private let isClosed = Atomic(false)

    /// Makes an engine.
    ///
    /// - Parameters:
    ///   - sources: Where slots come from, in the order in which they are shown.
    ///   - channels: The keys of secure channels; nil uses no card through one.
    ///   - slotNames: The names that the slots of an earlier engine had, by identifier: slots with these names get the
    ///     same identifiers.
    public convenience init(_ sources: [any SlotSource], channels: ChannelKeys? = nil, slotNames: [String] = []) {
        let number = UInt64.random(in: .min ... .max)
        self.init(sources, channels: channels, slotNames: slotNames) { SessionKeyOwner.current(engine: number) }
    }

    /// - Parameters:
    ///   - sources: Where slots come from.
    ///   - channels: The keys of channels; nil without a keystore.
    ///   - slotNames: The names of slots in the order of their numbers.
    ///   - owner: What the keys of sessions are marked with on the card.
    init(
        _ sources: [any SlotSource],
        channels: ChannelKeys? = nil,
        slotNames: [String] = [],
        owner: @escaping @Sendable () -> SessionKeyOwner?
    ) {
        self.sources = sources
        slots = Mutex(SlotTable(names: slotNames, channels, owner))
    }

    /// Ends all sessions and every wait; nothing but this may be called from then on.
    public func close() {
        isClosed.store(true, ordering: .releasing)
        let open = sessions.withLock { sessions in
            defer { sessions = [:] }
            return Array(sessions.values)
        }
        for session in open { session.token.endSession(session.handle) }
        // What a call that is still running uses it holds itself; the rest need not outlive a provider that is
        // finalized, of which the engine stays.
        slots.withLock { $0.removeAll() }
    }

    /// Destroys the keys of sessions, for a program that exits without ``close()``; never waits for another thread, and
    /// passes over a token that one is using.
    public func destroySessionKeys() {
        let open = sessions.withLockIfAvailable { Array($0.values) } ?? []
        for session in open { session.token.destroySessionKeysIfIdle() }
    }

    /// Whether ``close()`` was called.
    public var hasEnded: Bool { isClosed.load(ordering: .acquiring) }

    // MARK: - Slots

    /// The names of all slots so far, by identifier; empty while another thread holds them.
    ///
    /// Also for the child of a fork: it never waits.
    public var slotNames: [String] { slots.withLockIfAvailable { $0.names } ?? [] }

    /// Looks for places that were not there before; a slot keeps its identifier as long as the engine lives.
    func refreshSlots() {
        let found = sources.flatMap { $0.connectors() }
        slots.withLock { $0.add(found) }
    }

    var allSlots: [EngineSlot] { slots.withLock { $0.all } }

    /// A slot, looked for if it is not known yet: a caller may know its identifier without a list, from an earlier one
    /// or from a configuration.
    ///
    /// - Throws: `CKR_SLOT_ID_INVALID`.
    func slot(_ identifier: UInt) throws(TokenFault) -> EngineSlot {
        if let slot = slots.withLock({ $0[identifier] }) { return slot }
        guard !hasEnded else { throw TokenFault(.cryptokiNotInitialized, "the library was finalized") }
        refreshSlots()
        guard let slot = slots.withLock({ $0[identifier] }) else {
            throw TokenFault(.slotIDInvalid, "there is no such slot")
        }
        return slot
    }

    // MARK: - Sessions

    /// A session whose token is still there.
    ///
    /// - Throws: `CKR_SESSION_HANDLE_INVALID`; `CKR_DEVICE_REMOVED` once for a session whose token is gone.
    func session(_ handle: UInt) throws(TokenFault) -> EngineSession {
        guard let session = sessions.withLock({ $0[handle] }) else {
            throw TokenFault(.sessionHandleInvalid, "there is no such session")
        }
        guard !session.token.card.isGone else {
            sessions.withLock { $0[handle] = nil }
            throw TokenFault(.deviceRemoved, "the card was removed")
        }
        return session
    }

    /// Runs a closure with a session and what is under way in it.
    func with<Result>(
        _ handle: UInt,
        _ body: (EngineSession, inout Operations) throws(TokenFault) -> Result
    ) throws(TokenFault) -> Result {
        let session = try session(handle)
        return try session.operations.withLock { (operations) throws(TokenFault) in
            try body(session, &operations)
        }
    }

    /// Opens a session.
    ///
    /// While a session is open, the card is not looked for again: the next command notices that it is gone.
    ///
    /// - Throws: `CKR_SESSION_COUNT`, `CKR_SESSION_READ_WRITE_SO_EXISTS`, and why there is no token.
    public func openSession(slot: UInt, isReadWrite: Bool) throws(TokenFault) -> UInt {
        let token = try self.slot(slot).tokenForSession()
        let handle = lastSession.add(1, ordering: .relaxed).newValue
        try token.state.withLock { (state) throws(TokenFault) in
            guard state.sessions.count < Self.maximumSessionCount else {
                throw TokenFault(.sessionCount, "too many sessions are open with the token")
            }
            if case .securityOfficer = state.login, !isReadWrite {
                throw TokenFault(.sessionReadWriteSOExists, "the security officer has logged in")
            }
            state.sessions[handle] = isReadWrite
        }
        sessions.withLock { $0[handle] = EngineSession(handle, token, isReadWrite: isReadWrite) }
        return handle
    }

    /// Closes a session and what it made; with the last one of a token, the login ends.
    ///
    /// - Throws: `CKR_SESSION_HANDLE_INVALID`.
    public func closeSession(_ handle: UInt) throws(TokenFault) {
        guard let session = sessions.withLock({ $0.removeValue(forKey: handle) }) else {
            throw TokenFault(.sessionHandleInvalid, "there is no such session")
        }
        session.token.endSession(handle)
    }

    /// Closes all sessions with the token in a slot.
    ///
    /// - Throws: `CKR_SLOT_ID_INVALID`.
    public func closeAllSessions(slot: UInt) throws(TokenFault) {
        _ = try self.slot(slot)
        let closed = sessions.withLock { sessions in
            let closed = sessions.values.filter { $0.token.slot == slot }
            for session in closed { sessions[session.handle] = nil }
            return closed
        }
        for session in closed { session.token.endSession(session.handle) }
    }

    /// What a session is like now.
    public func describeSession(_ handle: UInt) throws(TokenFault) -> SessionDescription {
        let session = try session(handle)
        let login = session.token.state.withLock { $0.login }
        let state: SessionState =
            switch (login, session.isReadWrite) {
            case (.nobody, false): .readOnlyPublic
            case (.user, false): .readOnlyUser
            case (.nobody, true): .readWritePublic
            case (.user, true): .readWriteUser
            case (.securityOfficer, _): .readWriteSecurityOfficer
            }
        return SessionDescription(slot: session.token.slot, state: state, isReadWrite: session.isReadWrite)
    }
}
