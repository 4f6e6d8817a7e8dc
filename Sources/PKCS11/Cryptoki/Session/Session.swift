internal import CCryptoki
internal import JetonOctets

/// An open session with a token: one thread of conversation.
///
/// A session is not copied and every call on it is exclusive (`mutating`), so that no two operations can be mixed up;
/// it may be moved to another thread. ``close()`` ends it and reports a failure; a session that is let go of is
/// closed quietly. All calls block the calling thread for as long as the token takes.
@safe
public struct Session: ~Copyable, Sendable {
    /// The slot that the session is with.
    public let slot: Slot
    /// Whether the session may change the token.
    public let isReadWrite: Bool
    let handle: CK_SESSION_HANDLE
    private var isOpen = true

    /// The module of the session.
    public var module: Module { slot.module }

    /// Opens a session with C_OpenSession.
    ///
    /// - Parameters:
    ///   - slot: A slot with a token in it.
    ///   - readWrite: Whether token objects are to be made or changed.
    /// - Throws: ``CryptokiError``; ``ReturnValue/functionNotSupported`` from a token whose secure channel is not
    ///   set up.
    public init(slot: Slot, readWrite: Bool = false) throws(CryptokiError) {
        var handle: CK_SESSION_HANDLE = 0
        let flags = CKF_SERIAL_SESSION | (readWrite ? CKF_RW_SESSION : 0)
        try unsafe slot.module.call(.openSession, slot: slot.id) {
            unsafe $0.pointee.C_OpenSession?(slot.id.rawValue, CK_FLAGS(flags), nil, nil, &handle)
        }
        self.slot = slot
        self.isReadWrite = readWrite
        self.handle = handle
    }

    /// Closes the session and reports a failure to do so.
    public consuming func close() throws(CryptokiError) {
        isOpen = false
        try unsafe call(.closeSession) { unsafe $0.pointee.C_CloseSession?(handle) }
    }

    deinit {
        guard isOpen else { return }
        try? unsafe call(.closeSession) { unsafe $0.pointee.C_CloseSession?(handle) }
    }

    /// The session's state, by C_GetSessionInfo.
    public mutating func state() throws(CryptokiError) -> SessionState {
        var info = CK_SESSION_INFO()
        try unsafe call(.getSessionInfo) { unsafe $0.pointee.C_GetSessionInfo?(handle, &info) }
        return SessionState(rawValue: info.state)
    }

    /// Random octets from the token, by C_GenerateRandom.
    ///
    /// - Parameter count: 1 to 1,048,576.
    /// - Returns: The octets.
    /// - Throws: ``CryptokiError``.
    public mutating func random(count: Int) throws(CryptokiError) -> [UInt8] {
        precondition((1...1_048_576).contains(count), "1 to 1,048,576 octets")
        var octets = [UInt8](repeating: 0, count: count)
        try unsafe call(.generateRandom) { unsafe $0.pointee.C_GenerateRandom?(handle, &octets, CK_ULONG(count)) }
        return octets
    }

    /// Adds octets to the token's random number generator, by C_SeedRandom.
    public mutating func seedRandom(_ seed: Span<UInt8>) throws(CryptokiError) {
        try unsafe withInput(seed) { (pointer, count) throws(CryptokiError) in
            try unsafe call(.seedRandom) { unsafe $0.pointee.C_SeedRandom?(handle, pointer, count) }
        }
    }

    @inline(__always)
    func call(
        _ function: Function,
        mechanism: MechanismType? = nil,
        _ body: (UnsafePointer<CK_FUNCTION_LIST_3_2>) -> CK_RV?
    ) throws(CryptokiError) {
        try unsafe slot.module.call(function, slot: slot.id, mechanism: mechanism, body)
    }
}
