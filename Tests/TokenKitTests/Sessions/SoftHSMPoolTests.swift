import Cryptoki
import Octets
import TestRig
import Testing
import TokenKit

@Suite("Session pool on SoftHSM")
struct SoftHSMPoolTests {
    @Test("16 tasks sign with one key, and every signature is good")
    func signing() async throws {
        let softHSM = try SoftHSM.ofThisProcess.get()
        let slot = try Self.makeToken("pool", Module(path: softHSM.modulePath))
        var configuration = SessionPool.Configuration()
        configuration.isReadWrite = true
        let desk = PINDesk(SoftHSM.defaultPIN)
        let pool = SessionPool(slot: slot, configuration: configuration, pinProvider: desk.provider)
        let specification = KeySpecification.ec(.p256)
        let options = KeyTemplates.Options(label: "sign", id: [1])
        try await pool.withSession(isLoggedIn: true) { session in
            _ = try session.generateKeyPair(
                Mechanism(specification.generationMechanism),
                publicTemplate: KeyTemplates.publicKey(specification, options),
                privateTemplate: KeyTemplates.privateKey(specification, options)
            )
        }
        let privateKey = try PKCS11URI(parsing: "pkcs11:token=pool;object=sign;type=private")
        let publicKey = try PKCS11URI(parsing: "pkcs11:token=pool;object=sign;type=public")
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in UInt8(0)..<16 {
                group.addTask {
                    let digest = [UInt8](repeating: number, count: 32)
                    let signature = try await pool.withObject(privateKey) { session, key in
                        try session.sign(digest.span, with: .ecdsa, key: key)
                    }
                    return try await pool.withObject(publicKey) { session, key in
                        try session.verify(signature.span, of: digest.span, with: .ecdsa, key: key)
                    }
                }
            }
            for try await isGood in group { #expect(isGood) }
        }
        #expect(desk.reasons == [.login])
        await pool.close()
    }

    private static func makeToken(_ label: String, _ module: Module) throws -> Slot {
        func secret(_ text: String) -> Secret { Secret(copying: Array(text.utf8).span) }
        return try SoftHSM.makingToken {
            let empty = try module.slots().last { try !$0.tokenInfo().flags.contains(.tokenInitialized) }
            guard let empty else { throw TestRigError("SoftHSM has no empty slot") }
            let officer = SoftHSM.defaultSecurityOfficerPIN
            try empty.initializeToken(label: label, securityOfficerPIN: secret(officer))
            var session = try Session(slot: empty, readWrite: true)
            try session.login(.securityOfficer, pin: secret(officer))
            try session.initializePIN(secret(SoftHSM.defaultPIN))
            try session.logout()
            return empty
        }
    }
}
