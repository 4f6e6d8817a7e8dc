import JetonOctets
import SmartCard
import Testing

@testable import TokenEngine
@testable import VirtualCard

@Suite("Cards that refuse what jeton writes, or wait for a touch")
struct RefusingCardTests {
    /// Data objects that initializing writes: CanoKey answers 6A82 to PUT DATA 5FFF00.
    private static let objects: [[UInt8]] = [
        [0x5C, 0x03, 0x5F, 0xC1, 0x09], [0x5C, 0x03, 0x5F, 0xFF, 0x00],
        directory,
    ]
    private static let directory: [UInt8] = [0x5C, 0x03, 0x5F, 0xFF, 0x4A]

    @Test("A card that refuses objects of jeton's gets its PIN and PUK, and works without them", arguments: objects)
    func initialize(_ object: [UInt8]) throws {
        for commands in [object, [0xDB, 0x3F, 0xFF]] {
            let reader = FaultyReader(try CardScene.of(.clear, .factory))
            reader.refuse(0x6A82, commandsWith: commands)
            let bench = try CardBench(reader)
            try bench.engine.initializeToken(0, EngineRig.secret(EngineRig.securityOfficerPIN), label: "b")
            try bench.setPIN(EngineRig.pin)
            let piv = reader.contents.piv
            #expect(!piv.pin.isFactory(PINReference.factoryPIN))
            #expect(!piv.unblockingKey.isFactory(PINReference.factoryUnblockingKey))
            let isNamed = commands == object && object != Self.directory
            let shown = try bench.engine.describeToken(0).label
            #expect(isNamed ? shown == "b" : shown.hasPrefix("PIV "))
            // The key that the card can't keep for its user stays the factory's.
            #expect(piv.managementKey.isFactory == (commands != Self.directory))
            let session = try bench.session(.user, EngineRig.pin)
            try bench.generate(in: session, label: "mine")
            let label = isNamed ? "mine" : "PIV Authentication"
            try bench.sign(label, in: session)
            if !isNamed {
                #expect(fault { try bench.engine.setTokenName(session, "c") } == .functionFailed)
                let named = fault { try bench.generate(in: session, label: "x", identifier: [0xAB]) }
                #expect(named == .templateInconsistent)
            }
        }
    }

    @Test("A card without SET MANAGEMENT KEY keeps the PIN and PUK of the factory")
    func managementKey() throws {
        let reader = FaultyReader(try CardScene.of(.clear, .factory))
        reader.refuse(0x6D00, commandsWith: [0x00, 0xFF, 0xFF, 0xFF])
        try expectFactory(reader)
        _ = try CardBench(reader).session(.user, "123456")
    }

    private func expectFactory(_ reader: FaultyReader) throws {
        let code = fault {
            try CardBench(reader).engine.initializeToken(0, EngineRig.secret(EngineRig.securityOfficerPIN), label: "b")
        }
        #expect(code == .functionNotSupported)
        let piv = reader.contents.piv
        #expect(piv.pin.isFactory(PINReference.factoryPIN) && piv.pin.triesLeft == piv.pin.maximumTries)
        #expect(piv.unblockingKey.isFactory(PINReference.factoryUnblockingKey))
        #expect(piv.unblockingKey.triesLeft == piv.unblockingKey.maximumTries)
        #expect(piv.managementKey.isFactory)
    }

    @Test("A card that does not take the directory makes no key")
    func generate() throws {
        let reader = FaultyReader(try CardScene.of(.clear, .initialized))
        let bench = try CardBench(reader)
        let session = try bench.session(.user, EngineRig.pin)
        reader.refuse(0x6A82, commandsWith: [0xDB, 0x3F, 0xFF])
        reader.watch()
        #expect(fault { _ = try bench.generate(in: session, label: "new") } != nil)
        #expect(!reader.delivered.contains { $0[1] == 0x47 })
    }

    @Test("A key that waits for a touch in vain asks once, and the user stays logged in")
    func touch() throws {
        let reader = FaultyReader(try CardScene.of(.clear, .filled))
        let bench = try CardBench(reader)
        let session = try bench.session(.user, EngineRig.pin)
        _ = try bench.find(.privateKey, in: session)
        // GENERAL AUTHENTICATE with P-256 and the key 9A.
        reader.refuse(0x6982, commandsWith: [0x00, 0x87, 0x11, 0x9A])
        reader.watch()
        #expect(fault { try bench.sign("old", in: session) } == .functionRejected)
        #expect(reader.delivered.count { $0[1] == 0x87 } == 1)
        #expect(!reader.delivered.contains { $0[1] == 0x20 && $0.count > 5 })
        #expect(try bench.engine.describeSession(session).state == .readWriteUser)
    }

    @Test("Where the discovery object puts the global PIN first, the user's PIN is that one")
    func globalPIN() throws {
        let reader = FaultyReader(try CardScene.of(.clear, .filled))
        reader.makePINGlobal()
        let bench = try CardBench(reader)
        reader.watch()
        let session = try bench.session(.user, EngineRig.pin)
        try bench.changePIN(from: EngineRig.pin, to: "345678", in: session)
        try bench.engine.logOut(session)
        #expect(fault { try bench.engine.logIn(session, .user, EngineRig.secret("999999")) } == .pinIncorrect)
        try bench.engine.logIn(session, .user, EngineRig.secret("345678"))
        let references = Set(reader.delivered.filter { [0x20, 0x24].contains($0[1]) }.map { $0[3] })
        #expect(references == [0x00])
    }

    @Test("A contactless card that takes no PIN is not said to have no user")
    func contactless() throws {
        for word: UInt16 in [0x6982, 0x6985, 0x6A81, 0x6A88] {
            let reader = FaultyReader(try CardScene.of(.clear, .filled))
            let bench = try CardBench(reader)
            reader.refuse(word, commandsWith: [0x00, 0x20, 0x00, 0x80, 0x08])
            #expect(fault { _ = try bench.session(.user, EngineRig.pin) } == .functionFailed)
            #expect(reader.contents.piv.pin.triesLeft == 3)
        }
    }

    @Test("Only commands that change nothing, spend no try and ask no one may be sent twice")
    func repeatable() {
        let never: [[UInt8]] = [
            [0x00, 0x20, 0x00, 0x80, 0x08, 0x31], [0x00, 0x24, 0x00, 0x80, 0x10], [0x00, 0x2C, 0x00, 0x80, 0x10],
            [0x00, 0x47, 0x00, 0x9A, 0x05], [0x00, 0xDB, 0x3F, 0xFF, 0x05], [0x00, 0xFF, 0xFF, 0xFF, 0x05],
            [0x00, 0xFB, 0x00, 0x00], [0x00, 0xFA, 0x03, 0x03], [0x00, 0xFE, 0x11, 0x9A], [0x00, 0xF6, 0xFF, 0x9A],
            [0x00, 0x87, 0x0C, 0x9B, 0x04], [0x10, 0xDB, 0x3F, 0xFF, 0x05],
        ]
        for command in never {
            for computing in [false, true] {
                #expect(!RepeatableCommand.includes(command, computing: computing), "\(Hex.encode(command))")
            }
        }
        let sign: [UInt8] = [0x00, 0x87, 0x11, 0x9A, 0x04]
        #expect(
            RepeatableCommand.includes(sign, computing: true) && !RepeatableCommand.includes(sign, computing: false)
        )
        for command: [UInt8] in [[0x00, 0xA4, 0x04, 0x00], [0x00, 0x20, 0x00, 0x80], [0x00, 0xCB, 0x3F, 0xFF]] {
            #expect(RepeatableCommand.includes(command, computing: false))
        }
    }
}
