public import Cryptoki

extension SessionPool {
    /// Runs work on an object of the token that a URI names.
    ///
    /// The object is searched for once and its handle kept until the login ends, a session is lost, or the slot's
    /// contents change (``note(_:)``). Exactly one object has to fit: the first of several is never taken.
    ///
    /// - Parameters:
    ///   - uri: Its `object`, `id` and `type` pick the object; attributes of a token, if any, must be those of the
    ///     pool's. The query does not count.
    ///   - isLoggedIn: Whether the user has to be logged in.
    ///   - isIdempotent: Whether the work may be done twice: it is then done once more if its session was lost, the
    ///     login was gone, or the handle was no longer valid.
    ///   - body: Runs on a thread of the pool, and may block; the handle is valid inside only.
    /// - Returns: What `body` returns.
    /// - Throws: As ``withSession(isLoggedIn:isIdempotent:_:)``, and ``TokenError/Code/objectNotFound``,
    ///   ``TokenError/Code/objectAmbiguous`` and ``TokenError/Code/uriOfOtherToken``.
    public func withObject<Result: Sendable>(
        _ uri: PKCS11URI,
        isLoggedIn: Bool = true,
        isIdempotent: Bool = false,
        _ body: @escaping @Sendable (inout Session, ObjectHandle) throws -> Result
    ) async throws -> Result {
        let uri = uri.withoutQuery
        return try await perform(isLoggedIn: isLoggedIn, isIdempotent: isIdempotent) { worker in
            let handle = try await self.handle(of: uri, on: worker)
            return try await worker.withSession { session in try body(&session, handle) }
        }
    }

    private func handle(of uri: PKCS11URI, on worker: TokenActor) async throws -> ObjectHandle {
        if let handle = objects[uri] { return handle }
        let searchEpoch = epoch
        let label = identity?.label.description
        if let identity, !SessionPool.tokenPart(of: uri).matches(identity.uri) {
            throw TokenError(.uriOfOtherToken, tokenLabel: label, uri: uri)
        }
        let template = SessionPool.template(of: uri)
        let handles = try await worker.withSession { try $0.find(template) }
        guard let handle = handles.first else { throw TokenError(.objectNotFound, tokenLabel: label, uri: uri) }
        guard handles.count == 1 else { throw TokenError(.objectAmbiguous, tokenLabel: label, uri: uri) }
        if epoch == searchEpoch { objects[uri] = handle }
        return handle
    }

    /// The attributes that name a token, as a pattern; the slot and the module are the caller's choice already.
    private static func tokenPart(of uri: PKCS11URI) -> PKCS11URI {
        var part = PKCS11URI()
        part.token = uri.token
        part.serial = uri.serial
        part.model = uri.model
        part.manufacturer = uri.manufacturer
        return part
    }

    private static func template(of uri: PKCS11URI) -> [Attribute] {
        // Only objects of the token itself are the same in every session.
        var template: [Attribute] = [.token(true)]
        if let type = uri.type { template.append(.objectClass(type.objectClass)) }
        if let label = uri.object { template.append(Attribute(.label, label)) }
        if let id = uri.id { template.append(.id(id)) }
        return template
    }
}

extension PKCS11URI.ObjectType {
    fileprivate var objectClass: ObjectClass {
        switch self {
        case .certificate: .certificate
        case .data: .data
        case .private: .privateKey
        case .public: .publicKey
        case .secretKey: .secretKey
        }
    }
}
