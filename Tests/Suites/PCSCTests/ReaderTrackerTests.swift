import Testing

@testable import JetonPCSC

@Suite("Reader tracker")
struct ReaderTrackerTests {
    private let a = ReaderName("A 00 00")
    private let b = ReaderName("B 00 00")

    private func state(_ reader: ReaderName, _ flags: ReaderFlags, count: UInt16 = 0) -> ReaderState {
        ReaderState(reader: reader, flags: flags, eventCount: count)
    }

    @Test("A reader is told of when its state is learnt, with its card")
    func added() {
        var tracker = ReaderTracker()
        #expect(tracker.replaceReaders([a, b]) == [])
        #expect(tracker.states.map(\.known) == [0, 0])
        let present = state(a, .present)
        #expect(
            tracker.update([state(a, [.present, .changed]), state(b, [.empty, .changed])])
                == [.readerAdded(present), .cardInserted(present), .readerAdded(state(b, .empty))]
        )
        #expect(tracker.update([present, state(b, .empty)]) == [])
    }

    @Test("A card that was swapped between two looks is told of twice")
    func swapped() {
        var tracker = ReaderTracker()
        _ = tracker.replaceReaders([a])
        _ = tracker.update([state(a, .present, count: 65_535)])
        #expect(
            tracker.update([state(a, .present, count: 1)])
                == [.cardRemoved(state(a, .present, count: 65_535)), .cardInserted(state(a, .present, count: 1))]
        )
    }

    @Test("A removed reader takes its card along; the others keep their states")
    func removed() {
        var tracker = ReaderTracker()
        _ = tracker.replaceReaders([a, b])
        _ = tracker.update([state(a, .present), state(b, .empty)])
        #expect(tracker.replaceReaders([b]) == [.cardRemoved(state(a, .present)), .readerRemoved(a)])
        #expect(tracker.states == [state(b, .empty)])
        #expect(tracker.removeAll() == [.readerRemoved(b)])
    }

    @Test("A reader that comes and goes before its state is learnt is not told of")
    func unlearnt() {
        var tracker = ReaderTracker()
        _ = tracker.replaceReaders([a])
        #expect(tracker.update([state(a, .changed)]) == [])
        #expect(tracker.replaceReaders([]) == [])
        #expect(tracker.update([state(a, .present)]) == [])
    }

    @Test("Names that a service gives twice are one reader")
    func duplicates() {
        var tracker = ReaderTracker()
        _ = tracker.replaceReaders([a, b, a])
        #expect(tracker.states.map(\.reader) == [a, b])
    }

    @Test("Other changes are told of with the new flags")
    func changed() {
        var tracker = ReaderTracker()
        _ = tracker.replaceReaders([a])
        _ = tracker.update([state(a, .present)])
        #expect(
            tracker.update([state(a, [.present, .inUse, .changed])]) == [.stateChanged(state(a, [.present, .inUse]))]
        )
        #expect(tracker.update([state(a, .empty, count: 2)]) == [.cardRemoved(state(a, .empty, count: 2))])
        #expect(tracker.update([state(a, .empty, count: 4)]) == [.stateChanged(state(a, .empty, count: 4))])
    }
}
