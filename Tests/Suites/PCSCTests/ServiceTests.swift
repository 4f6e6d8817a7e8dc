import JetonOctets
import TestRig
import Testing

@Suite("PC/SC service with a virtual reader", .timeLimit(.minutes(5)))
struct ServiceTests {
    @Test("Readers are listed with their states and the answer to reset")
    func list() async throws {
        let service = try await Service()
        let empty = try await service.probe("list")
        #expect(
            empty.lines == [
                "valid true", "reader \(Service.slot) [empty] ", "reader \(Service.otherSlot) [empty] ", "closed",
            ]
        )
        _ = try await service.insert()
        let inserted = try await service.probe("list")
        #expect(inserted.lines.contains("reader \(Service.slot) [present] \(Hex.encode(Service.bluetoothATR))"))
        #expect(inserted.status == 0)
        try await service.pcscd.stop()
    }

    @Test("Commands reach the card as they are, and answers come back whole")
    func transmit() async throws {
        let service = try await Service()
        let card = try await service.insert { command in
            command == [0x00, 0xB0, 0x00, 0x00] ? [0x6B, 0x00] : [UInt8](repeating: 0xAB, count: 256) + [0x90, 0x00]
        }
        let result = try await service.probe("transmit", Service.slot, "00b00000", "00a4040001a000")
        #expect(result.lines == ["protocol T=1", "answer 2 6b00", "answer 258 abababababababababababababab9000"])
        #expect(card.commands == [[0x00, 0xB0, 0, 0], [0x00, 0xA4, 0x04, 0x00, 0x01, 0xA0, 0x00]])
        #expect(card.controls.contains(0x02))
        try await service.pcscd.stop()
    }

    @Test("Without the extended form long commands are chained through the service, and answers joined")
    func chaining() async throws {
        let service = try await Service()
        let card = try await service.insert { command in
            if command[0] & 0x10 != 0 { return [0x90, 0x00] }
            return [UInt8](repeating: 1, count: 256) + (command[1] == 0xC0 ? [0x90, 0x00] : [0x61, 0x00])
        }
        let result = try await service.probe("channel", Service.slot, "600", "1000")
        #expect(
            result.lines == [
                "extended false 261", "atr 3B8B015275746F6B656E44534254D7", "answer 512 done (SW 9000)",
            ]
        )
        #expect(card.commands.map { $0.prefix(2) } == [[0x10, 0xCB], [0x10, 0xCB], [0x00, 0xCB], [0x00, 0xC0]])
        try await service.pcscd.stop()
    }

    @Test("A card that says it takes the extended form gets 3,000 octets in one command")
    func extended() async throws {
        let service = try await Service()
        let atr = try #require(Hex.decode("3BFD1300008131FE158073C021C057597562694B657940"))
        let card = try await service.insert(atr: atr) { _ in [UInt8](repeating: 2, count: 4000) + [0x90, 0x00] }
        let result = try await service.probe("channel", Service.slot, "3000", "65536")
        #expect(result.lines.first == "extended true 65544")
        #expect(result.lines.last == "answer 4000 done (SW 9000)")
        #expect(card.commands.map(\.count) == [4 + 3 + 3000 + 2])
        try await service.pcscd.stop()
    }

    @Test("Under T=0 a command with data loses its expected length, and one without gets five octets")
    func t0() async throws {
        let service = try await Service()
        let card = try await service.insert(atr: [0x3B, 0x02, 0x14, 0x50]) { command in
            command[1] == 0xC0 ? [7, 0x90, 0x00] : [0x61, 0x01]
        }
        #expect(try await service.probe("connect", Service.slot).lines == ["protocol T=0"])
        let result = try await service.probe("channel", Service.slot, "3", "256")
        #expect(result.lines.last == "answer 1 done (SW 9000)")
        #expect(card.commands.first == [0x00, 0xCB, 0x3F, 0xFF, 0x03, 0x5C, 0x5C, 0x5C])
        let bare = try await service.probe("channel", Service.slot, "0")
        #expect(bare.lines.last == "answer 1 done (SW 9000)")
        #expect(card.commands.dropFirst(2).first == [0x00, 0xCB, 0x3F, 0xFF, 0x00])
        try await service.pcscd.stop()
    }

    @Test("Hostile answers end in an error or a status, never in a crash", arguments: HostileAnswer.all)
    func hostile(row: HostileAnswer) async throws {
        let service = try await Service()
        let card = try await service.insert { _ in row.answer }
        let result = try await service.probe("channel", Service.slot, "1", "256")
        #expect(result.lines.last == row.line)
        #expect(card.commands.count >= 1)
        try await service.pcscd.stop()
    }

    @Test("An unknown reader, an empty one and a mute card are told apart")
    func connectionErrors() async throws {
        let service = try await Service()
        #expect(
            try await service.probe("connect", "No such reader").lines == ["error SCARD_E_UNKNOWN_READER SCardConnect"]
        )
        let empty = try await service.probe("connect", Service.slot)
        #expect(empty.lines == ["error SCARD_E_NO_SMARTCARD SCardConnect"])
        #expect(empty.status == 1)
        _ = try await service.insert()
        let mismatch = try await service.probe("connect", Service.slot, "T=0")
        #expect(mismatch.lines == ["error SCARD_E_PROTO_MISMATCH SCardConnect"])
        try await service.pcscd.stop()
    }

    @Test("A reader without a card answers a direct connection")
    func directConnection() async throws {
        let service = try await Service()
        let result = try await service.probe("reader", Service.slot)
        #expect(result.lines.first == "protocol none")
        #expect(result.lines.contains("features 0"))
        #expect(result.status == 0)
        try await service.pcscd.stop()
    }

    @Test("An exclusive connection keeps others out until it ends")
    func exclusive() async throws {
        let service = try await Service()
        _ = try await service.insert()
        let result = try await service.probe("exclusive", Service.slot)
        #expect(result.lines == ["error SCARD_E_SHARING_VIOLATION SCardConnect", "protocol T=1"])
        try await service.pcscd.stop()
    }

    @Test("A transaction ends at the end of its scope, also by an error")
    func transaction() async throws {
        let service = try await Service()
        _ = try await service.insert()
        let result = try await service.probe("transaction", Service.slot)
        #expect(
            result.lines == [
                "answer 9000", "ended by SCardTransmit", "error SCARD_E_NOT_TRANSACTED SCardEndTransaction",
            ]
        )
        try await service.pcscd.stop()
    }

    @Test(
        "Another program waits until a transaction ends, whether it begins one of its own or sends a command",
        arguments: [
            (["transaction"], ["answer 9000"]),
            (
                ["channel", "0"],
                ["extended false 261", "atr 3B8B015275746F6B656E44534254D7", "answer 0 done (SW 9000)"]
            ),
        ]
    )
    func heldTransaction(_ words: [String], _ lines: [String]) async throws {
        let service = try await Service()
        _ = try await service.insert()
        let holder = try service.startProbe("hold", Service.slot)
        #expect(try await holder.nextLine() == "holding")
        let waiter = try service.startProbe([words[0], Service.slot] + words.dropFirst())
        // Time enough for a waiter that does not wait.
        try await Task.sleep(for: .milliseconds(500))
        #expect(waiter.collectedOutput.isEmpty)
        holder.closeInput()
        #expect(try await holder.nextLine() == "released")
        for line in lines { #expect(try await waiter.nextLine() == line) }
        _ = try await (holder.finish(), waiter.finish())
        try await service.pcscd.stop()
    }

    @Test("A reset by another connection is noticed, and a reconnection helps")
    func reset() async throws {
        let service = try await Service()
        _ = try await service.insert()
        let result = try await service.probe("reset", Service.slot)
        #expect(result.lines == ["card error: the card was reset by another program", "answer 9000"])
        try await service.pcscd.stop()
    }

    @Test("A wait ends by cancellation from another thread, and by its timeout")
    func waiting() async throws {
        let service = try await Service()
        #expect(try await service.probe("cancel").lines == ["error SCARD_E_CANCELLED SCardGetStatusChange"])
        #expect(try await service.probe("timeout").lines == ["error SCARD_E_TIMEOUT SCardGetStatusChange"])
        try await service.pcscd.stop()
    }

    @Test("A child made by fork is kept off the parent's context")
    func fork() async throws {
        let service = try await Service()
        let result = try await service.probe("fork")
        #expect(result.lines == ["error usedAfterFork SCardListReaders", "parent has 2 readers"])
        try await service.pcscd.stop()
    }

    @Test("Without a running service there is no context")
    func noService() async throws {
        let service = try await Service(isServiceStarted: false)
        let result = try await service.probe("list")
        #expect(result.lines == ["error SCARD_E_NO_SERVICE SCardEstablishContext"])
        #expect(result.status == 1)
        try await service.pcscd.stop()
    }
}

/// An answer that a proper card does not give, and what is to come of it.
struct HostileAnswer: Sendable, CustomTestStringConvertible {
    let answer: [UInt8]
    let line: String

    var testDescription: String { "\(answer.count) octets" }

    static let all = [
        HostileAnswer(answer: [0x90], line: "card error: the card's answer has no status word"),
        HostileAnswer(answer: [0x61, 0x00], line: "card error: the card announces more data without end"),
        HostileAnswer(answer: [0x6C, 0x01], line: "answer 0 wrong expected length, the card has 1 bytes (SW 6C01)"),
        HostileAnswer(
            answer: [UInt8](repeating: 0, count: 65_535),
            line: "answer 65533 status defined by the application (SW 0000)"
        ),
    ]
}
