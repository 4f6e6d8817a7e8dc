import Foundation
import JetonKeystore
import JetonOctets
import TestRig
import Testing

@testable import SecureChannel
@testable import TokenEngine
@testable import VirtualCard

@Suite("Cards with a secure channel", .timeLimit(.minutes(5)))
struct ChannelTests {
    /// A card that is used through its channel only, and an engine that has never seen it.
    private struct ChannelRig {
        let folder: TemporaryDirectory
        var passwords: [String] = []

        init(_ suite: ChannelSuite) throws {
            folder = try TemporaryDirectory()
            var printed: [String] = []
            _ = try SoftwareCard.create(
                at: folder.path("a.card"),
                VirtualCardOptions(serialNumber: 0x0A0B_0C0D, channel: suite)
            ) { _, password in
                printed.append(
                    password.withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
                )
            }
            passwords = printed
            if suite == .legacy { try allowLegacy() }
        }

        /// The user allows the card's legacy passwords.
        func allowLegacy(data: String = "data") throws {
            try ActivationPasswordNotes(dataDirectory: folder.path(data)).setAllowsLegacy(true, "0a0b0c0d")
        }

        /// The states of the password slots.
        func slots() throws -> [ChannelInformation.SlotState] {
            try #require(try SoftwareCard(at: folder.path("a.card")).status().channel).slots.map(\.state)
        }

        /// Changes what the card remembers of its channel.
        func change(_ body: (inout CardRecords) -> Void) throws {
            let store = ImageStore(folder.path("a.card"))
            var contents = try #require(try store.begin())
            defer { store.end() }
            var records = try #require(contents.channel)
            body(&records)
            contents.channel = records
            try store.save(contents)
        }

        /// Wrong passwords that each slot still takes.
        func triesLeft() throws -> [UInt8] {
            let store = ImageStore(folder.path("a.card"))
            let contents = try #require(try store.begin())
            defer { store.end() }
            return try #require(contents.channel).slots.map(\.failuresLeft)
        }

        func engine() -> Engine {
            let engine = Engine(
                [VirtualCardDirectory(folder.path)],
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
        let unpaired = try engine.describeToken(0)
        #expect(unpaired.serialNumber == "0a0b0c0d" && unpaired.label == "PIV 168496141" && unpaired.flags == [])
        #expect(fault { _ = try engine.openSession(slot: 0, isReadWrite: false) } == .functionNotSupported)
        #expect(fault { try engine.pair(slot: 0, EngineRig.secret("ABC")) } == .pinInvalid)
        try engine.pair(slot: 0, EngineRig.secret(rig.passwords[0]))
        #expect(fault { try engine.pair(slot: 0, EngineRig.secret(rig.passwords[1])) } == .functionNotSupported)
        // What a URI says of the token is what it said before.
        let paired = try engine.describeToken(0)
        #expect(paired.serialNumber == unpaired.serialNumber && paired.label == unpaired.label)
        #expect(paired.manufacturer == unpaired.manufacturer && paired.model == unpaired.model)
        try work(engine)
        // Another program of the same user has the keys too.
        try work(rig.engine())
    }

    private func work(_ engine: Engine) throws {
        let session = try engine.openSession(slot: 0, isReadWrite: true)
        try engine.logIn(session, .user, EngineRig.secret("123456"))
        let pair = try engine.generateKeyPair(
            session,
            KeyKind.p256.mechanism,
            publicTemplate: [KeyKind.p256.parameters],
            privateTemplate: [Template.flag(.token, true)]
        )
        try engine.signInit(session, EngineMechanism(.ecdsa), pair.privateKey)
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
        #expect(code == ReturnValue(rawValue: 0x8000_0006))
        #expect(fault { _ = try engine.openSession(slot: 0, isReadWrite: false) } == .functionNotSupported)
    }

    @Test(
        "A card that offers another suite than it was paired in is refused, and pairs in no other suite",
        arguments: ChannelSuite.allCases
    )
    func downgrade(_ suite: ChannelSuite) throws {
        let rig = try ChannelRig(suite)
        try rig.engine().pair(slot: 0, EngineRig.secret(rig.passwords[0]))
        // What an attacker in between, or a card in the token's place, would have to show.
        let other: ChannelSuite = suite == .p256 ? .modern : .p256
        let password = try ActivationPassword(generatingFor: other)
        let slot = try PasswordSlot(password)
        let keys = try KeyPair(generatingFor: other)
        let text = password.printed()
        let printed = text.withBytes { octets in String(decoding: octets.indices.map { octets[$0] }, as: UTF8.self) }
        try rig.change { records in
            records.keys = [other: keys]
            records.slots = Array(repeating: slot, count: CardRecords.slotCount)
            records.peers = []
            records.beginPairingMode(at: SystemTime().seconds())
        }
        let engine = rig.engine()
        #expect(fault { _ = try engine.openSession(slot: 0, isReadWrite: false) } == .actionProhibited)
        let state = try #require(try engine.channelState(slot: 0))
        #expect(state.status == 0x9845 && state.text.contains("a different suite"))
        #expect(fault { try engine.pair(slot: 0, EngineRig.secret(printed)) } == .actionProhibited)
        // With an identity that nobody is paired with it is a new card of that serial number.
        let identifier = try #require(ChannelIdentifier([UInt8](repeating: 9, count: 16)))
        try rig.change { $0.identifier = identifier }
        let again = rig.engine()
        #expect(fault { _ = try again.openSession(slot: 0, isReadWrite: false) } == .functionNotSupported)
        #expect(fault { try again.pair(slot: 0, EngineRig.secret(printed)) } == .mechanismInvalid)
        #expect(try rig.triesLeft() == Array(repeating: 10, count: 6), "nothing was sent")
    }

    @Test(
        "A legacy password is refused before anything is sent, until the user allows it",
        .serialized,
        arguments: ChannelSuite.allCases
    )
    func legacyConsent(_ suite: ChannelSuite) throws {
        let rig = try ChannelRig(suite)
        let notes = ActivationPasswordNotes(dataDirectory: rig.folder.path("data"))
        try notes.setAllowsLegacy(false, "0a0b0c0d")
        let engine = rig.engine()
        guard suite == .legacy else {
            try engine.pair(slot: 0, EngineRig.secret(rig.passwords[0]))
            return
        }
        #expect(fault { try engine.pair(slot: 0, EngineRig.secret(rig.passwords[0])) } == .actionProhibited)
        #expect(
            try rig.slots() == Array(repeating: .unused, count: 6) && rig.triesLeft() == Array(repeating: 10, count: 6)
        )
        #expect(!FileManager.default.fileExists(atPath: rig.folder.path("data/keystore")), "nothing is stored")
        // The consent is for one token.
        try notes.setAllowsLegacy(true, "0a0b0c0e")
        #expect(fault { try engine.pair(slot: 0, EngineRig.secret(rig.passwords[0])) } == .actionProhibited)
        try notes.setAllowsLegacy(true, "0A0B0C0D")
        try engine.pair(slot: 0, EngineRig.secret(rig.passwords[0]))
    }

    @Test(
        "A used-up password is told from a wrong one and costs no try, with its number or without",
        arguments: ChannelSuite.allCases
    )
    func usedUp(_ suite: ChannelSuite) throws {
        let rig = try ChannelRig(suite)
        let engine = rig.engine()
        try engine.pair(slot: 0, EngineRig.secret(rig.passwords[0]))
        try engine.unpair(slot: 0)
        let tries = try rig.triesLeft()
        for typed in [
            rig.passwords[0], rig.passwords[0].lowercased(), "1:" + rig.passwords[0], "1:" + rig.passwords[1],
        ] {
            #expect(fault { try engine.pair(slot: 0, EngineRig.secret(typed)) } == .pinExpired)
        }
        #expect(try rig.triesLeft() == tries)
        // Without a number the first unused password is meant, and another one is a wrong one.
        let wrong = fault { try engine.pair(slot: 0, EngineRig.secret(rig.passwords[2])) }
        #expect(wrong == ReturnValue(rawValue: 0x8000_0006))
        #expect(try rig.triesLeft()[1] == tries[1] - 1)
        try engine.pair(slot: 0, EngineRig.secret(rig.passwords[1]))
        #expect(try rig.slots().prefix(3) == [.used, .used, .unused])
        // No password stands in a file.
        let noted = try String(contentsOfFile: rig.folder.path("data/passwords/0a0b0c0d"), encoding: .utf8)
        #expect(noted.split(separator: "\n").filter { $0.hasPrefix("used ") }.count == 2)
        #expect(!rig.passwords.contains { noted.contains($0.filter { $0 != "-" }) })
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

    /// An engine with a security officer's session through the channel.
    private func officer(_ rig: ChannelRig) throws -> (Engine, UInt) {
        let engine = rig.engine()
        try engine.pair(slot: 0, EngineRig.secret(rig.passwords[0]))
        let session = try engine.openSession(slot: 0, isReadWrite: true)
        try engine.logIn(session, .securityOfficer, EngineRig.secret("12345678"))
        return (engine, session)
    }

    private static func text(_ secret: SharedSecret?) -> String {
        secret?.borrow { secret in
            secret.withBytes { octets in String(decoding: octets.indices.map { octets[$0] }, as: UTF8.self) }
        } ?? ""
    }

    @Test("A password that the security officer makes pairs another program", arguments: ChannelSuite.allCases)
    func newPassword(_ suite: ChannelSuite) throws {
        let rig = try ChannelRig(suite)
        let (engine, session) = try officer(rig)
        // The first that is used up: the one that paired.
        let (length, none) = try engine.makeActivationPassword(session, number: 0, room: nil)
        #expect(length == suite.parameters.passwordLength + 1 && none == nil)
        let made = Self.text(try engine.makeActivationPassword(session, number: 0, room: 64).password)
        #expect(made.count == length)
        #expect(
            fault { _ = try engine.makeActivationPassword(session, number: 0, room: 64) }
                == ReturnValue(rawValue: 0x201)
        )
        #expect(fault { _ = try engine.makeActivationPassword(session, number: 7, room: 64) } == .argumentsBad)
        if suite == .legacy { try rig.allowLegacy(data: "other") }
        let other = Engine(
            [VirtualCardDirectory(rig.folder.path)],
            channels: ChannelKeys(dataDirectory: rig.folder.path("other"), witnessDirectory: nil)
        )
        _ = other.slotIdentifiers(withToken: true, isNewList: true)
        try other.pair(slot: 0, EngineRig.secret("1:" + made))
        try other.closeSession(try other.openSession(slot: 0, isReadWrite: false))
    }

    @Test("Nobody but the security officer makes passwords, keys and tries")
    func permission() throws {
        let rig = try ChannelRig(.modern)
        let engine = rig.engine()
        try engine.pair(slot: 0, EngineRig.secret(rig.passwords[0]))
        let session = try engine.openSession(slot: 0, isReadWrite: true)
        for isLoggedIn in [false, true] {
            if isLoggedIn { try engine.logIn(session, .user, EngineRig.secret("123456")) }
            #expect(fault { _ = try engine.makeActivationPassword(session, number: 1, room: 64) } == .userNotLoggedIn)
            #expect(fault { try engine.makeChannelKeys(session) } == .userNotLoggedIn)
            #expect(fault { try engine.unblockUserPIN(session) } == .userNotLoggedIn)
        }
    }

    @Test("The security officer goes on in a new session of the channel, unless the PUK was changed meanwhile")
    func sessionAnew() throws {
        let rig = try ChannelRig(.modern)
        let card = SharedCard(try SoftwareCard(at: rig.folder.path("a.card")))
        let keys = ChannelKeys(dataDirectory: rig.folder.path("data"), witnessDirectory: nil)
        let engine = Engine([card], channels: keys)
        _ = engine.slotIdentifiers(withToken: true, isNewList: true)
        try engine.pair(slot: 0, EngineRig.secret(rig.passwords[0]))
        let session = try engine.openSession(slot: 0, isReadWrite: true)
        try engine.logIn(session, .securityOfficer, EngineRig.secret("12345678"))
        func make() throws { _ = try engine.makeActivationPassword(session, number: 1, room: 64) }
        // Another program resets the card, which forgets its sessions and who has logged in.
        card.card.reset()
        try make()
        let other = rig.engine()
        let change = try other.openSession(slot: 0, isReadWrite: true)
        try other.setPIN(change, from: EngineRig.secret("123456"), to: EngineRig.secret("654321"))
        try other.logIn(change, .securityOfficer, EngineRig.secret("12345678"))
        try other.setPIN(change, from: EngineRig.secret("12345678"), to: EngineRig.secret("33333333"))
        card.card.reset()
        #expect(fault(make) == .userNotLoggedIn)
        card.card.reset()
        #expect(fault(make) == .userNotLoggedIn)
        // One try was spent to find out, and none after that.
        #expect(try other.describeExtended(slot: 0).securityOfficerTries?.left == 2)
    }

    /// A card in a slot, which a test can reset behind the engine's back.
    private struct SharedCard: SlotSource, CardConnector {
        let card: SoftwareCard
        let name = "shared"
        let manufacturer = "Jeton"
        let isHardware = false

        init(_ card: SoftwareCard) { self.card = card }

        func connectors() -> [any CardConnector] { [self] }
        func insertion() -> UInt64? { 1 }
        func connect() throws(TokenFault) -> CardConnection {
            CardConnection(SharedTransport(VirtualCardTransport(card)), isShared: true)
        }
    }

    @Test("New keys end all pairings, and are refused if nobody could pair again")
    func newKeys() throws {
        let rig = try ChannelRig(.modern)
        let (engine, session) = try officer(rig)
        try engine.makeChannelKeys(session)
        #expect(fault { _ = try engine.describeSession(session) } == .deviceRemoved)
        #expect(fault { _ = try engine.openSession(slot: 0, isReadWrite: false) } == .functionNotSupported)
        try engine.pair(slot: 0, EngineRig.secret(rig.passwords[1]))
        try engine.closeSession(try engine.openSession(slot: 0, isReadWrite: false))
        for password in rig.passwords[2...] {
            let other = Engine(
                [VirtualCardDirectory(rig.folder.path)],
                channels: ChannelKeys(dataDirectory: rig.folder.path("\(password)"), witnessDirectory: nil)
            )
            _ = other.slotIdentifiers(withToken: true, isNewList: true)
            try other.pair(slot: 0, EngineRig.secret(password))
        }
        let last = try engine.openSession(slot: 0, isReadWrite: true)
        try engine.logIn(last, .securityOfficer, EngineRig.secret("12345678"))
        #expect(fault { try engine.makeChannelKeys(last) } == .pinLocked)
    }

    private static func settings(requiresChannel: Bool, isRepair: Bool = false) -> InitializationSettings {
        InitializationSettings(
            securityOfficerPIN: SharedSecret(EngineRig.secret("11111111")),
            userPIN: SharedSecret(EngineRig.secret("222222")),
            securityOfficerTries: 4,
            userTries: 6,
            requiresChannel: requiresChannel,
            isRepair: isRepair
        )
    }

    @Test("Initializing chooses whether the card is used through its channel only", arguments: [true, false])
    func initialize(_ isRequired: Bool) throws {
        let rig = try ChannelRig(.modern)
        let (engine, session) = try officer(rig)
        try engine.closeSession(session)
        try engine.initializeToken(
            0,
            EngineRig.secret("12345678"),
            label: "formatted",
            settings: Self.settings(requiresChannel: isRequired)
        )
        let description = try engine.describeToken(0)
        #expect(description.label == "formatted" && description.flags.contains(.userPINInitialized))
        // A program without a pairing.
        let stranger = Engine(
            [VirtualCardDirectory(rig.folder.path)],
            channels: ChannelKeys(dataDirectory: rig.folder.path("stranger"), witnessDirectory: nil)
        )
        _ = stranger.slotIdentifiers(withToken: true, isNewList: true)
        let code = fault { try stranger.closeSession(try stranger.openSession(slot: 0, isReadWrite: false)) }
        #expect(code == (isRequired ? .functionNotSupported : nil))
        if !isRequired { try pairOptionally(rig, stranger) }
        // The one that has initialized it goes on, with the new PIN.
        let own = try engine.openSession(slot: 0, isReadWrite: true)
        #expect(try Self.mode(engine, own) == 3)
        // What the card says of itself in clear does not lead a program that is paired out of the channel.
        let again = rig.engine()
        #expect(try Self.mode(again, try again.openSession(slot: 0, isReadWrite: false)) == 3)
        try engine.logIn(own, .user, EngineRig.secret("222222"))
        _ = try engine.generateKeyPair(
            own,
            KeyKind.p256.mechanism,
            publicTemplate: [KeyKind.p256.parameters],
            privateTemplate: [Template.flag(.token, true)]
        )
    }

    /// A card that can do without its channel can be paired all the same; what was begun in clear ends with that.
    private func pairOptionally(_ rig: ChannelRig, _ stranger: Engine) throws {
        #expect(try stranger.describeExtended(slot: 0).hasChannel)
        let clear = try stranger.openSession(slot: 0, isReadWrite: false)
        #expect(try Self.mode(stranger, clear) == 0)
        #expect(fault { try stranger.pair(slot: 0, EngineRig.secret("ABC")) } == .pinInvalid)
        try SoftwareCard(at: rig.folder.path("a.card")).beginPairingMode()
        try stranger.pair(slot: 0, EngineRig.secret(rig.passwords[1]))
        #expect(fault { _ = try stranger.describeSession(clear) } == .deviceRemoved)
        #expect(try Self.mode(stranger, try stranger.openSession(slot: 0, isReadWrite: false)) == 3)
        #expect(fault { try stranger.pair(slot: 0, EngineRig.secret(rig.passwords[2])) } == .functionNotSupported)
    }

    @Test("Without a place for the keystore, a card with a channel is refused with the reason, and one without works")
    func noPlace() throws {
        let rig = try ChannelRig(.modern)
        _ = try SoftwareCard.create(at: rig.folder.path("b.card"), VirtualCardOptions()) { _, _ in }
        let channels = ChannelKeys(unavailable: "there is no place", hint: "make one")
        let engine = Engine([VirtualCardDirectory(rig.folder.path)], channels: channels)
        #expect(engine.slotIdentifiers(withToken: true, isNewList: true) == [0, 1])
        #expect(fault { _ = try engine.openSession(slot: 0, isReadWrite: false) } == .functionFailed)
        #expect(fault { try engine.pair(slot: 0, EngineRig.secret(rig.passwords[0])) } == .functionFailed)
        let state = try #require(try engine.channelState(slot: 0))
        #expect(state.status == -25291 && state.text == "there is no place" && state.hint == "make one")
        #expect(state.suites == 2, "the suite of the unused passwords")
        try engine.closeSession(try engine.openSession(slot: 1, isReadWrite: false))
    }

    /// CKA_VENDOR_CURRENT_SECURE_MESSAGING_MODE.
    private static func mode(_ engine: Engine, _ session: UInt) throws -> UInt8 {
        try engine.findObjectsInit(
            session,
            [Template.number(.class, 5), Template.number(.hwFeatureType, 0x8000_0001)]
        )
        defer { try? engine.findObjectsFinal(session) }
        let feature = try #require(try engine.findObjects(session, 2).first)
        return try #require(try engine.values(session, feature, [.rutokenCurrentSecureMessagingMode])[0].get().first)
    }

    @Test("A token whose security officer's PIN is locked is repaired without it, and no other is")
    func repair() throws {
        let rig = try EngineRig()
        let settings = Self.settings(requiresChannel: false, isRepair: true)
        #expect(
            fault { try rig.engine.initializeToken(0, EngineRig.secret(""), label: "x", settings: settings) }
                == .pinLenRange
        )
        let session = try rig.engine.openSession(slot: 0, isReadWrite: true)
        for _ in 0..<3 {
            #expect(throws: TokenFault.self) {
                try rig.engine.logIn(session, .securityOfficer, EngineRig.secret("99999999"))
            }
        }
        try rig.engine.closeSession(session)
        try rig.engine.initializeToken(0, EngineRig.secret(""), label: "repaired", settings: settings)
        #expect(try rig.engine.describeToken(0).label == "repaired")
        #expect(try rig.engine.describeExtended(slot: 0).userTries?.maximum == 6)
    }

    @Test("A blocked PIN is let in again by the security officer, and is the one it was")
    func unblock() throws {
        let rig = try EngineRig()
        let session = try rig.engine.openSession(slot: 0, isReadWrite: true)
        for _ in 0..<3 {
            #expect(throws: TokenFault.self) { try rig.engine.logIn(session, .user, EngineRig.secret("999999")) }
        }
        #expect(fault { try rig.engine.logIn(session, .user, EngineRig.secret(EngineRig.pin)) } == .pinLocked)
        try rig.engine.logIn(session, .securityOfficer, EngineRig.secret(EngineRig.securityOfficerPIN))
        try rig.engine.unblockUserPIN(session)
        try rig.engine.logOut(session)
        try rig.engine.logIn(session, .user, EngineRig.secret(EngineRig.pin))
    }

    @Test("How the last password was refused is remembered as long as the card is there and not paired")
    func refusal() throws {
        let rig = try ChannelRig(.modern)
        let other = try ChannelRig(.modern)
        let engine = rig.engine()
        #expect(try engine.pairingRefusal(slot: 0) == nil)
        for left in [9, 8, 7, 6, 5] {
            #expect(throws: TokenFault.self) { try engine.pair(slot: 0, EngineRig.secret("1:" + other.passwords[0])) }
            #expect(try engine.pairingRefusal(slot: 0)?.triesLeft == left)
        }
        #expect(throws: TokenFault.self) { try engine.pair(slot: 0, EngineRig.secret("1:" + other.passwords[0])) }
        #expect((1...60).contains(try #require(engine.pairingRefusal(slot: 0)?.waitSeconds)))
        try engine.pair(slot: 0, EngineRig.secret("2:" + rig.passwords[1]))
        #expect(try engine.pairingRefusal(slot: 0) == nil)
    }
}
