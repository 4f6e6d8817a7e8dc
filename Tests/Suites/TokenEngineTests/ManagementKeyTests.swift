import JetonOctets
import JetonPIV
import PIVCard
import SmartCard
import Testing

@testable import TokenEngine
@testable import VirtualCard

@Suite("Management keys that an administrator has set")
struct ManagementKeyTests {
    /// A rig whose card has a key that it does not give to its user.
    private func rig(_ algorithm: ManagementAlgorithm, _ octets: [UInt8]) throws -> EngineRig {
        let rig = try EngineRig()
        let token = try rig.engine.slot(0).requireToken()
        try token.card.use { (card) throws(PIVError) in
            try card.verify(EngineRig.secret(EngineRig.pin))
            try Token.proveManagement(&card, nil)
            try card.setManagementKey(Secret(copying: octets.span), algorithm)
            try ProtectedData.delete(from: &card)
        }
        return rig
    }

    @Test("A key that is given lets the user change the card", arguments: ManagementAlgorithm.allCases)
    func given(_ algorithm: ManagementAlgorithm) throws {
        let octets = (0..<algorithm.keyLength).map { UInt8(0x40 + $0) }
        let rig = try rig(algorithm, octets)
        let session = try rig.userSession()
        #expect(fault { _ = try rig.generate(.p256, in: session) } == .tokenWriteProtected)
        try rig.engine.useManagementKey(slot: 0, SharedSecret(Secret(copying: octets.span)))
        let key = try rig.generate(.p256, in: session)
        try rig.engine.setTokenName(session, "beta")
        try rig.engine.destroyObject(session, key.privateKey)
        // Another program still has to give it.
        let other = rig.anotherEngine()
        let its = try other.openSession(slot: 0, isReadWrite: true)
        try other.logIn(its, .user, EngineRig.secret(EngineRig.pin))
        #expect(fault { try other.setTokenName(its, "gamma") } == .tokenWriteProtected)
    }

    @Test("The card keeps the key under the PIN, and from then on a login is enough")
    func protected() throws {
        let octets = [UInt8](repeating: 0x55, count: 32)
        let rig = try rig(.aes256, octets)
        #expect(fault { try rig.engine.protectManagementKey(slot: 0) } == .userNotLoggedIn)
        let session = try rig.userSession()
        #expect(fault { try rig.engine.protectManagementKey(slot: 0) } == .argumentsBad)
        try rig.engine.useManagementKey(slot: 0, SharedSecret(Secret(copying: octets.span)))
        try rig.engine.protectManagementKey(slot: 0)
        // The login is as it was.
        _ = try rig.generate(.p256, in: session)
        let other = rig.anotherEngine()
        let its = try other.openSession(slot: 0, isReadWrite: true)
        try other.logIn(its, .user, EngineRig.secret(EngineRig.pin))
        try other.setTokenName(its, "gamma")
    }

    @Test("A card that shows what it keeps to anyone does not get the key")
    func unprotected() throws {
        let reader = FaultyReader(try CardScene.of(.clear, .initialized))
        let bench = try CardBench(reader)
        let session = try bench.session(.user, EngineRig.pin)
        let octets = [UInt8](repeating: 0x55, count: 24)
        let token = try bench.engine.slot(0).requireToken()
        try token.card.use { (card) throws(PIVError) in
            try card.verify(EngineRig.secret(EngineRig.pin))
            try Token.proveManagement(&card, nil)
            try card.setManagementKey(Secret(copying: octets.span), .aes192)
            try ProtectedData.delete(from: &card)
        }
        try bench.engine.useManagementKey(slot: 0, SharedSecret(Secret(copying: octets.span)))
        reader.showPrintedInformation()
        #expect(fault { try bench.engine.protectManagementKey(slot: 0) } == .functionNotSupported)
        #expect(reader.contents.piv.objects[PIVObjectTag.printedInformation] == nil)
        _ = try bench.generate(in: session, label: "after")
    }

    @Test("A key that is not the card's is refused when it is given, and none is sent in place of another")
    func wrong() throws {
        let rig = try rig(.aes128, [UInt8](repeating: 0x11, count: 16))
        let session = try rig.userSession()
        for (count, code) in [
            (16, ReturnValue.pinIncorrect), (24, .pinIncorrect), (20, .pinLenRange), (0, .pinLenRange),
        ] {
            let key = SharedSecret(Secret(copying: [UInt8](repeating: 0x22, count: count).span))
            #expect(fault { try rig.engine.useManagementKey(slot: 0, key) } == code)
        }
        #expect(fault { _ = try rig.generate(.p256, in: session) } == .tokenWriteProtected)
    }

    @Test("The touch policy of a key goes to the card, and is shown")
    func touch() throws {
        let reader = FaultyReader(try CardScene.of(.clear, .initialized))
        let bench = try CardBench(reader)
        let session = try bench.session(.user, EngineRig.pin)
        reader.watch()
        // The virtual card has nothing to touch, and says so.
        let cached = [Template.number(.yubicoTouchPolicy, 3)]
        #expect(fault { try bench.generate(in: session, label: "k", cached) } == .functionNotSupported)
        let sent = reader.delivered.first { $0[1] == PIVInstruction.generateKeyPair } ?? []
        #expect(Array(sent.dropFirst(5)).suffix(4).starts(with: [0xAB, 0x01, 0x03]))
        let key = try bench.generate(in: session, label: "k", [Template.number(.yubicoTouchPolicy, 1)])
        #expect(try bench.engine.values(session, key, [.yubicoTouchPolicy])[0].get() == AttributeSet.octets(1))
        let unknown = [Template.number(.yubicoTouchPolicy, 4)]
        #expect(fault { try bench.generate(in: session, label: "k", unknown) } == .attributeValueInvalid)
    }
}
