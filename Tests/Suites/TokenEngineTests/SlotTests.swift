import TestRig
import Testing
import VirtualCard

@testable import TokenEngine

@Suite("Slots and tokens")
struct SlotTests {
    @Test("Every card of the folder is a slot, and says what it is")
    func describe() throws {
        let rig = try EngineRig(["beta", "alpha"])
        #expect(rig.engine.slotIdentifiers(withToken: false, isNewList: true) == [0, 1])
        let number = try #require(SoftwareCard.serialNumber(at: rig.path("alpha")))
        #expect(try rig.engine.describeSlot(0).name == "Jeton virtual card alpha \(number)")
        let token = try rig.engine.describeToken(1)
        #expect(token.label == "beta")
        #expect(token.manufacturer == "Jeton")
        #expect(token.serialNumber.count == 8)
        #expect(token.flags == [.randomNumberGenerator, .loginRequired, .userPINInitialized, .tokenInitialized])
        #expect(fault { _ = try rig.engine.describeToken(2) } == .slotIDInvalid)
        #expect(fault { _ = try rig.engine.describeToken(.max) } == .slotIDInvalid)
    }

    @Test("A slot's name ends with the serial number of the card that is there now, also while the card is ejected")
    func names() throws {
        let rig = try EngineRig(isInitialized: false)
        func name() throws -> String { try rig.engine.describeSlot(0).name }
        func make(_ number: UInt32) throws {
            try SoftwareCard.delete(at: rig.path())
            var options = VirtualCardOptions()
            options.serialNumber = number
            _ = try SoftwareCard.create(at: rig.path(), options)
        }
        for number: UInt32 in [55_000_001, 7, .max] {
            try make(number)
            #expect(try name() == "Jeton virtual card alpha \(number)")
            // Another card in the place of the first one is in the same slot.
            #expect(rig.engine.slotIdentifiers(withToken: false, isNewList: true) == [0])
        }
        try SoftwareCard.eject(at: rig.path())
        #expect(try name() == "Jeton virtual card alpha 4294967295")
        try SoftwareCard.delete(at: rig.path())
        #expect(try name() == "Jeton virtual card alpha")
    }

    @Test("A name that is too long for a slot's description loses letters, and not the serial number")
    func longName() throws {
        let rig = try EngineRig([String(repeating: "é", count: 60)], isInitialized: false)
        let name = try rig.engine.describeSlot(0).name
        #expect(name.utf8.count <= 64 && name.utf8.count >= 62)
        let path = rig.path(String(repeating: "é", count: 60))
        #expect(name.hasSuffix("é \(try #require(SoftwareCard.serialNumber(at: path)))"))
    }

    @Test("A card that can't be read leaves the name without a number")
    func damaged() throws {
        let rig = try EngineRig(isInitialized: false)
        try rig.folder.write("x", to: "alpha.card")
        let name = try rig.anotherEngine().describeSlot(0).name
        #expect(name == "Jeton virtual card alpha")
    }

    @Test("A card that is ejected leaves its slot empty, and a session on it ends")
    func eject() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let key = try rig.generate(.p256, in: session).privateKey
        try SoftwareCard.eject(at: rig.path())
        #expect(fault { _ = try rig.sign([1], EngineMechanism(.ecdsa), key, in: session) } == .deviceRemoved)
        #expect(rig.engine.slotIdentifiers(withToken: true, isNewList: true) == [])
        #expect(fault { _ = try rig.engine.describeToken(0) } == .tokenNotPresent)
        #expect(fault { _ = try rig.engine.openSession(slot: 0, isReadWrite: false) } == .tokenNotPresent)
        try SoftwareCard.insert(at: rig.path())
        let code = fault { try rig.engine.closeSession(session) }
        #expect(code == nil || code == .sessionHandleInvalid)
        let again = try rig.userSession()
        let found = try #require(try rig.find([Template.number(.class, 3)], in: again).first)
        #expect(try rig.sign([1], EngineMechanism(.ecdsa), found, in: again).count == 64)
    }

    @Test("A card that comes or goes is told once")
    func events() throws {
        let rig = try EngineRig()
        #expect(fault { _ = try rig.engine.waitForSlotEvent(blocks: false) } == .noEvent)
        try SoftwareCard.eject(at: rig.path())
        #expect(try rig.engine.waitForSlotEvent(blocks: true) == 0)
        #expect(fault { _ = try rig.engine.waitForSlotEvent(blocks: false) } == .noEvent)
        _ = try SoftwareCard.create(at: rig.path("new"))
        #expect(try rig.engine.waitForSlotEvent(blocks: true) == 1)
        #expect(fault { _ = try rig.engine.waitForSlotEvent(blocks: false) } == .noEvent)
    }

    @Test("A new card is not initialized, and its factory PIN is to be changed")
    func factory() throws {
        let rig = try EngineRig(isInitialized: false)
        let token = try rig.engine.describeToken(0)
        #expect(!token.flags.contains(.tokenInitialized))
        #expect(token.flags.contains([.userPINToBeChanged, .securityOfficerPINToBeChanged, .userPINInitialized]))
    }

    @Test("The mechanisms are told with what they are for")
    func mechanisms() throws {
        let rig = try EngineRig()
        let types = try rig.engine.mechanisms(0)
        #expect(types.count == 58)
        #expect(try rig.engine.describe(.rsaPKCS, 0).maximumKeySize == 4096)
        #expect(try rig.engine.describe(.ecdsa, 0).flags.contains([.sign, .verify]))
        let unknown = MechanismType(rawValue: 0xFFFF)
        #expect(fault { _ = try rig.engine.describe(unknown, 0) } == .mechanismInvalid)
    }
}
