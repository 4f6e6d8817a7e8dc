import JetonLibcrypto
import JetonNetwork

#if canImport(Glibc)
    import Glibc
#endif

/// A body that is compared with its description as it passes.
///
/// Its last piece is handed on after the digest was compared: of another body the target gets a part that its length
/// gives away, and never the whole.
final class RelayCheckedBody: SteppedChannel {
    private let source: RelayStream
    private let expected: RelayBody
    private var reader: HTTPBodyReader
    private var count: UInt64 = 0
    /// What differs; nil as long as nothing does.
    private(set) var mismatch: RelayBodyMismatch?

    /// Reads a body, whose head has been read, from a server.
    ///
    /// - Throws: ``RelayBodyMismatch`` if its length is known to differ.
    init(_ source: RelayStream, _ framing: HTTPFraming, is expected: RelayBody) throws(RelayBodyMismatch) {
        self.source = source
        self.expected = expected
        reader = HTTPBodyReader(framing)
        if case .length(let length) = framing, length != expected.size {
            throw RelayBodyMismatch(description: "it has \(length) bytes, expected \(expected.size)")
        }
        guard expected.size > 0 || isExpected else { throw RelayCheckedBody.anotherDigest }
    }

    private static let anotherDigest = RelayBodyMismatch(description: "it has a different digest")

    private var isExpected: Bool { (try? expected.hash.finish()) == expected.digest }

    var descriptor: Int32 { source.channel.descriptor }

    func tryRead(into buffer: inout [UInt8], _ range: Range<Int>) throws(NetworkError) -> ChannelStep {
        while count < expected.size, mismatch == nil {
            // Before the socket is asked: nothing more may come for as long as the server likes.
            if reader.isComplete {
                mismatch = RelayBodyMismatch(description: "it has \(count) bytes, expected \(expected.size)")
                break
            }
            if source.isEmpty {
                if let events = try fill() { return events == Int16(POLLOUT) ? .needsWriting : .needsReading }
                if source.isEmpty {
                    // A body up to the end of the connection may end here; one with a length or chunks is cut.
                    try reader.close()
                    mismatch = RelayBodyMismatch(description: "it has \(count) bytes, expected \(expected.size)")
                    break
                }
            }
            let moved = try move(into: &buffer, range)
            if moved > 0 { return .moved(moved) }
        }
        guard mismatch == nil else { throw NetworkError(.malformedMessage, "the body differs from the expected one") }
        return .ended
    }

    private func fill() throws(NetworkError) -> Int16? {
        do { return try source.fill() } catch { throw error.cause }
    }

    /// Decodes and hashes what has come; nothing of a piece that makes the body another one is handed on.
    private func move(into buffer: inout [UInt8], _ range: Range<Int>) throws(NetworkError) -> Int {
        var end = range.lowerBound
        do {
            // Decoded bytes are never more than those they come from.
            let taken = try reader.read(source.pending.prefix(range.count)) { piece in
                try expected.hash.update(piece.span)
                buffer.replaceSubrange(end..<(end + piece.count), with: piece)
                end += piece.count
            }
            source.take(taken)
        } catch {
            throw error as? NetworkError ?? NetworkError(.malformedMessage, "the body")
        }
        let moved = end - range.lowerBound
        count += UInt64(moved)
        if count > expected.size {
            mismatch = RelayBodyMismatch(description: "it has more than \(expected.size) bytes")
            return 0
        }
        if count == expected.size, moved > 0, !isExpected {
            mismatch = RelayCheckedBody.anotherDigest
            return 0
        }
        return moved
    }

    func tryWrite(_ buffer: [UInt8], _ range: Range<Int>) throws(NetworkError) -> ChannelStep { .ended }

    func read(_ capacity: Int, by deadline: Deadline) throws(NetworkError) -> [UInt8] { [] }

    func write(_ bytes: [UInt8], by deadline: Deadline) throws(NetworkError) {
        throw NetworkError(.connectionClosed, "a body cannot be written to")
    }

    func close() { source.channel.close() }
}
