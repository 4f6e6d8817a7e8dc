import JetonNetwork
import TestRig
import Testing

@testable import JetonRelay

@Suite("One direction of a relay")
struct RelayFlowTests {
    /// Gives what it was made with, piece by piece, and takes what is written.
    private final class ScriptedChannel: SteppedChannel {
        let descriptor: Int32 = 0
        /// What is read; an empty piece stands for nothing yet.
        var pieces: [[UInt8]] = []
        var random: SeededNumbers?
        private(set) var written: [[UInt8]] = []
        private(set) var largest = 0
        private var refused: [UInt8]?

        func tryRead(into buffer: inout [UInt8], _ range: Range<Int>) throws(NetworkError) -> ChannelStep {
            guard let piece = pieces.first else { return .ended }
            pieces.removeFirst()
            if piece.isEmpty { return .needsReading }
            let count = min(piece.count, range.count)
            buffer.replaceSubrange(range.lowerBound..<range.lowerBound + count, with: piece[..<count])
            if count < piece.count { pieces.insert(Array(piece[count...]), at: 0) }
            return .moved(count)
        }

        func tryWrite(_ buffer: [UInt8], _ range: Range<Int>) throws(NetworkError) -> ChannelStep {
            let offered = Array(buffer[range])
            if let refused { #expect(refused == offered, "other bytes after a step that could not") }
            refused = nil
            largest = max(largest, buffer.count)
            guard var numbers = random else {
                written.append(offered)
                return .moved(offered.count)
            }
            defer { random = numbers }
            if numbers.next(below: 3) == 0 {
                refused = offered
                return .needsWriting
            }
            let count = 1 + numbers.next(below: min(offered.count, 5000))
            written.append(Array(offered.prefix(count)))
            return .moved(count)
        }

        func read(_ capacity: Int, by deadline: Deadline) throws(NetworkError) -> [UInt8] { [] }
        func write(_ bytes: [UInt8], by deadline: Deadline) throws(NetworkError) {}
        func close() {}
    }

    private static let head = Array("HTTP/1.1 200 \r\n\r\n".utf8)

    @Test(
        "A head and a small body leave together",
        arguments: [
            (HTTPFraming.length(5), RelayFlow.Form.plain, "hello", "hello"),
            (.chunked, .chunked, "5\r\nhello\r\n0\r\n\r\n", "5\r\nhello\r\n0\r\n\r\n"),
            (.untilClose, .chunked, "hello", "5\r\nhello\r\n0\r\n\r\n"), (.length(0), .plain, "", ""),
        ]
    )
    func together(_ framing: HTTPFraming, _ form: RelayFlow.Form, _ body: String, _ sent: String) throws {
        let channel = ScriptedChannel()
        channel.pieces = body.isEmpty ? [] : [Array(body.utf8)]
        let sink = ScriptedChannel()
        var flow = RelayFlow(framing, as: form, after: Self.head)
        _ = try flow.move(from: RelayStream(channel, .target), to: RelayStream(sink, .client))
        #expect(flow.isComplete)
        #expect(sink.written == [Self.head + Array(sent.utf8)])
        #expect(flow.count == (body.isEmpty ? 0 : 5))
    }

    @Test("A head does not wait for a body that has not come")
    func apart() throws {
        let channel = ScriptedChannel()
        channel.pieces = [[], Array("hello".utf8)]
        let sink = ScriptedChannel()
        let (from, to) = (RelayStream(channel, .target), RelayStream(sink, .client))
        var flow = RelayFlow(.length(5), as: .plain, after: Self.head)
        #expect(try flow.move(from: from, to: to).sourceEvents != 0)
        #expect(sink.written == [Self.head] && !flow.isComplete)
        _ = try flow.move(from: from, to: to)
        #expect(sink.written == [Self.head, Array("hello".utf8)] && flow.isComplete)
    }

    @Test("A head goes ahead of a body that is cut or malformed")
    func cut() throws {
        for (framing, body) in [(HTTPFraming.length(5), "he"), (.chunked, "5\r\nhe")] {
            let channel = ScriptedChannel()
            channel.pieces = [Array(body.utf8)]
            let sink = ScriptedChannel()
            let (from, to) = (RelayStream(channel, .target), RelayStream(sink, .client))
            var flow = RelayFlow(framing, as: framing == .chunked ? .chunked : .plain, after: Self.head)
            #expect(throws: RelayFault.self) {
                for _ in 0..<3 { _ = try flow.move(from: from, to: to) }
            }
            #expect(sink.written.first?.starts(with: Self.head) == true, "\(body)")
            #expect(!flow.isComplete)
        }
    }

    @Test("Bodies arrive whole by any steps of both sides, and what waits stays small", arguments: 0..<200)
    func anySteps(_ seed: Int) throws {
        var random = SeededNumbers(seed: UInt64(seed))
        let body = (0..<random.next(below: 150_000)).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ seed) }
        let framing: HTTPFraming = [.length(UInt64(body.count)), .chunked, .untilClose][random.next(below: 3)]
        let form: RelayFlow.Form =
            if case .length = framing { .plain } else { random.next(below: 2) == 0 ? .plain : .chunked }
        let channel = ScriptedChannel()
        var wire = body[...]
        if framing == .chunked { wire = Self.chunks(body, &random)[...] }
        while !wire.isEmpty {
            let count = min(wire.count, 1 + random.next(below: 40_000))
            channel.pieces.append(Array(wire.prefix(count)))
            wire = wire.dropFirst(count)
            if random.next(below: 2) == 0 { channel.pieces.append([]) }
        }
        let sink = ScriptedChannel()
        sink.random = random
        let (from, to) = (RelayStream(channel, .target), RelayStream(sink, .client))
        var flow = RelayFlow(framing, as: form, after: Self.head)
        var steps = 0
        while !flow.isComplete {
            _ = try flow.move(from: from, to: to)
            steps += 1
            try #require(steps < 100_000)
        }
        var got = Array(sink.written.joined())
        #expect(got.starts(with: Self.head))
        got.removeFirst(Self.head.count)
        if form == .chunked {
            var decoded: [UInt8] = []
            var reader = HTTPBodyReader(.chunked)
            #expect(try reader.read(got[...]) { decoded += $0 } == got.count && reader.isComplete)
            got = decoded
        }
        #expect(got == body)
        #expect(flow.count == UInt64(body.count))
        // A buffer, what was joined before it, and the lines of chunks.
        #expect(sink.largest <= 65_536 + 16_384 + 64)
    }

    private static func chunks(_ body: [UInt8], _ random: inout SeededNumbers) -> [UInt8] {
        var wire: [UInt8] = []
        var rest = body[...]
        while !rest.isEmpty {
            let count = min(rest.count, 1 + random.next(below: 30_000))
            wire += Array("\(String(count, radix: 16))\r\n".utf8) + rest.prefix(count) + Array("\r\n".utf8)
            rest = rest.dropFirst(count)
        }
        return wire + Array("0\r\n\r\n".utf8)
    }
}
