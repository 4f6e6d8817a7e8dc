import CCryptoki
import TestRig

/// Calls a fault module in the test's own process: thin, unchecked, and just as much as the tests below need.
@safe final class FaultClient {
    private let copy: FaultModule
    private let module: UnsafePointer<cck_module>
    var functions: CK_FUNCTION_LIST_3_2 { unsafe module.pointee.functions }
    var extended: CK_FUNCTION_LIST_EXTENDED { unsafe module.pointee.extended }

    /// What a call with an output buffer answered.
    struct Answer: Equatable {
        let rv: UInt
        let length: UInt
    }

    /// Loads and initialises a module with these settings.
    init(_ settings: String) throws {
        copy = try FaultModule(settings)
        var result = cck_load_result()
        guard let loaded = unsafe cck_load(copy.path, &result) else {
            throw TestRigError("\(copy.path) does not load: \(result.status.rawValue)")
        }
        unsafe module = loaded
        let rv = unsafe cck_initialize(loaded, nil)
        guard rv == CKR_OK else { throw TestRigError("C_Initialize returned \(rv)") }
    }

    deinit { _ = unsafe cck_finalize(module) }

    /// Opens a session that may write; returns the answer and the handle.
    func open(slot: UInt = 0) -> (rv: UInt, session: UInt) {
        var session: UInt = 0
        let flags = CKF_SERIAL_SESSION | CKF_RW_SESSION
        let rv = unsafe functions.C_OpenSession(slot, flags, nil, nil, &session)
        return (rv, session)
    }

    func logIn(_ session: UInt, _ pin: String?, as user: UInt = CKU_USER) -> UInt {
        guard let pin else { return functions.C_Login(session, user, nil, 0) }
        var octets = Array(pin.utf8)
        return unsafe functions.C_Login(session, user, &octets, UInt(octets.count))
    }

    func tokenInfo(slot: UInt = 0) -> CK_TOKEN_INFO {
        var info = CK_TOKEN_INFO()
        _ = unsafe functions.C_GetTokenInfo(slot, &info)
        return info
    }

    /// The handles of all objects that show, at most `limit` in one call, as the module states their number.
    func find(_ session: UInt, limit: UInt = 64) -> (handles: [UInt], stated: UInt) {
        var handles = [UInt](repeating: 0, count: 64)
        var count: UInt = 0
        _ = functions.C_FindObjectsInit(session, nil, 0)
        _ = unsafe functions.C_FindObjects(session, &handles, limit, &count)
        _ = functions.C_FindObjectsFinal(session)
        return (Array(handles.prefix(Int(min(count, 64)))), count)
    }

    /// Reads attributes into buffers of 256 octets: the answer and each length.
    func read(_ session: UInt, _ object: UInt, _ types: [UInt]) -> (rv: UInt, lengths: [UInt]) {
        let buffer = UnsafeMutableRawPointer.allocate(byteCount: 256 * types.count, alignment: 8)
        unsafe buffer.initializeMemory(as: UInt8.self, repeating: 0, count: 256 * types.count)
        defer { unsafe buffer.deallocate() }
        var template = unsafe types.enumerated().map { index, type in
            unsafe CK_ATTRIBUTE(type: type, pValue: buffer + 256 * index, ulValueLen: 256)
        }
        let rv = unsafe functions.C_GetAttributeValue(session, object, &template, UInt(types.count))
        return unsafe (rv, template.map { unsafe $0.ulValueLen })
    }

    func signInit(_ session: UInt, _ mechanism: UInt, key: UInt) -> UInt {
        var mechanism = unsafe CK_MECHANISM(mechanism: mechanism, pParameter: nil, ulParameterLen: 0)
        return unsafe functions.C_SignInit(session, &mechanism, key)
    }

    /// Signs four octets into a buffer of this size; nil asks for the length.
    func sign(_ session: UInt, room: Int?) -> (answer: Answer, signature: [UInt8]) {
        var data: [UInt8] = [1, 2, 3, 4]
        var length = UInt(room ?? 0)
        guard let room else {
            let rv = unsafe functions.C_Sign(session, &data, 4, nil, &length)
            return (Answer(rv: rv, length: length), [])
        }
        var signature = [UInt8](repeating: 0, count: max(room, 1))
        let rv = unsafe functions.C_Sign(session, &data, 4, &signature, &length)
        return (Answer(rv: rv, length: length), signature)
    }

    func activate(slot: UInt = 0, _ password: String) -> UInt {
        var octets = Array(password.utf8) + [0]
        return unsafe extended.C_EX_SetActivationPassword(slot, &octets)
    }

    /// Counts the slots, or lists them where there is room.
    func slots(room: Int?) -> Answer {
        var count = UInt(room ?? 0)
        guard let room else {
            let rv = unsafe functions.C_GetSlotList(CK_FALSE, nil, &count)
            return Answer(rv: rv, length: count)
        }
        var slots = [UInt](repeating: 0, count: room)
        let rv = unsafe functions.C_GetSlotList(CK_FALSE, &slots, &count)
        return Answer(rv: rv, length: count)
    }

    func wait(_ flags: UInt) -> UInt {
        var slot: UInt = 0
        return unsafe functions.C_WaitForSlotEvent(flags, &slot, nil)
    }
}
