import Foundation
import JetonLibcrypto
import JetonOctets
import PIVCard
import SmartCard
import TestRig
import Testing
import VirtualCard

@testable import SecureChannel

@Suite("A virtual card with a channel", .timeLimit(.minutes(5)))
struct VirtualCardChannelTests {
    /// A card in memory, and its passwords.
    private func card(_ suite: ChannelSuite) throws -> (SoftwareCard, [String]) {
        var printed: [String] = []
        let options = VirtualCardOptions(serialNumber: 1_217_688_090, channel: suite)
        let card = try SoftwareCard(inMemory: options) { slot, password in
            #expect(slot == printed.count + 1)
            printed.append(String(decoding: password.octets(0..<password.count), as: UTF8.self))
        }
        return (card, printed)
    }

    private func pair(_ card: SoftwareCard, _ password: String) throws -> TestCard.Program {
        let typed = try TestCard.typed(password)
        let program = try TestCard.Program(typed.suite)
        var client = PairingClient(
            VirtualCardTransport(card),
            policy: ChannelPolicy(allowsLegacyPairing: true)
        )
        _ = try client.pair(
            program.identity,
            password: typed,
            label: PeerLabel(truncating: "test"),
            store: program.store
        )
        return program
    }

    private func connect(
        _ card: SoftwareCard,
        _ program: TestCard.Program
    ) throws -> PIVClient<CardChannel<SecureCardTransport<VirtualCardTransport>>> {
        var transport = SecureCardTransport(
            VirtualCardTransport(card),
            identity: program.identity,
            store: program.store
        )
        try transport.open()
        return try PIVClient(CardChannel(transport))
    }

    private func secret(_ text: String) -> Secret {
        var octets = Array(text.utf8)
        return Secret(wiping: &octets)
    }

    private func factoryKey() -> Secret {
        var octets = (0..<24).map { UInt8($0 % 8 + 1) }
        return Secret(wiping: &octets)
    }

    @Test("PIV runs through the channel as without it, and not without it", arguments: ChannelSuite.allCases)
    func piv(_ suite: ChannelSuite) throws {
        let (card, passwords) = try card(suite)
        #expect(passwords.count == 6)
        #expect(Set(passwords).count == 6)
        let program = try pair(card, passwords[0])
        var piv = try connect(card, program)
        #expect(try piv.serialNumber() == 1_217_688_090)
        let wrongPIN = secret("000000")
        #expect(throws: PIVError.self) { try piv.verify(wrongPIN) }
        #expect(try piv.pinTriesLeft() == 2)
        let pin = secret("123456")
        try piv.verify(pin)
        let key = factoryKey()
        try piv.authenticate(key)
        let publicKey = try piv.generateKey(.p256, in: .authentication)
        let digest = [UInt8](repeating: 7, count: 32)
        let signature = try piv.sign(digest, with: .p256, in: .authentication)
        #expect(signature.first == 0x30)
        let metadata = try piv.metadata(of: .authentication)
        #expect(metadata?.publicKey == publicKey)
        let value = (0..<3000).map { UInt8(truncatingIfNeeded: $0) }
        try piv.putObject(0x5FC105, value)
        let object = try piv.object(0x5FC105)
        #expect(object == value)
        // In clear the same card takes nothing but SELECT.
        #expect(try card.transmit([0x00, 0xA4, 0x04, 0x00, 0x05, 0xA0, 0, 0, 3, 8]).suffix(2) == [0x90, 0x00])
        for command in [[0x00, 0x20, 0x00, 0x80], [0x00, 0xCB, 0x3F, 0xFF], [0x00, 0xF8, 0, 0]] as [[UInt8]] {
            #expect(try card.transmit(command) == [0x69, 0x82])
        }
        // The session's PIN is not that of anybody else.
        #expect(try piv.pinTriesLeft() == nil)
    }

    @Test("A new session has verified no PIN")
    func securityStatus() throws {
        let (card, passwords) = try card(.modern)
        let program = try pair(card, passwords[0])
        var piv = try connect(card, program)
        let pin = secret("123456")
        try piv.verify(pin)
        var other = try connect(card, program)
        #expect(try other.pinTriesLeft() == 3)
    }

    @Test("The management key makes a session the administrator's")
    func administrator() throws {
        let (card, passwords) = try card(.modern)
        let program = try pair(card, passwords[0])
        var piv = try connect(card, program)
        #expect(throws: ChannelError(.notPermitted)) {
            _ = try piv.channel.transport.makePassword(slot: 1, .modern)
        }
        let key = factoryKey()
        try piv.authenticate(key)
        let text = try piv.channel.transport.makePassword(slot: 1, .modern)
        _ = try pair(card, String(decoding: text.octets(0..<text.count), as: UTF8.self))
        #expect(try card.status().channel?.peers.count == 2)
    }

    @Test("The PUK makes a session the administrator's, and no other session")
    func securityOfficer() throws {
        let (card, passwords) = try card(.modern)
        let program = try pair(card, passwords[0])
        let puk = secret("12345678")
        let wrong = secret("99999999")
        func isAdministrator(
            _ piv: inout PIVClient<CardChannel<SecureCardTransport<VirtualCardTransport>>>
        ) throws -> Bool {
            do throws(ChannelError) {
                try piv.channel.transport.requireChannel(true)
                return true
            } catch {
                guard error.code == .notPermitted else { throw error }
                return false
            }
        }
        var piv = try connect(card, program)
        #expect(throws: PIVError.self) { try piv.changeUnblockingKey(from: wrong, to: wrong) }
        #expect(try !isAdministrator(&piv))
        try piv.changeUnblockingKey(from: puk, to: puk)
        #expect(try isAdministrator(&piv))
        #expect(throws: PIVError.self) { try piv.changeUnblockingKey(from: wrong, to: wrong) }
        #expect(try !isAdministrator(&piv))
        try piv.restorePINTries(with: puk)
        #expect(try isAdministrator(&piv))
        var next = try connect(card, program)
        #expect(try !isAdministrator(&next))
    }

    @Test("Pairings, counters and used passwords are in the image, for every program that uses it")
    func image() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("a.card")
        var passwords: [String] = []
        let made = try SoftwareCard.create(at: path, VirtualCardOptions(channel: .modern)) { _, password in
            passwords.append(String(decoding: password.octets(0..<password.count), as: UTF8.self))
        }
        let program = try pair(made, passwords[0])
        // Another program has the card open, too, and each has sessions of its own.
        let other = try SoftwareCard(at: path)
        for round in UInt32(1)...3 {
            var first = try connect(made, program)
            var second = try connect(other, program)
            #expect(try first.serialNumber() == second.serialNumber())
            #expect(program.store.load()?.lastCounter == round * 2)
        }
        let status = try #require(try SoftwareCard(at: path).status().channel)
        #expect(status.slots.map(\.state) == [.used, .unused, .unused, .unused, .unused, .unused])
        #expect(status.peers.map(\.counter) == [6])
        #expect(status.peers.first?.label.text == "test")
        // Neither passwords nor keys are in the file.
        let octets = try Data(contentsOf: URL(filePath: path))
        #expect(octets.range(of: Data(passwords[1].utf8)) == nil)
        #expect(octets.range(of: Data(program.identity.keys.publicKey)) == nil)
        // One program's revocation ends the other's sessions.
        var first = try connect(made, program)
        var second = SecureCardTransport(
            VirtualCardTransport(other),
            identity: program.identity,
            store: program.store
        )
        try second.open()
        try first.channel.transport.unpair()
        #expect(throws: CardError.self) { try second.transmit([0x00, 0xF8, 0x00, 0x00, 0x00]) }
    }

    @Test("Plugging a card in begins pairing mode, and time ends it")
    func pairingMode() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("a.card")
        let card = try SoftwareCard.create(at: path, VirtualCardOptions(channel: .modern))
        #expect(try card.status().channel?.isInPairingMode == true)
        try SoftwareCard.eject(at: path)
        try SoftwareCard.insert(at: path)
        #expect(try SoftwareCard(at: path).status().channel?.isInPairingMode == true)
        // A card without a channel has no such mode.
        let plain = try SoftwareCard(inMemory: VirtualCardOptions())
        try plain.beginPairingMode()
        #expect(try plain.status().channel == nil)
        #expect(try plain.transmit([0x80, 0x86, 0x00, 0x00]) == [0x6E, 0x00])
    }

    @Test("A card that lost its power has no sessions")
    func power() throws {
        let (card, passwords) = try card(.modern)
        let program = try pair(card, passwords[0])
        var transport = SecureCardTransport(
            VirtualCardTransport(card),
            identity: program.identity,
            store: program.store
        )
        try transport.open()
        card.reset()
        #expect(throws: CardError(.cardReset, statusWord: .secureMessagingObjectIncorrect)) {
            try transport.transmit([0x00, 0xF8, 0x00, 0x00, 0x00])
        }
        try transport.reconnect()
        #expect(try transport.transmit([0x00, 0xA4, 0x04, 0x00, 0x05, 0xA0, 0, 0, 3, 8]).suffix(2) == [0x90, 0x00])
    }
}
