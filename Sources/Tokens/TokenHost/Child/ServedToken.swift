internal import Cryptoki
internal import JetonOctets
internal import JetonX509
internal import Synchronization
internal import TokenKit

/// A token that a child has opened, with the keys that were used.
struct ServedToken {
    private let slot: Slot
    private let session: HeldSession
    private var handles: [[UInt8]: ObjectHandle] = [:]
    private var keys: [[UInt8]: TokenSigningKey] = [:]
    private let pin: PINOfRequest

    init(slot: Slot, hasProtectedPath: Bool, session: consuming Session) {
        pin = PINOfRequest(hasProtectedPath: hasProtectedPath)
        self.slot = slot
        self.session = HeldSession(session)
    }

    /// Logs in, and reads the keys.
    ///
    /// - Parameter pin: The PIN; nil if it is entered on the reader, or the token needs none.
    /// - Returns: The private keys.
    /// - Throws: `CryptokiError`.
    mutating func login(_ pin: SharedSecret?) throws(CryptokiError) -> [HostedKey] {
        let flags = try slot.tokenInfo().flags
        if flags.contains(.loginRequired) {
            try session.use { (session) throws(CryptokiError) in
                guard let pin else { return try session.loginOnProtectedPath() }
                try pin.borrow { (pin) throws(CryptokiError) in try session.login(pin: pin) }
            }
        }
        let found = try session.use { (session) throws(CryptokiError) in try KeyReading.privateKeys(&session) }
        handles = [:]
        keys = [:]
        for (key, handle) in found where handles[key.publicKey.derRepresentation] == nil {
            handles[key.publicKey.derRepresentation] = handle
        }
        return found.map(\.key)
    }

    /// Signs a message.
    ///
    /// - Throws: `CryptokiError`, `DocumentError`, `TokenSigningKeyError`.
    mutating func sign(
        _ message: [UInt8],
        _ publicKey: [UInt8],
        _ algorithm: SignatureAlgorithm,
        _ pin: SharedSecret?
    ) throws -> ChildAnswer {
        guard let handle = handles[publicKey] else { return .failed(.noKey) }
        let key = try keys[publicKey] ?? makeKey(handle)
        guard key.publicKey.derRepresentation == publicKey else { return .failed(.noKey) }
        guard key.algorithms.contains(algorithm) else { return .failed(.notSupported) }
        keys[publicKey] = key
        self.pin.set(pin)
        defer { self.pin.set(nil) }
        return .signature(try key.sign(message: message, algorithm: algorithm))
    }

    private func makeKey(_ handle: ObjectHandle) throws -> TokenSigningKey {
        let pin = pin
        let login = SignatureLogin(
            read: { try pin.entry() },
            send: { session, entry in
                switch consume entry {
                case .protectedAuthenticationPath: try session.loginOnProtectedPath(.contextSpecific)
                case .pin(let secret): try session.login(.contextSpecific, pin: secret)
                }
            }
        )
        return try TokenSigningKey(handle, session: try Session(slot: slot), login: login)
    }
}

/// A session that a value holds.
private final class HeldSession: Sendable {
    private let session: Mutex<Session>

    init(_ session: consuming Session) { self.session = Mutex(session) }

    func use<Value>(_ body: (inout Session) throws(CryptokiError) -> Value) throws(CryptokiError) -> Value {
        let result: Result<Value, CryptokiError> = session.withLock { session in
            do throws(CryptokiError) { return .success(try body(&session)) } catch { return .failure(error) }
        }
        return try result.get()
    }
}

/// The PIN that came with the request that is being answered.
private final class PINOfRequest: Sendable {
    private let pin = Mutex<SharedSecret?>(nil)
    private let hasProtectedPath: Bool

    init(hasProtectedPath: Bool) { self.hasProtectedPath = hasProtectedPath }

    func set(_ secret: SharedSecret?) { pin.withLock { $0 = secret } }

    /// The PIN once; after that, and without one, the reader asks, if it can.
    ///
    /// - Throws: `PINError` without a PIN and without such a reader: nothing is sent.
    func entry() throws(PINError) -> PINEntry {
        let secret = pin.withLock { pin in
            defer { pin = nil }
            return pin
        }
        guard let secret else {
            guard hasProtectedPath else { throw PINError(.empty) }
            return .protectedAuthenticationPath
        }
        return .pin(secret.withBytes { Secret(copying: $0) })
    }
}
