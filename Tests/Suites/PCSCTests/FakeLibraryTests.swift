import JetonPCSC
import SmartCard
import Testing

@Suite("A PC/SC library whose readers come and go, and which lies", .timeLimit(.minutes(5)))
struct FakeLibraryTests {
    @Test("The monitor reports a reader that is added or removed while it waits")
    func hotplug() async throws {
        let fake = try await FakeLibrary(readers: ["A 00 00"])
        var events = ReaderMonitor(library: fake.library).makeAsyncIterator()
        let a = ReaderName("A 00 00")
        let b = ReaderName("B 00 00")
        #expect(await events.next(isolation: nil) == .serviceAvailable)
        #expect(await events.next(isolation: nil)?.added == a)
        #expect(await events.next(isolation: nil)?.inserted == a)
        // Past the time in which the list is read again by itself.
        try await Task.sleep(for: .seconds(1))
        try fake.setReaders(["A 00 00", "B 00 00"])
        #expect(await events.next(isolation: nil)?.added == b)
        #expect(await events.next(isolation: nil)?.inserted == b)
        try await Task.sleep(for: .seconds(1))
        try fake.setReaders(["B 00 00"])
        let removal = await events.next(isolation: nil)
        guard case .cardRemoved(let state)? = removal else {
            Issue.record("\(String(describing: removal)) instead of the card's removal")
            return
        }
        #expect(state.reader == a)
        #expect(await events.next(isolation: nil) == .readerRemoved(a))
    }

    @Test("Lengths beyond what there is room for are errors or are cut, and nothing is read there")
    func lies() async throws {
        let fake = try await FakeLibrary(readers: ["A 00 00"])
        let context = try Context(library: fake.library)
        let states = try context.states(of: try context.readers())
        #expect(states.map(\.atr.count) == [33])
        let card = try context.connect(to: ReaderName("A 00 00"))
        #expect(throws: PCSCError(.malformedAnswer, in: .transmit)) { try card.transmit([0, 1, 2, 3]) }
        #expect(throws: PCSCError(.malformedAnswer, in: .control)) { try card.control(1) }
        #expect(throws: PCSCError(.malformedAnswer, in: .getAttribute)) { try card.attribute(.vendorName) }
        #expect(try card.status().atr.count == 33)
        try fake.setReaders(["liar"])
        #expect(throws: PCSCError(.malformedAnswer, in: .listReaders)) { try context.readers() }
        try fake.setReaders([])
        #expect(try context.readers() == [])
    }

    @Test(
        "A card that another program resets while it is connected is a card, and no removed one",
        arguments: [0, 1, 2]
    )
    func resets(count: Int) async throws {
        let reader = "pad 9000 4 8 resets \(count)"
        let fake = try await FakeLibrary(readers: [reader])
        let context = try Context(library: fake.library)
        var transport = try PCSCTransport(try context.connect(to: ReaderName(reader)))
        #expect(transport.pinEntry != nil)
        try transport.reconnect()
    }

    @Test("A card that is reset again and again is reported as reset")
    func endlessResets() async throws {
        let reader = "pad 9000 4 8 resets 3"
        let fake = try await FakeLibrary(readers: [reader])
        let card = try Context(library: fake.library).connect(to: ReaderName(reader))
        do {
            _ = try PCSCTransport(card)
            Issue.record("a card that is reset all the time was taken for one that is not")
        } catch {
            #expect(error.code == .cardReset)
        }
    }

    @Test("A command that is empty or too long is refused before the library sees it", arguments: [0, 65_549])
    func commandLength(count: Int) async throws {
        let fake = try await FakeLibrary(readers: ["A 00 00"])
        let card = try Context(library: fake.library).connect(to: ReaderName("A 00 00"))
        #expect(throws: PCSCError(.invalidParameter, in: .transmit)) {
            try card.transmit([UInt8](repeating: 0, count: count))
        }
    }
}

extension ReaderEvent {
    /// The reader of an addition.
    fileprivate var added: ReaderName? { if case .readerAdded(let state) = self { state.reader } else { nil } }
    /// The reader of an insertion.
    fileprivate var inserted: ReaderName? { if case .cardInserted(let state) = self { state.reader } else { nil } }
}
