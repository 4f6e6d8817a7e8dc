import Cryptoki
import JetonOctets
import TestRig

/// A fault module of a test's own, loaded.
struct FaultToken {
    let copy: FaultModuleCopy
    let module: Module
    let slot: Slot

    init(_ settings: String = "") throws {
        copy = try FaultModuleCopy(settings)
        module = try Module(path: copy.path)
        slot = Slot(module: module, id: SlotID(rawValue: 0))
    }

    /// A session with the token, the user logged in.
    func session() throws -> Session {
        var session = try Session(slot: slot, readWrite: true)
        try session.login(pin: Secret(copying: Array("1234".utf8).span))
        return session
    }

    /// Runs a test body, and gives the calls that were made.
    static func counting(_ settings: String, _ body: (FaultToken) throws -> Void) async throws -> [String: Int] {
        let copy: FaultModuleCopy
        do {
            let token = try FaultToken(settings)
            copy = token.copy
            try body(token)
        }
        return try await copy.counts()
    }

    /// Private keys, an AES key and a public key; labels as below.
    static let keys = """
        object = class:private,keytype:rsa,label:rsa,id:01
        object = class:public,keytype:rsa,label:rsa,id:01
        object = class:private,keytype:ec,label:ec,id:02
        object = class:public,keytype:ec,label:ec,id:02
        object = class:secret,keytype:aes,label:aes,id:03,extractable:true,wrap:true
        object = class:data,label:note,value:0102030405

        """
}

extension Session {
    /// The one object of a class with a label.
    mutating func only(_ objectClass: ObjectClass, _ label: String) throws -> ObjectHandle {
        let found = try find([.objectClass(objectClass), .label(label)])
        guard found.count == 1 else { throw TestRigError("\(found.count) objects with the label \(label)") }
        return found[0]
    }
}

/// Octets of a test's choosing.
let digest = [UInt8](repeating: 0x42, count: 32)
