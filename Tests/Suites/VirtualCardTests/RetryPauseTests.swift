import Testing

@testable import VirtualCard

@Suite("The pause between two tries of a plug")
struct RetryPauseTests {
    @Test("It grows to two seconds while nothing changes, and is short again after a change")
    func grows() {
        var pause = RetryPause()
        let first = (0..<7).map { _ in pause.next(after: .noReader) }
        #expect(first == [100, 200, 400, 800, 1600, 2000, 2000])
        #expect(pause.next(after: .foreignReader) == 100)
        #expect(pause.next(after: .foreignReader) == 200)
        #expect(pause.next(after: .noReader) == 100)
        _ = pause.next(after: .noReader)
        #expect(pause.next(after: .noReader, wasInReader: true) == 100, "the reader went away at once")
        #expect((0..<3).map { _ in pause.next(after: .ejected) } == [100, 100, 100])
    }
}
