import Octets
import SecureChannel
import TestRig
import Testing
import VirtualCard

@testable import TokenEngine

@Suite("Cards with a secure channel", .timeLimit(.minutes(3)))
struct ChannelTests {
    /// A card that is used through its channel only, and an engine that has never seen it.
    private struct ChannelRig {
        let folder: TemporaryDirectory
        var passwords: [String] = []

        init(_ suite: ChannelSuite) throws {
            folder = try TemporaryDirectory()
            var printed: [String] = []
            _ = try VirtualCard.create(
                at: folder.path("a.card"),
                VirtualCardOptions(serialNumber: 0x0A0B_0C0D, channel: suite)
            ) { _, password in
                printed.append(
                    password.withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
                )
            }
            passwords = printed
        }

        func engine() -> TokenEngine {
            let engine = TokenEngine(
                [VirtualCardFolder(folder.path)],
                channels: ChannelKeys(dataDirectory: folder.path("data"), witnessDirectory: folder.path("witness"))
            )
            _ = engine.slotIdentifiers(withToken: true, isNewList: true)
            return engine
        }
    }

    @Test(
        "An unpaired card is described, refuses sessions with 0x54, and works once it is paired",
        arguments: ChannelSuite.allCases
    )
    func pair(_ suite: ChannelSuite) throws {
        let rig = try ChannelRig(suite)
        let engine = rig.engine()
        #expect(engine.slotIdentifiers(withToken: true, isNewList: true) == [0])
        #expect(try engine.describeToken(0).serialNumber == "0a0b0c0d")
        #expect(fault { _ = try engine.openSession(slot: 0, isReadWrite: false) } == .functionNotSupported)
        #expect(fault { try engine.pair(slot: 0, EngineRig.secret("ABC")) } == .pinInvalid)
        try engine.pair(slot: 0, EngineRig.secret(rig.passwords[0]))
        #expect(fault { try engine.pair(slot: 0, EngineRig.secret(rig.passwords[1])) } == .functionNotSupported)
        try work(engine)
        // Another program of the same user has the keys too.
        try work(rig.engine())
    }

    private func work(_ engine: TokenEngine) throws {
        let session = try engine.openSession(slot: 0, isReadWrite: true)
        try engine.logIn(session, .user, EngineRig.secret("123456"))
        let pair = try engine.generateKeyPair(
            session,
            KeyKind.p256.mechanism,
            publicTemplate: [KeyKind.p256.parameters],
            privateTemplate: [Template.flag(.token, true)]
        )
        try engine.signInit(session, Mechanism(.ecdsa), pair.privateKey)
        try engine.signUpdate(session, [1].span)
        #expect(try engine.signFinal(session).count == 64)
        try engine.closeSession(session)
    }

    @Test("A wrong password has Rutoken's number, and nothing is remembered")
    func wrong() throws {
        let rig = try ChannelRig(.modern)
        let other = try ChannelRig(.modern)
        let engine = rig.engine()
        let code = fault { try engine.pair(slot: 0, EngineRig.secret(other.passwords[0])) }
        #expect(code == TokenFault.Code(rawValue: 0x8000_0006))
        #expect(fault { _ = try engine.openSession(slot: 0, isReadWrite: false) } == .functionNotSupported)
    }

    @Test("A pairing that is ended is over on both sides")
    func unpair() throws {
        let rig = try ChannelRig(.modern)
        let engine = rig.engine()
        // The password of the third slot, by its number.
        try engine.pair(slot: 0, EngineRig.secret("3:" + rig.passwords[2]))
        let session = try engine.openSession(slot: 0, isReadWrite: false)
        try engine.unpair(slot: 0)
        #expect(fault { _ = try engine.describeSession(session) } == .deviceRemoved)
        #expect(fault { _ = try engine.openSession(slot: 0, isReadWrite: false) } == .functionNotSupported)
        #expect(fault { try engine.unpair(slot: 0) } == .functionNotSupported)
    }

    @Test("A card without a channel needs no pairing")
    func plain() throws {
        let rig = try EngineRig()
        #expect(fault { try rig.engine.pair(slot: 0, EngineRig.secret("ABC")) } == .functionNotSupported)
        let description = try rig.engine.describeExtended(slot: 0)
        #expect(description.userTries?.left == 3 && description.isUserPINChanged)
        let session = try rig.userSession()
        try rig.engine.setTokenName(session, "renamed")
        #expect(try rig.engine.tokenName(session) == "renamed")
    }
}
