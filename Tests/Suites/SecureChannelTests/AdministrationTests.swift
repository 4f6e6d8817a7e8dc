import JetonOctets
import SmartCard
import Testing

@testable import SecureChannel

@Suite("What a session does to the card: programs, passwords, keys, and the duty of the channel")
struct AdministrationTests {
    @Test("A program that forgets itself is forgotten, and its sessions end")
    func unpair() throws {
        let card = try TestCard(.modern)
        let program = try card.pairedProgram()
        var transport = card.transport(program)
        var other = card.transport(program)
        try transport.open()
        try other.open()
        try transport.unpair()
        #expect(program.store.load() == nil)
        #expect(card.wire.card.records.peers.isEmpty)
        #expect(throws: CardError.self) { try other.transmit([0x00, 0x10, 0x00, 0x00]) }
        #expect(card.wire.application.sessions.isEmpty)
    }

    @Test("A program that pairs anew with another key has no session by its old one any more")
    func replacedKey() throws {
        let card = try TestCard(.modern, passwords: 2)
        let program = try card.pairedProgram()
        var old = card.transport(program)
        try old.open()
        let renewed = TestCard.Program(HostIdentity(program.identity.identifier, try KeyPair(generatingFor: .modern)))
        try card.pairQuickly(renewed, slot: 2)
        #expect(throws: CardError(.cardReset, statusWord: .secureMessagingObjectIncorrect)) {
            try old.transmit([0x00, 0x10, 0x00, 0x00])
        }
        #expect(throws: ChannelError(.handshakeFailed)) { try old.open() }
        var new = card.transport(renewed)
        try new.open()
    }

    @Test(
        "A lost answer to the end of a pairing leaves it marked as revoked",
        arguments: [Wire.Fate.answerLost, .lostOnTheWay]
    )
    func unpairLost(_ fate: Wire.Fate) throws {
        let card = try TestCard(.modern)
        let program = try card.pairedProgram()
        var transport = card.transport(program)
        try transport.open()
        card.wire.onCommand = { _, _ in fate }
        #expect(throws: ChannelError(.exchangeFailed)) { try transport.unpair() }
        #expect(program.store.load()?.state == .revoked)
        // Also a card that still knows the program is not used any more.
        #expect(card.wire.card.records.peers.isEmpty == (fate == .answerLost))
        card.wire.onCommand = { _, _ in .passed }
        #expect(throws: ChannelError(.notPaired)) { try transport.open() }
    }

    @Test("The first program may list and revoke others, and others may not")
    func management() throws {
        let card = try TestCard(.modern, passwords: 2)
        let owner = try card.pairedProgram()
        let guest = TestCard.Program(try HostIdentity(generatingFor: .modern))
        try card.pairQuickly(guest, slot: 2)
        var ofGuest = card.transport(guest)
        try ofGuest.open()
        #expect(throws: ChannelError(.notPermitted)) { try ofGuest.pairedPrograms() }
        #expect(throws: ChannelError(.notPermitted)) {
            try ofGuest.revoke(try PublicKeyIdentifier(owner.identity.keys.publicKey, .modern))
        }
        var ofOwner = card.transport(owner)
        try ofOwner.open()
        let programs = try ofOwner.pairedPrograms()
        #expect(programs.map(\.rights) == [[.use, .manage], .use])
        #expect(programs.map(\.sessions) == [1, 1])
        #expect(programs[1].key == (try PublicKeyIdentifier(guest.identity.keys.publicKey, .modern)))
        #expect(programs[1].label.text == "test program")
        try ofOwner.revoke(programs[1].key)
        #expect(throws: ChannelError(.notPaired)) { try ofOwner.revoke(programs[1].key) }
        #expect(throws: CardError.self) { try ofGuest.transmit([0x00, 0x10, 0x00, 0x00]) }
        #expect(throws: ChannelError(.notPaired)) { try ofGuest.open() }
        #expect(try ofOwner.pairedPrograms().count == 1)
    }

    @Test("The administrator makes a new password, which pairs another program", arguments: ChannelSuite.allCases)
    func newPassword(_ suite: ChannelSuite) throws {
        let card = try TestCard(suite)
        var transport = card.transport(try card.pairedProgram())
        try transport.open()
        #expect(throws: ChannelError(.notPermitted)) { _ = try transport.makePassword(slot: 1, suite) }
        card.wire.card.administrators = [0]
        card.time.advance(100)
        let text = try transport.makePassword(slot: 1, suite)
        #expect(card.wire.card.records.isInPairingMode(at: card.time.seconds()))
        let password = try ActivationPassword(typed: text)
        #expect(password.suite == suite)
        let program = TestCard.Program(try HostIdentity(generatingFor: suite))
        var client = card.client()
        let pairing = try client.pair(
            program.identity,
            password: password,
            label: PeerLabel(truncating: "second"),
            store: program.store
        )
        #expect(pairing.suite == suite)
        for other in ChannelSuite.allCases where other != suite {
            #expect(throws: ChannelError(.suiteNotSupported)) { _ = try transport.makePassword(slot: 1, other) }
        }
        #expect(throws: ChannelError(.malformed)) { _ = try transport.makePassword(slot: 7, suite) }
        #expect(throws: ChannelError(.malformed)) { _ = try transport.makePassword(slot: 0, suite) }
    }

    @Test(
        "New keys end every pairing and session, and are made by the administrator only",
        arguments: ChannelSuite.allCases
    )
    func newKeys(_ suite: ChannelSuite) throws {
        let card = try TestCard(suite, passwords: 3)
        let program = try card.pairedProgram()
        let other = TestCard.Program(try HostIdentity(generatingFor: suite))
        try card.pairQuickly(other, slot: 2)
        var transport = card.transport(program)
        var ofOther = card.transport(other)
        try transport.open()
        try ofOther.open()
        let before = card.wire.card.records
        #expect(throws: ChannelError(.notPermitted)) { try transport.makeKeys() }
        #expect(card.wire.card.records.identifier == before.identifier)
        card.wire.card.administrators = [0]
        card.time.advance(100)
        try transport.makeKeys()
        let after = card.wire.card.records
        #expect(after.peers.isEmpty && after.identifier != before.identifier)
        for suite in before.keys.keys {
            #expect(after.keys[suite]?.publicKey != before.keys[suite]?.publicKey)
        }
        #expect(after.slots.map(\.state) == before.slots.map(\.state))
        #expect(after.isInPairingMode(at: card.time.seconds()))
        #expect(card.wire.application.sessions.isEmpty && program.store.load() == nil)
        let isOpen = transport.isOpen
        #expect(!isOpen)
        #expect(throws: CardError.self) { try ofOther.transmit([0x00, 0x10, 0x00, 0x00]) }
        #expect(throws: ChannelError(.notPaired)) { try ofOther.open() }
        try card.pairQuickly(program, slot: 3)
        try transport.open()
    }

    @Test("A card that could never be paired again makes no new keys")
    func lastKeys() throws {
        let card = try TestCard(.modern)
        var transport = card.transport(try card.pairedProgram())
        try transport.open()
        card.wire.card.administrators = [0]
        let saves = card.wire.card.saves
        #expect(throws: ChannelError(.noPasswordInSlot)) { try transport.makeKeys() }
        #expect(card.wire.card.saves == saves)
        // One that is also used without its channel can be given a password by that way.
        try transport.requireChannel(false)
        try transport.makeKeys()
    }

    @Test("The administrator decides whether the card is used without its channel")
    func requirement() throws {
        let card = try TestCard(.modern)
        var transport = card.transport(try card.pairedProgram())
        try transport.open()
        let command: [UInt8] = [0x00, 0x10, 0x00, 0x00]
        #expect(throws: ChannelError(.notPermitted)) { try transport.requireChannel(false) }
        #expect(card.wire.status(command) == .securityStatusNotSatisfied)
        card.wire.card.administrators = [0]
        try transport.requireChannel(false)
        #expect(card.wire.status(command) == .success)
        #expect(try transport.information().isChannelRequired == false)
        try transport.requireChannel(true)
        #expect(card.wire.status(command) == .securityStatusNotSatisfied)
        for data in [[], [0x02], [0x01, 0x01]] as [[UInt8]] {
            #expect(throws: ChannelError(.malformed)) { try transport.perform(.requireChannel, data) }
        }
    }

    @Test("Functions of sessions do nothing outside of one", arguments: UInt8(3)...10)
    func functionsInClear(_ function: UInt8) throws {
        let card = try TestCard(.modern)
        _ = try card.pairedProgram()
        let before = card.wire.card.saves
        #expect(card.wire.status([0x80, 0x86, function, 0x00]) == .secureMessagingObjectMissing)
        #expect(card.wire.card.saves == before)
    }

    @Test("A card that requires the channel takes nothing else in clear but SELECT")
    func required() throws {
        let card = try TestCard(.modern)
        for instruction in UInt8.min...UInt8.max where instruction != 0xA4 {
            #expect(card.wire.status([0x00, instruction, 0x00, 0x00]) == .securityStatusNotSatisfied)
        }
        #expect(card.wire.status([0x00, 0xA4, 0x04, 0x00]) == .success)
        #expect(card.wire.card.commands == [255: 1])
        let open = try TestCard(.modern, requiresChannel: false)
        #expect(open.wire.status([0x00, 0x10, 0x00, 0x00]) == .success)
    }
}
