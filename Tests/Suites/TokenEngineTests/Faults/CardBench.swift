import JetonOctets

@testable import TokenEngine

/// An engine over one reader, and what tests do with it.
struct CardBench {
    let engine: Engine

    init(_ reader: FaultyReader) throws {
        engine = Engine([reader])
        _ = engine.slotIdentifiers(withToken: true, isNewList: true)
    }

    func session(_ user: UserType? = nil, _ pin: String = "") throws -> UInt {
        let session = try engine.openSession(slot: 0, isReadWrite: true)
        if let user { try engine.logIn(session, user, EngineRig.secret(pin)) }
        return session
    }

    /// Sets the user's PIN, by the security officer of ``EngineRig``.
    func setPIN(_ pin: String) throws {
        let session = try session(.securityOfficer, EngineRig.securityOfficerPIN)
        try engine.initializePIN(session, EngineRig.secret(pin))
        try engine.closeSession(session)
    }

    func changePIN(from old: String, to new: String, in session: UInt) throws {
        try engine.setPIN(session, from: EngineRig.secret(old), to: EngineRig.secret(new))
    }

    @discardableResult
    func generate(
        in session: UInt,
        label: String,
        identifier: [UInt8]? = nil,
        _ more: [EngineAttribute] = []
    ) throws -> UInt {
        let names = [Template.text(.label, label)] + (identifier.map { [EngineAttribute(.id, $0)] } ?? [])
        return try engine.generateKeyPair(
            session,
            KeyKind.p256.mechanism,
            publicTemplate: [Template.flag(.token, true), KeyKind.p256.parameters] + names,
            privateTemplate: [Template.flag(.token, true)] + names + more
        ).privateKey
    }

    func store(_ label: String, in session: UInt) throws -> UInt {
        try engine.createObject(
            session,
            [
                Template.number(.class, ObjectClass.data.rawValue), Template.flag(.token, true),
                Template.text(.label, label), EngineAttribute(.value, [1, 2, 3]),
            ]
        )
    }

    /// The labels of all objects of a class, sorted.
    func labels(_ objectClass: ObjectClass, in session: UInt) throws -> [String] {
        try find(objectClass, in: session).map { handle in
            String(decoding: try engine.values(session, handle, [.label])[0].get(), as: UTF8.self)
        }.sorted()
    }

    func find(_ objectClass: ObjectClass, label: String? = nil, in session: UInt) throws -> [UInt] {
        let names = label.map { [Template.text(.label, $0)] } ?? []
        try engine.findObjectsInit(session, [Template.number(.class, objectClass.rawValue)] + names)
        defer { try? engine.findObjectsFinal(session) }
        return try engine.findObjects(session, 1000)
    }

    func sign(_ label: String, in session: UInt, confirming pin: String? = nil) throws {
        guard let key = try find(.privateKey, label: label, in: session).first else {
            throw TokenFault(.keyHandleInvalid, "no key '\(label)'")
        }
        try engine.signInit(session, EngineMechanism(.ecdsa), key)
        if let pin { try engine.logIn(session, .contextSpecific, EngineRig.secret(pin)) }
        try engine.signUpdate(session, [UInt8](repeating: 1, count: 32).span)
        guard try engine.signFinal(session).count == 64 else { throw TokenFault(.generalError, "no signature") }
    }
}
