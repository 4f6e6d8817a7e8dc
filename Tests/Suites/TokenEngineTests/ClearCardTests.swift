import Foundation
import JetonKeystore
import JetonKeystoreBase
import JetonOctets
import SecureChannel
import TestRig
import Testing
import VirtualCard

@testable import TokenEngine

/// An attacker between a program and a paired token, or in its place, who offers no secure channel.
@Suite("A card that stands for a paired token is never used in clear", .timeLimit(.minutes(5)))
struct ClearCardTests {
    private static let serialNumber: UInt32 = 0x0346_1B40
    private static let status: Int32 = 0x9844

    /// A user with a paired token 'anna', and cards that are not hers.
    private struct Place {
        let folder: TemporaryDirectory
        let wire: WatchedReader

        /// Makes the token, which refuses everything outside of its channel if `isRequired` is true.
        init(isRequired: Bool = true) throws {
            folder = try TemporaryDirectory()
            var passwords: [String] = []
            _ = try SoftwareCard.create(
                at: folder.path("anna.card"),
                VirtualCardOptions(serialNumber: serialNumber, channel: .modern)
            ) { _, password in
                passwords.append(
                    password.withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
                )
            }
            wire = WatchedReader(folder.path("anna.card"))
            let engine = try self.engine()
            try engine.pair(slot: 0, EngineRig.secret(passwords[0]))
            try engine.initializeToken(
                0,
                EngineRig.secret("12345678"),
                label: "anna",
                settings: InitializationSettings(
                    securityOfficerPIN: SharedSecret(EngineRig.secret(EngineRig.securityOfficerPIN)),
                    userPIN: SharedSecret(EngineRig.secret(EngineRig.pin)),
                    securityOfficerTries: 3,
                    userTries: 3,
                    requiresChannel: isRequired,
                    isRepair: false
                )
            )
            // The label is noted when the next program connects.
            let session = try self.engine().openSession(slot: 0, isReadWrite: false)
            #expect(session > 0)
        }

        /// A program that has just started.
        func engine(_ data: String = "data") throws -> Engine {
            let engine = Engine(
                [wire],
                channels: ChannelKeys(dataDirectory: folder.path(data), witnessDirectory: nil)
            )
            #expect(engine.slotIdentifiers(withToken: true, isNewList: true) == [0])
            return engine
        }

        /// Makes a card without a channel, with the PIN of the tests.
        func plainCard(_ label: String, _ serialNumber: UInt32) throws -> String {
            let path = folder.path("plain-\(serialNumber).card")
            try WatchedReader.makeCard(at: path, label: label, serialNumber: serialNumber)
            return path
        }

        /// What becomes of a program that wants to log in.
        func logIn(_ engine: Engine) -> ReturnValue? {
            fault {
                let session = try engine.openSession(slot: 0, isReadWrite: true)
                try engine.logIn(session, .user, EngineRig.secret(EngineRig.pin))
            }
        }

        /// What the user's keystore says of the token.
        func change(_ body: (inout CardPairing) -> Void) throws {
            let store = UserKeystore(dataDirectory: folder.path("data"), witnessDirectory: nil)
            let keychain = try store.open(for: Caller(hasEveryGroup: true))
            let item = try #require(try keychain.items(ItemQuery(service: ChannelKeyStore.service)).first)
            try ChannelKeyStore(keychain, group: item.attributes.accessGroup).change(token: item.attributes.account) {
                octets in
                guard var pairing = octets.flatMap({ try? CardPairing(decoding: $0) }) else { return }
                body(&pairing)
                octets = pairing.encoded
            }
        }

        /// What the user's keystore says of the token.
        func pairing() throws -> CardPairing {
            var found: CardPairing?
            try change { found = $0 }
            return try #require(found)
        }
    }

    @Test("The pairing notes the reader and the label of the token")
    func notes() throws {
        let place = try Place()
        let pairing = try place.pairing()
        #expect(pairing.reader == place.wire.name && pairing.tokenLabel == "anna" && !pairing.requiresChannelInReader)
        #expect(place.logIn(try place.engine()) == nil)
        #expect(place.wire.pinCommands.isEmpty, "all PINs are inside of the channel")
    }

    @Test(
        "A plain card with the serial number or the label of a paired token gets no session and no PIN",
        arguments: [
            ("bob", serialNumber, "serial number"), ("anna", serialNumber, "serial number"),
            ("anna", 0x1122_3344, "label"), ("anna  ", 0x1122_3344, "label"),
        ]
    )
    func plain(_ label: String, _ serialNumber: UInt32, _ reason: String) throws {
        let place = try Place()
        place.wire.put(try place.plainCard(label, serialNumber))
        let engine = try place.engine()
        #expect(place.logIn(engine) == .actionProhibited)
        let state = try #require(try engine.channelState(slot: 0))
        #expect(state.status == Self.status && state.suites == 0)
        #expect(state.text.contains("the \(reason) of paired token 'anna'") && !state.hint.isEmpty)
        // It stays in sight, as what it says it is.
        #expect(try engine.describeToken(0).serialNumber == Hex.encode(serialNumber.bigEndianOctets))
        #expect(fault { try engine.initializeToken(0, EngineRig.secret("12345678"), label: "x") } == .actionProhibited)
        #expect(fault { try engine.pair(slot: 0, EngineRig.secret("ABC")) } == .actionProhibited)
        #expect(place.wire.pinCommands.isEmpty)
        // The token itself goes on in its channel.
        place.wire.put(place.folder.path("anna.card"))
        #expect(place.logIn(engine) == nil && place.wire.pinCommands.isEmpty)
    }

    @Test("A card that takes the token's place while a session is open gets no PIN", arguments: CardExchange.allCases)
    func exchanged(_ exchange: CardExchange) throws {
        let place = try Place()
        let impostor = try place.plainCard("anna", Self.serialNumber)
        let engine = try place.engine()
        _ = try engine.openSession(slot: 0, isReadWrite: true)
        place.wire.exchange(for: impostor, seenAs: exchange)
        #expect(place.logIn(engine) != nil && place.wire.pinCommands.isEmpty)
        // Once the exchange was noticed, the card is refused for what it is.
        #expect(place.logIn(engine) != nil && place.wire.pinCommands.isEmpty)
        #expect(try engine.channelState(slot: 0)?.status == Self.status)
    }

    @Test("A card that takes the place of another one while a session is open gets no PIN in the token's name")
    func exchangedInClear() throws {
        let place = try Place()
        let impostor = try place.plainCard("anna", Self.serialNumber)
        place.wire.put(try place.plainCard("bob", 0x1122_3344))
        let engine = try place.engine()
        _ = try engine.openSession(slot: 0, isReadWrite: true)
        place.wire.exchange(for: impostor, seenAs: .removal)
        #expect(place.logIn(engine) == .deviceRemoved)
        #expect(place.logIn(engine) == .actionProhibited)
        #expect(place.wire.pinCommands.isEmpty)
    }

    @Test("Whoever refuses the channel of the token itself gets no PIN")
    func refusedChannel() throws {
        let place = try Place(isRequired: false)
        place.wire.refuseChannel()
        let engine = try place.engine()
        #expect(place.logIn(engine) == .actionProhibited)
        #expect(try engine.channelState(slot: 0)?.text.contains("serial number of paired token 'anna'") == true)
        #expect(place.wire.pinCommands.isEmpty)
    }

    @Test("A card with the token's serial number and a channel of its own has to be paired")
    func otherChannel() throws {
        let place = try Place()
        let path = place.folder.path("other.card")
        _ = try SoftwareCard.create(
            at: path,
            VirtualCardOptions(serialNumber: Self.serialNumber, channel: .modern)
        ) { _, _ in }
        place.wire.put(path)
        let engine = try place.engine()
        #expect(place.logIn(engine) == .functionNotSupported && place.wire.pinCommands.isEmpty)
    }

    @Test("A program without the pairing does not use the token in clear either, though the token would allow it")
    func otherProgram() throws {
        let place = try Place(isRequired: false)
        let engine = try place.engine()
        try engine.useChannelGroup(slot: 0, "local.other")
        #expect(place.logIn(engine) == .functionNotSupported && place.wire.pinCommands.isEmpty)
        #expect(try engine.channelState(slot: 0)?.status == 0, "it can be paired")
        // A user who has no pairing with it may.
        let stranger = try place.engine("stranger")
        #expect(place.logIn(stranger) == nil && place.wire.pinCommands.count == 1)
    }

    @Test("A card that takes the token's label later loses its sessions")
    func renamed() throws {
        let place = try Place()
        let path = try place.plainCard("bob", 0x1122_3344)
        place.wire.put(path)
        let engine = try place.engine()
        let session = try engine.openSession(slot: 0, isReadWrite: true)
        #expect(try engine.describeToken(0).label == "bob")
        let attacker = Engine([WatchedReader(path)])
        _ = attacker.slotIdentifiers(withToken: true, isNewList: true)
        let change = try attacker.openSession(slot: 0, isReadWrite: true)
        try attacker.logIn(change, .user, EngineRig.secret(EngineRig.pin))
        try attacker.setTokenName(change, "anna")
        #expect(fault { _ = try engine.describeToken(0) } == .actionProhibited)
        #expect(fault { try engine.logIn(session, .user, EngineRig.secret(EngineRig.pin)) } == .deviceRemoved)
        #expect(place.logIn(engine) == .actionProhibited && place.wire.pinCommands.isEmpty)
    }

    @Test("A token in clear is not given the label of a paired one")
    func labelTaken() throws {
        let place = try Place()
        place.wire.put(try place.plainCard("bob", 0x1122_3344))
        let engine = try place.engine()
        let officer = EngineRig.securityOfficerPIN
        #expect(
            fault { try engine.initializeToken(0, EngineRig.secret(officer), label: "anna") } == .actionProhibited
        )
        let session = try engine.openSession(slot: 0, isReadWrite: true)
        try engine.logIn(session, .user, EngineRig.secret(EngineRig.pin))
        #expect(fault { try engine.setTokenName(session, "anna") } == .actionProhibited)
        try engine.setTokenName(session, "eve")
        #expect(try engine.describeToken(0).label == "eve")
    }

    @Test("Another card in the token's reader is used, unless the policy of the pairing forbids it")
    func otherCard() throws {
        let place = try Place()
        place.wire.put(try place.plainCard("bob", 0x1122_3344))
        #expect(place.logIn(try place.engine()) == nil)
        try place.change { $0.requiresChannelInReader = true }
        let engine = try place.engine()
        #expect(place.logIn(engine) == .actionProhibited)
        let state = try #require(try engine.channelState(slot: 0))
        #expect(state.status == Self.status && state.hint.contains("pairings policy 03461b40 --no-require-channel"))
        #expect(place.wire.pinCommands.count == 1, "that of the login before")
    }

    @Test("A locked keystore still tells which tokens are paired")
    func locked() throws {
        let place = try Place()
        try FileManager.default.removeItem(atPath: place.folder.path("data/keystore.key"))
        let plain = try place.plainCard("bob", Self.serialNumber)
        #expect(place.logIn(try place.engine()) == .userNotLoggedIn, "the token itself needs its keys")
        place.wire.put(plain)
        #expect(place.logIn(try place.engine()) == .actionProhibited)
        place.wire.put(try place.plainCard("carol", 0x1122_3344))
        #expect(place.logIn(try place.engine()) == nil, "another card does not")
    }

    @Test("Another card is not used in clear while a record is damaged that may be of that card's pairing")
    func damagedRecord() throws {
        let place = try Place()
        place.wire.put(try place.plainCard("bob", 0x1122_3344))
        #expect(place.logIn(try place.engine()) == nil)
        let vaults = URL(fileURLWithPath: place.folder.path("data/keystore/vaults"))
        let vault = try #require(
            try FileManager.default.contentsOfDirectory(at: vaults, includingPropertiesForKeys: nil)
                .map { $0.appendingPathComponent("group.kvault") }
                .first { FileManager.default.fileExists(atPath: $0.path) }
        )
        let whole = try Data(contentsOf: vault)
        var damaged = whole
        // In the sealed attributes of the only record, which follow its header of 64 bytes and their length.
        let record = 128 + 72 + (64 - (128 + 72) % 64) % 64
        damaged[record + 64 + 4 + 20] ^= 1
        try damaged.write(to: vault)
        let engine = try place.engine()
        #expect(place.logIn(engine) != nil)
        #expect(try engine.channelState(slot: 0)?.status == KeystoreError.Code.decoding.rawValue)
        try whole.write(to: vault)
        #expect(place.logIn(try place.engine()) == nil)

        // The file's name tells the token; what it was paired by is gone.
        let name = "data/pairings/jeton_55667788.pairing"
        try FileManager.default.createDirectory(
            atPath: place.folder.path("data/pairings"),
            withIntermediateDirectories: true
        )
        try place.folder.write("version = 1\nmed", to: name)
        let other = try place.engine()
        #expect(place.logIn(other) != nil)
        let state = try #require(try other.channelState(slot: 0))
        #expect(state.text.contains("jeton_55667788.pairing"))
        #expect(place.wire.pinCommands.count == 2)
        // Of a token that the keystore knows the index says nothing more.
        try FileManager.default.removeItem(atPath: place.folder.path(name))
        try place.folder.write("version = 1\nmed", to: "data/pairings/jeton_03461b40.pairing")
        #expect(place.logIn(try place.engine()) == nil)
    }

    @Test("A pairing that can't be decoded still stands for its token")
    func malformedPairing() throws {
        let place = try Place()
        let store = UserKeystore(dataDirectory: place.folder.path("data"), witnessDirectory: nil)
        let keychain = try store.open(for: Caller(hasEveryGroup: true))
        var changes = AttributeChanges()
        changes.generic = [1, 2, 3]
        try keychain.update(ItemQuery(service: ChannelKeyStore.service), changes)
        for (label, number) in [("bob", Self.serialNumber), ("anna", 0x1122_3344), ("carol", 0x1122_3355)] {
            place.wire.put(try place.plainCard(label, number))
            #expect(place.logIn(try place.engine()) != nil, "\(label)")
            #expect(place.wire.pinCommands.isEmpty)
        }
    }

    @Test("Of a keystore that can't be read the index of pairings tells, and the reason is the keystore")
    func unreadable() throws {
        let place = try Place()
        let plain = try place.plainCard("bob", Self.serialNumber)
        let store = URL(fileURLWithPath: place.folder.path("data/keystore"))
        for name in try FileManager.default.contentsOfDirectory(atPath: store.path)
        where name.hasSuffix(".key") || name.hasPrefix("device") {
            try FileManager.default.removeItem(at: store.appendingPathComponent(name))
        }
        place.wire.put(plain)
        try FileManager.default.createDirectory(
            atPath: place.folder.path("data/pairings"),
            withIntermediateDirectories: true
        )
        let record = """
            version = 1
            media = jeton_03461b40
            serial = 03461b40
            label = anna
            reader = \(place.wire.name)
            module = MODULE

            """
        let name = "data/pairings/jeton_03461b40.pairing"
        let own = record.replacingOccurrences(of: "MODULE", with: "/usr/lib/libjeton-pkcs11.so")
        try place.folder.write(own, to: name)
        let engine = try place.engine()
        #expect(place.logIn(engine) == .functionFailed)
        #expect(try engine.channelState(slot: 0)?.status != Self.status)
        #expect(place.wire.pinCommands.isEmpty)
        // What a vendor's module has paired is that module's.
        let vendor = record.replacingOccurrences(of: "MODULE", with: "/usr/lib/librtpkcs11ecp.so")
        try place.folder.write(vendor, to: name)
        #expect(place.logIn(try place.engine()) == nil)
    }
}
