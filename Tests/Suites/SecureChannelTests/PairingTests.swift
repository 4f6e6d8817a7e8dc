import JetonOctets
import SmartCard
import Testing

@testable import SecureChannel

@Suite("Pairing")
struct PairingTests {
    @Test("P1: Both ends remember each other, and the password is used up", arguments: ChannelSuite.allCases)
    func success(_ suite: ChannelSuite) throws {
        let card = try TestCard(suite)
        let program = try TestCard.Program(suite)
        let pairing = try card.pair(program)
        let records = card.wire.card.records
        #expect(pairing == program.store.load())
        #expect(pairing.state == .active)
        #expect(pairing.suite == suite)
        #expect(pairing.card == records.identifier)
        #expect(pairing.cardKey == records.keys[suite]?.publicKey)
        #expect(pairing.serialNumber == 0x4894_721A)
        #expect(pairing.label.text == "test card")
        #expect(try CardPairing(decoding: pairing.encoded) == pairing)
        #expect(records.peers.count == 1)
        let peer = try #require(records.peers.first)
        #expect(peer.identifier == program.identity.identifier)
        #expect(peer.key == program.identity.keys.publicKey)
        #expect(peer.suite == suite)
        #expect(peer.rights == [.use, .manage])
        #expect(peer.label.text == "test program")
        #expect(records.slots[0].state == .used)
        #expect(records.slots[0].verifier == nil)
        var transport = card.transport(program)
        try transport.open()
        #expect(try transport.transmit([0x00, 0x10, 0x01, 0x02, 0x01, 0xAA, 0x00]).suffix(2) == [0x90, 0x00])
    }

    @Test("P3: A wrong password loses a try, saved before the card answers", arguments: ChannelSuite.allCases)
    func wrongPassword(_ suite: ChannelSuite) throws {
        let card = try TestCard(suite)
        let program = try TestCard.Program(suite)
        for left in (6...9).reversed() {
            #expect(throws: ChannelError(.wrongPassword, triesLeft: left)) {
                try card.pairQuickly(program, isRight: false)
            }
            #expect(card.triesLeft == left - 5)
            #expect(card.wire.card.records.slots[0].failuresLeft == UInt8(left))
            #expect(program.store.load() == nil)
        }
        try card.pairQuickly(program)
    }

    @Test("P12: A password that was typed wrong is not sent")
    func mistyped() throws {
        let card = try TestCard(.modern)
        var wrong = Array(card.password)
        wrong[0] = wrong[0] == "A" ? "B" : "A"
        #expect(throws: ChannelError(.passwordMistyped)) {
            try card.pair(try TestCard.Program(.modern), password: String(wrong))
        }
        #expect(card.wire.log.isEmpty)
        #expect(card.triesLeft == 5)
    }

    @Test(
        "P5: Five wrong passwords make the card wait, ten block it, the right one is refused then, and a new one works",
        arguments: ChannelSuite.allCases
    )
    func blocking(_ suite: ChannelSuite) throws {
        let card = try TestCard(suite, passwords: 2)
        let owner = try TestCard.Program(suite)
        try card.pairQuickly(owner, slot: 2)
        let program = try TestCard.Program(suite)
        for _ in 0..<5 {
            #expect(throws: ChannelError.self) { try card.pairQuickly(program, isRight: false) }
        }
        for round in 0..<5 {
            let wait = 60 << round
            #expect(throws: ChannelError(.throttled, waitSeconds: wait)) { try card.pairQuickly(program) }
            card.time.advance(UInt64(wait) - 1)
            card.wire.card.records.beginPairingMode(at: card.time.seconds())
            #expect(throws: ChannelError(.throttled, waitSeconds: 1)) { try card.pairQuickly(program) }
            card.time.advance(1)
            let left = 4 - round
            #expect(throws: ChannelError(.wrongPassword, triesLeft: left)) {
                try card.pairQuickly(program, isRight: false)
            }
        }
        #expect(card.wire.card.records.slots[0].state == .blocked)
        #expect(throws: ChannelError(.passwordBlocked)) { try card.pairQuickly(program) }
        #expect(throws: ChannelError(.passwordBlocked)) { try card.pair(program, slot: 1) }
        #expect(card.wire.card.records.peers.count == 1)
        var transport = card.transport(owner)
        try transport.open()
        card.wire.card.administrators = [0]
        let printed = try transport.makePassword(slot: 1, suite)
        let text = String(decoding: printed.octets(0..<printed.count), as: UTF8.self)
        #expect(try card.pair(program, password: text).state == .active)
    }

    @Test("P5: A right password after a wait takes all counters back up")
    func rightAfterWait() throws {
        let card = try TestCard(.modern)
        let program = try TestCard.Program(.modern)
        for _ in 0..<5 {
            #expect(throws: ChannelError.self) { try card.pairQuickly(program, isRight: false) }
        }
        card.time.advance(60)
        card.wire.card.records.beginPairingMode(at: card.time.seconds())
        // The fourth message is lost, so the slot is not used up.
        card.wire.onCommand = { number, command in command[3] == 4 ? .lostOnTheWay : .passed }
        #expect(throws: ChannelError(.pairingUnconfirmed)) { try card.pairQuickly(program) }
        #expect(card.wire.card.records.slots[0].failuresLeftInARow == 5)
        #expect(card.wire.card.records.slots[0].failuresLeft == 5)
        #expect(card.wire.card.records.slots[0].waits == 0)
    }

    @Test("P5: A password has ten thousand tries in its life, and right ones count", arguments: ChannelSuite.allCases)
    func lifetime(_ suite: ChannelSuite) throws {
        let card = try TestCard(suite)
        #expect(card.wire.card.records.slots[0].runsLeft == 10_000)
        card.wire.card.records.slots[0].runsLeft = 2
        let last: UInt8 = suite.parameters.pairing.lastStep
        card.wire.onCommand = { _, command in command[2] == 1 && command[3] == last ? .lostOnTheWay : .passed }
        for left in [1, 0] as [UInt16] {
            #expect(throws: ChannelError(.pairingUnconfirmed)) { try card.pairQuickly(try TestCard.Program(suite)) }
            #expect(card.wire.card.records.slots[0].runsLeft == left)
        }
        card.wire.onCommand = { _, _ in .passed }
        #expect(throws: ChannelError(.passwordBlocked)) { try card.pairQuickly(try TestCard.Program(suite)) }
        #expect(card.wire.card.records.slots[0].state == .blocked)
    }

    @Test("P5: A clock that is put back does not make a wait longer")
    func clockPutBack() throws {
        let card = try TestCard(.modern)
        let program = try TestCard.Program(.modern)
        for _ in 0..<5 {
            #expect(throws: ChannelError.self) { try card.pairQuickly(program, isRight: false) }
        }
        card.time.turnBack(10_000)
        card.wire.card.records.beginPairingMode(at: card.time.seconds())
        #expect(throws: ChannelError(.throttled, waitSeconds: 60)) { try card.pairQuickly(program) }
    }

    @Test("P3: A card that can't save a try does not begin it", arguments: ChannelSuite.allCases)
    func brokenMemory(_ suite: ChannelSuite) throws {
        let card = try TestCard(suite)
        card.wire.card.isBroken = true
        #expect(throws: ChannelError(.refused)) { try card.pairQuickly(try TestCard.Program(suite)) }
        #expect(card.wire.log.last?.answer == StatusWord.memoryFailure.octets)
    }

    @Test("P9: A slot is used once; the next program takes the next password")
    func singleUse() throws {
        let card = try TestCard(.modern, passwords: 2)
        try card.pair(try TestCard.Program(.modern))
        #expect(throws: ChannelError(.noPasswordInSlot)) { try card.pair(try TestCard.Program(.modern), slot: 1) }
        // Past the host's own look at the slots.
        #expect(throws: ChannelError(.notInPairingMode)) { try card.pairQuickly(try TestCard.Program(.modern)) }
        let second = try TestCard.Program(.modern)
        try card.pair(second)
        #expect(card.wire.card.records.peers.map(\.rights) == [[.use, .manage], .use])
        #expect(throws: ChannelError(.noPasswordInSlot)) { try card.pair(try TestCard.Program(.modern)) }
    }

    @Test("P9: Six programs use one card, and one program three cards")
    func many() throws {
        let card = try TestCard(.modern, passwords: 6)
        let programs = try (0..<6).map { _ in try TestCard.Program(.modern) }
        for (place, program) in programs.enumerated() { try card.pairQuickly(program, slot: UInt8(place + 1)) }
        for program in programs {
            var transport = card.transport(program)
            try transport.open()
            _ = try transport.close()
        }
        let identity = programs[0].identity
        for _ in 0..<3 {
            let other = try TestCard(.modern)
            let store = PairingMemory()
            var client = other.client()
            _ = try client.pair(
                identity,
                password: try TestCard.typed(other.password),
                label: PeerLabel(truncating: "x"),
                store: store
            )
            var transport = SecureCardTransport(other.wire, identity: identity, store: store, time: other.time)
            try transport.open()
        }
    }

    @Test("P10: The ninth program is refused, and a known one is not")
    func tableFull() throws {
        let card = try TestCard(.modern, passwords: 6)
        let known = try card.pairedProgram()
        let peer = card.wire.card.records.peers[0]
        for _ in 1..<8 {
            var other = peer
            other.identifier = try ChannelIdentifier(random: SystemRandom())
            card.wire.card.records.peers.append(other)
        }
        #expect(throws: ChannelError(.peerTableFull)) {
            try card.pairQuickly(try TestCard.Program(.modern), slot: 2)
        }
        try card.pairQuickly(known, slot: 2)
        #expect(card.wire.card.records.peers.count == 8)
        #expect(card.wire.card.records.peers.last?.rights == [.use, .manage])
    }

    @Test("P11: Outside of pairing mode, and after 60 seconds, nothing pairs", arguments: ChannelSuite.allCases)
    func timeOut(_ suite: ChannelSuite) throws {
        let card = try TestCard(suite)
        let program = try TestCard.Program(suite)
        card.time.advance(60)
        #expect(throws: ChannelError(.notInPairingMode)) { try card.pair(program) }
        #expect(throws: ChannelError(.notInPairingMode)) { try card.pairQuickly(program) }
        card.wire.card.records.beginPairingMode(at: card.time.seconds())
        // A run that takes longer than 60 seconds is over, whatever its step.
        for step in 2...(suite.parameters.pairing.lastStep) {
            card.wire.onCommand = { _, command in
                if command[2] == 1, command[3] == step { card.time.advance(61) }
                return .passed
            }
            card.wire.card.records.beginPairingMode(at: card.time.seconds())
            #expect(throws: ChannelError.self) { try card.pairQuickly(program) }
            #expect(card.wire.card.records.peers.isEmpty)
        }
        card.wire.onCommand = { _, _ in .passed }
        card.wire.card.records.beginPairingMode(at: card.time.seconds())
        try card.pairQuickly(program)
    }

    @Test("P11: A clock that is put back ends pairing mode, and makes no run longer")
    func earlierClock() throws {
        let card = try TestCard(.modern)
        card.time.turnBack(1)
        #expect(throws: ChannelError(.notInPairingMode)) { try card.pairQuickly(try TestCard.Program(.modern)) }
        card.wire.card.records.beginPairingMode(at: card.time.seconds())
        card.wire.onCommand = { _, command in
            if command[2] == 1, command[3] == 3 { card.time.turnBack(1) }
            return .passed
        }
        #expect(throws: ChannelError(.notInPairingMode)) { try card.pairQuickly(try TestCard.Program(.modern)) }
    }

    @Test("P11: A new run ends the one before")
    func oneRun() throws {
        let card = try TestCard(.modern)
        let program = try TestCard.Program(.modern)
        let first = PairingRequest(suites: .modern, slot: 1, host: program.identity.identifier, challenge: [])
        let begin = try ChannelFunction.pair.command(step: 1, first.encoded).encoded()
        card.wire.onCommand = { _, command in
            if command[2] == 1, command[3] == 3 { _ = card.wire.send(begin) }
            return .passed
        }
        #expect(throws: ChannelError(.notInPairingMode)) { try card.pairQuickly(program) }
    }

    @Test("P4: Steps out of order, and of wrong lengths, are refused and lose no try", arguments: ChannelSuite.allCases)
    func order(_ suite: ChannelSuite) throws {
        let card = try TestCard(suite)
        for step in UInt8(0)...9 {
            for length in [0, 1, 31, 32, 64, 128, 144, 255] {
                let data = [UInt8](repeating: 0x01, count: length)
                let command = try ChannelFunction.pair.command(step: step, data).encoded()
                #expect(card.wire.status(command) != .success)
            }
        }
        #expect(card.triesLeft == 5)
    }

    @Test("P4: A run that got a wrong message, or the same step twice, is over", arguments: ChannelSuite.allCases)
    func brokenRun(_ suite: ChannelSuite) throws {
        let card = try TestCard(suite)
        let program = try TestCard.Program(suite)
        let length =
            switch suite.parameters.pairing {
            case .commonKey: Introduction.length(suite) + MessageField.digest - 1
            case .sespake, .spake2Plus: suite.parameters.publicKeyLength - 1
            }
        for isTwice in [false, true] {
            card.wire.onCommand = { _, command in
                guard command[2] == 1, command[3] == 2 else { return .passed }
                let data = [UInt8](repeating: 0x01, count: length)
                let first = isTwice ? command : (try? ChannelFunction.pair.command(step: 2, data).encoded()) ?? []
                #expect(card.wire.status(first) == (isTwice ? .success : .wrongLength))
                return .passed
            }
            #expect(throws: ChannelError(.notInPairingMode)) { try card.pairQuickly(program) }
            #expect(card.wire.card.records.peers.isEmpty)
        }
        #expect(card.wire.card.records.slots[0].runsLeft == 9999)
    }

    @Test(
        "P4: An offer of another suite, card or slot ends the run before the password is used",
        arguments: ChannelSuite.allCases,
        [0, 1, 16, 17]
    )
    func otherOffer(_ suite: ChannelSuite, _ place: Int) throws {
        let card = try TestCard(suite)
        card.wire.onAnswer = { number, answer in
            let command = card.wire.log[number].command
            if command[2] == 1, command[3] == 1 { answer[place] ^= 0x03 }
        }
        #expect(throws: ChannelError(place == 0 ? .malformed : .handshakeFailed)) {
            try card.pairQuickly(try TestCard.Program(suite))
        }
        #expect(card.triesLeft == 5)
        #expect(!card.wire.log.contains { $0.command[2] == 1 && $0.command[3] > 1 })
    }

    @Test(
        "P4: A well-formed offer of a suite that was not asked for ends the run before the password is used",
        arguments: ChannelSuite.allCases
    )
    func otherSuite(_ suite: ChannelSuite) throws {
        let card = try TestCard(suite)
        let other: ChannelSuite = suite == .modern ? .legacy : .modern
        card.wire.onAnswer = { number, answer in
            let command = card.wire.log[number].command
            guard command[2] == 1, command[3] == 1, let offer = try? PairingOffer(decoding: answer.dropLast(2)) else {
                return
            }
            let turned = PairingOffer(
                suite: other,
                card: offer.card,
                slot: offer.slot,
                salt: offer.salt,
                challenge: other.parameters.pairing.hasChallenges ? [UInt8](repeating: 0x5A, count: 16) : [],
                triesLeft: offer.triesLeft
            )
            answer = turned.encoded + [0x90, 0x00]
        }
        #expect(throws: ChannelError(.handshakeFailed)) { try card.pairQuickly(try TestCard.Program(suite)) }
        #expect(card.triesLeft == 5)
        #expect(!card.wire.log.contains { $0.command[2] == 1 && $0.command[3] > 1 })
    }

    @Test("P4: A program that the card could not convince says so, learns how many tries are left, and sends no key")
    func unconvinced() throws {
        let card = try TestCard(.p256)
        let program = try TestCard.Program(.p256)
        card.wire.onAnswer = { number, answer in
            let command = card.wire.log[number].command
            if command[2] == 1, command[3] == 2 { answer[answer.count - 3] ^= 1 }
        }
        #expect(throws: ChannelError(.wrongPassword, triesLeft: 9)) { try card.pairQuickly(program) }
        #expect(card.wire.log.last?.command.prefix(4) == [0x80, 0x86, 0x01, 0x03])
        #expect(card.wire.log.last?.command.count == 5, "no data")
        #expect(card.triesLeft == 4)
        // A card that has another word for it is not the one that the password is for.
        card.wire.onAnswer = { number, answer in
            let command = card.wire.log[number].command
            if command[2] == 1, command[3] == 2 { answer[answer.count - 3] ^= 1 }
            if command[2] == 1, command[3] == 3 { answer = [0x90, 0x00] }
        }
        #expect(throws: ChannelError(.handshakeFailed)) { try card.pairQuickly(program) }
        #expect(program.store.load() == nil && card.wire.card.records.peers.isEmpty)
    }

    @Test("A record of the first version is read, and gets what the second one has when it is written again")
    func earlierRecord() throws {
        let card = try TestCard(.modern)
        var pairing = try card.pairQuickly(try TestCard.Program(.modern))
        pairing.reader = String(repeating: "ж", count: 70)
        pairing.tokenLabel = "anna"
        pairing.requiresChannelInReader = true
        #expect(pairing.reader == String(repeating: "ж", count: 64), "whole characters of 128 octets")
        let octets = pairing.encoded
        #expect(try CardPairing(decoding: octets) == pairing)
        let first = try CardPairing(decoding: [1] + octets[1..<139])
        #expect(first.reader.isEmpty && first.tokenLabel.isEmpty && !first.requiresChannelInReader)
        #expect(first.card == pairing.card && first.encoded.count == 142)
        for length in 0..<octets.count {
            #expect(throws: ChannelError(.malformed)) { try CardPairing(decoding: Array(octets.prefix(length))) }
        }
    }

    @Test("P10: Places and waits are looked at when they are needed, not at the run's beginning only")
    func changedMeanwhile() throws {
        let card = try TestCard(.modern, passwords: 2)
        _ = try card.pairedProgram()
        let peer = card.wire.card.records.peers[0]
        card.wire.onCommand = { _, command in
            guard command[2] == 1, command[3] == 4 else { return .passed }
            for _ in 1..<8 {
                var other = peer
                other.identifier = (try? ChannelIdentifier(random: SystemRandom())) ?? peer.identifier
                card.wire.card.records.peers.append(other)
            }
            return .passed
        }
        let program = try TestCard.Program(.modern)
        #expect(throws: ChannelError(.pairingUnconfirmed)) { try card.pairQuickly(program, slot: 2) }
        #expect(card.wire.card.records.peers.count == 8)
        #expect(card.wire.card.records.slots[1].state == .unused)
        card.wire.card.records.peers = [peer]
        card.wire.onCommand = { _, command in
            guard command[2] == 1, command[3] == 2 else { return .passed }
            card.wire.card.records.slots[1].failuresLeftInARow = 0
            card.wire.card.records.slots[1].waits = 1
            card.wire.card.records.slots[1].waitEnds = card.time.seconds() + 60
            return .passed
        }
        #expect(throws: ChannelError(.throttled, waitSeconds: 60)) { try card.pairQuickly(program, slot: 2) }
    }

    @Test("P9: A password that replaces another one during a run loses no try by it", arguments: ChannelSuite.allCases)
    func replacedPassword(_ suite: ChannelSuite) throws {
        let last: UInt8 = suite.parameters.pairing.lastStep
        for step in 2...last {
            let card = try TestCard(suite)
            card.wire.onCommand = { _, command in
                guard command[2] == 1, command[3] == step else { return .passed }
                let old = card.wire.card.records.slots[0].verifier
                card.wire.card.records.slots[0] = PasswordSlot()
                card.wire.card.records.slots[0].suite = suite
                card.wire.card.records.slots[0].salt = [UInt8](repeating: 0x11, count: 16)
                card.wire.card.records.slots[0].verifier = old
                return .passed
            }
            #expect(throws: ChannelError.self) { try card.pairQuickly(try TestCard.Program(suite)) }
            #expect(card.wire.card.records.peers.isEmpty)
            let slot = card.wire.card.records.slots[0]
            #expect(slot.failuresLeft == 10 && slot.runsLeft == 10_000 && slot.state == .unused)
        }
    }

    @Test("P4: A wrong proof in the last step leaves nobody paired, or unsure of it", arguments: ChannelSuite.allCases)
    func lastProof(_ suite: ChannelSuite) throws {
        let last: UInt8 = suite.parameters.pairing.lastStep
        for isCommand in [true, false] {
            let card = try TestCard(suite)
            let program = try TestCard.Program(suite)
            card.wire.onCommand = { _, command in
                if isCommand, command[2] == 1, command[3] == last { command[5] ^= 1 }
                return .passed
            }
            card.wire.onAnswer = { number, answer in
                let command = card.wire.log[number].command
                if !isCommand, command[2] == 1, command[3] == last { answer[0] ^= 1 }
            }
            #expect(throws: ChannelError(.pairingUnconfirmed)) { try card.pairQuickly(program) }
            #expect(program.store.load()?.state == .pending)
            #expect(card.wire.card.records.peers.isEmpty == isCommand)
        }
    }

    @Test("P8: A lost answer leaves both ends able to go on", arguments: ChannelSuite.allCases)
    func lostAnswers(_ suite: ChannelSuite) throws {
        let last: UInt8 = suite.parameters.pairing.lastStep
        for step in 1...last {
            for fate in [Wire.Fate.lostOnTheWay, .answerLost] {
                let card = try TestCard(suite)
                let program = try TestCard.Program(suite)
                card.wire.onCommand = { _, command in command[2] == 1 && command[3] == step ? fate : .passed }
                let code: ChannelError.Code = step == last ? .pairingUnconfirmed : .exchangeFailed
                #expect(throws: ChannelError(code)) { try card.pairQuickly(program) }
                #expect(program.store.load()?.state == (step == last ? .pending : nil))
                card.wire.onCommand = { _, _ in .passed }
                var transport = card.transport(program)
                if step == last, fate == .answerLost {
                    // The card is paired; the first session tells the program so.
                    try transport.open()
                    #expect(program.store.load()?.state == .active)
                } else {
                    #expect(throws: ChannelError(.notPaired)) { try transport.open() }
                    #expect(program.store.load() == nil)
                    try card.pairQuickly(program)
                    try transport.open()
                }
            }
        }
    }

    @Test("P8: A power cut between two steps ends the run, and no try is won by it", arguments: ChannelSuite.allCases)
    func powerCut(_ suite: ChannelSuite) throws {
        let last: UInt8 = suite.parameters.pairing.lastStep
        for step in 2...last {
            let card = try TestCard(suite)
            card.wire.onCommand = { _, command in
                if command[2] == 1, command[3] == step { card.wire.reset() }
                return .passed
            }
            #expect(throws: ChannelError.self) { try card.pairQuickly(try TestCard.Program(suite), isRight: false) }
            #expect(card.triesLeft == (step > 2 ? 4 : 5))
            #expect(card.wire.card.records.peers.isEmpty)
        }
    }

    @Test("P10: Pairing anew replaces the program's place")
    func anew() throws {
        let card = try TestCard(.modern, passwords: 2)
        let program = try card.pairedProgram()
        var transport = card.transport(program)
        try transport.open()
        try card.pairQuickly(program, slot: 2)
        #expect(card.wire.card.records.peers.count == 1)
        var again = card.transport(program)
        try again.open()
        let isCloneSuspected = again.isCloneSuspected
        #expect(!isCloneSuspected)
        #expect(program.store.load()?.lastCounter == 1)
    }

    @Test("P1: A host that does not allow it uses no legacy password")
    func legacyPolicy() throws {
        let card = try TestCard(.legacy)
        var client = card.client(ChannelPolicy())
        #expect(throws: ChannelError(.suiteNotSupported)) {
            try client.pair(
                try TestCard.Program(.legacy).identity,
                password: try TestCard.typed(card.password),
                label: PeerLabel(truncating: "x"),
                store: PairingMemory()
            )
        }
        #expect(card.wire.log.isEmpty)
    }

    @Test("P1: A password is not tried on a slot of another suite")
    func otherSuite() throws {
        let keys = [
            ChannelSuite.legacy: try KeyPair(generatingFor: .legacy), .modern: try KeyPair(generatingFor: .modern),
        ]
        let card = try TestCard(.modern, keys: keys)
        let legacy = try TestCard(.legacy)
        #expect(throws: ChannelError(.suiteNotSupported)) {
            try card.pair(try TestCard.Program(.legacy), password: legacy.password, slot: 1)
        }
        #expect(throws: ChannelError(.noPasswordInSlot)) {
            try card.pair(try TestCard.Program(.legacy), password: legacy.password)
        }
        #expect(card.triesLeft == 5)
    }

    @Test(
        "A card without a channel is told from a broken one",
        arguments: ["6D00", "6E00", "6982", "02029000", "9000"]
    )
    func noChannel(_ answer: String) throws {
        let card = try TestCard(.modern)
        card.wire.onAnswer = { _, octets in octets = Hex.decode(answer) ?? [] }
        #expect(throws: ChannelError(.notSupported)) { try card.pair(try TestCard.Program(.modern)) }
    }

    @Test("What a card tells about its channel can be read, and every cut of it is refused")
    func information() throws {
        let card = try TestCard(.modern, passwords: 2)
        let octets = try card.wire.send(ChannelFunction.information.command().encoded()).dropLast(2)
        let information = try ChannelInformation(decoding: Array(octets))
        #expect(information.isInPairingMode && information.isChannelRequired)
        #expect(information.suites == [.modern])
        #expect(information.freePeers == 8)
        #expect(information.serialNumber == 0x4894_721A)
        #expect(information.slots.map(\.state) == [.unused, .unused, .empty, .empty, .empty, .empty])
        #expect(information.slots[0].suite == .modern)
        for length in 0..<octets.count {
            #expect(throws: ChannelError.self) { try ChannelInformation(decoding: Array(octets.prefix(length))) }
        }
        #expect(throws: ChannelError.self) { try ChannelInformation(decoding: octets + [0]) }
    }
}
