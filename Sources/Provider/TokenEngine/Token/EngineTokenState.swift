import JetonOctets

/// What changes about a token.
struct EngineTokenState: Sendable {
    /// Who has logged in.
    enum Login: Sendable {
        case nobody
        /// With the PIN, unless it was typed at the reader.
        case user(SharedPIN?)
        case securityOfficer(SharedPIN)
    }

    var login = Login.nobody
    /// The card's management key, where a caller has given it.
    var managementKey: SharedSecret?
    /// Whether a wrong PIN was given here since the last right one: also one that was not sent, which the card does not
    /// know of.
    var isUserPINWrong = false
    /// The same of the security officer's.
    var isSecurityOfficerPINWrong = false
    /// The open sessions by handle, and whether each may write.
    var sessions: [UInt: Bool] = [:]
    /// What the card's directory says.
    var directory = TokenDirectory()
    /// What the card held when it was last read, and the session objects, by handle.
    private(set) var objects: [UInt: TokenObject] = [:]
    /// Whether ``objects`` and ``directory`` are those of the card.
    var isLoaded = false
    /// The card's revision when it was last read.
    var revision: UInt64?
    /// Judges the labels of a token in clear; nil where none is refused.
    var labelCheck: LabelCheck?
    /// Keys of sessions by key reference, with the session that made each.
    var temporaryKeys: [UInt8: UInt] = [:]
    /// The places that are taken by keys of other programs' sessions.
    var foreignKeys: Set<UInt8> = []

    /// The sessions that have made objects.
    private var makers: Set<UInt> = []
    private var handles: [ObjectKey: UInt] = [:]
    private var lastHandle: UInt = 0

    /// Whether the user has logged in.
    var isUser: Bool { if case .user = login { true } else { false } }

    /// The user's PIN, while logged in; nil too if it was typed at the reader.
    var pin: SharedPIN? { if case .user(let pin) = login { pin } else { nil } }

    /// The security officer's PIN, while that one is logged in.
    var securityOfficerPIN: SharedPIN? { if case .securityOfficer(let pin) = login { pin } else { nil } }

    /// The handles of all objects that may be seen now, ascending.
    var visibleHandles: [UInt] { objects.filter { isUser || !$0.value.isPrivate }.keys.sorted() }

    /// Fails for a session that another thread has closed meanwhile: nothing would end what it makes from then on.
    ///
    /// - Throws: `CKR_SESSION_CLOSED`.
    func requireOpen(_ session: UInt) throws(TokenFault) {
        guard sessions[session] != nil else {
            throw TokenFault(.sessionClosed, "the session was closed in the meantime")
        }
    }

    /// Replaces the card's objects; handles of those that are still there stay.
    mutating func take(_ loaded: [TokenObject]) {
        let kept = objects.filter { (_, object) in
            switch object.key {
            case .session, .hardwareFeature: true
            default: false
            }
        }
        objects = kept
        for object in loaded { objects[handle(object.key)] = object }
    }

    /// Adds an object of a session.
    mutating func add(_ attributes: AttributeSet, _ material: KeyMaterial?, session: UInt) -> UInt {
        lastHandle += 1
        var object = TokenObject(.session(lastHandle), attributes, material, session: session)
        object.attributes[.uniqueID] = Array("session-\(lastHandle)".utf8)
        makers.insert(session)
        objects[lastHandle] = object
        return lastHandle
    }

    /// Adds an object that is of the token's own making, or puts it in the place of its former self.
    mutating func add(_ object: TokenObject) { objects[handle(object.key)] = object }

    mutating func replace(_ handle: UInt, _ object: TokenObject) { objects[handle] = object }

    mutating func remove(_ handle: UInt) { objects[handle] = nil }

    /// The handle of an object, a new one for an object that was never seen.
    mutating func handle(_ key: ObjectKey) -> UInt {
        if let handle = handles[key] { return handle }
        lastHandle += 1
        handles[key] = lastHandle
        return lastHandle
    }

    /// Lets a handle mean another object from now on.
    mutating func rebind(_ old: ObjectKey, to new: ObjectKey) {
        guard let handle = handles.removeValue(forKey: old) else { return }
        handles[new] = handle
        objects[handle]?.key = new
    }

    /// Makes an object of the token one of a session; its handle stays.
    mutating func makeSessionObject(_ key: ObjectKey, session: UInt) {
        guard let handle = handles.removeValue(forKey: key), let object = objects[handle] else { return }
        objects[handle] = TokenObject(.session(handle), object.attributes, object.material, session: session)
        makers.insert(session)
    }

    /// Forgets the objects of a session.
    mutating func removeObjects(of session: UInt) {
        guard makers.remove(session) != nil else { return }
        objects = objects.filter { $0.value.session != session }
    }

    /// Forgets the private objects of all sessions.
    mutating func removePrivateSessionObjects() {
        objects = objects.filter { $0.value.session == nil || !$0.value.isPrivate }
    }
}
