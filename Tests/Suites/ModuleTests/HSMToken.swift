import Cryptoki
import JetonOctets
import TestRig

/// A token of SoftHSM that only one test uses, made by the test program itself.
struct HSMToken {
    static let pin = "123456"
    static let securityOfficerPIN = "87654321"

    let slot: Slot

    /// The one SoftHSM of this process; it stays initialised for as long as the tests run.
    static let module: Result<Module, any Error> = Result {
        try Module(path: SoftHSM.ofThisProcess.get().modulePath)
    }

    /// Initializes the empty slot that SoftHSM always has, and sets the user PIN if `hasUserPIN` is true.
    init(_ label: String, hasUserPIN: Bool = true) throws {
        let module = try HSMToken.module.get()
        slot = try SoftHSM.makingToken {
            let empty = try module.slots().last { try !$0.tokenInfo().flags.contains(.tokenInitialized) }
            guard let empty else { throw TestRigError("SoftHSM has no empty slot") }
            try empty.initializeToken(label: label, securityOfficerPIN: HSMToken.secret(HSMToken.securityOfficerPIN))
            return empty
        }
        guard hasUserPIN else { return }
        var session = try Session(slot: slot, readWrite: true)
        try session.login(.securityOfficer, pin: HSMToken.secret(HSMToken.securityOfficerPIN))
        try session.initializePIN(HSMToken.secret(HSMToken.pin))
        try session.logout()
    }

    /// A session with the user logged in.
    func session() throws -> Session {
        var session = try Session(slot: slot, readWrite: true)
        try session.login(pin: HSMToken.secret(HSMToken.pin))
        return session
    }

    static func secret(_ text: String) -> Secret { Secret(copying: Array(text.utf8).span) }

    /// A key pair on the token, called "key".
    static func keyPair(_ specification: KeySpecification, in session: inout Session) throws -> KeyPairHandles {
        let options = KeyTemplates.Options(label: "key", id: [1])
        return try session.generateKeyPair(
            Mechanism(specification.generationMechanism),
            publicTemplate: KeyTemplates.publicKey(specification, options),
            privateTemplate: KeyTemplates.privateKey(specification, options)
        )
    }

    /// An AES key of this value, for encryption and wrapping, which may be read again.
    static func aesKey(_ value: [UInt8], in session: inout Session) throws -> ObjectHandle {
        try session.createObject([
            .objectClass(.secretKey), .keyType(.aes), .token(false), .private(true), Attribute(.value, value),
            Attribute(.encrypt, true), Attribute(.decrypt, true), Attribute(.wrap, true), Attribute(.unwrap, true),
            Attribute(.sensitive, false), Attribute(.extractable, true),
        ])
    }
}
