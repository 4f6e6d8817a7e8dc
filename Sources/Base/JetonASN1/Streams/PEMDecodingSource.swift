/// Passes DER and BER through and decodes PEM on the way, in constant memory.
///
/// PEM is recognized by a first byte that does not start a SEQUENCE. Text before the block is skipped, at most 64 KiB;
/// everything after the first block is ignored.
public struct PEMDecodingSource<Base: ByteSource & ~Copyable>: ByteSource, ~Copyable {
    private enum State {
        case unknown
        case binary
        case preamble
        case body
        case lastLine
        case finished
    }

    private var base: Base
    private let labels: [String]
    private var state = State.unknown
    private var label = ""
    private var line: [UInt8] = []
    private var preambleCount = 0
    private var decoder = Base64Decoder()
    private var pending: [UInt8] = []
    private var pendingPosition = 0
    private var text = [UInt8](repeating: 0, count: Base.firstPieceSize)
    /// How many bytes of `text` the last read filled.
    private var textCount = 0

    /// Wraps a source.
    ///
    /// - Parameters:
    ///   - base: The source.
    ///   - labels: The labels of blocks that are accepted.
    public init(_ base: consuming Base, labels: [String]) {
        self.base = base
        self.labels = labels
    }

    /// Writes the next decoded bytes to the front of a buffer.
    ///
    /// - Throws: ``PEMError``, and what the wrapped source throws.
    public mutating func read(into buffer: inout MutableSpan<UInt8>) throws -> Int {
        if state == .binary, pendingPosition == pending.count { return try base.read(into: &buffer) }
        while pendingPosition == pending.count {
            guard state != .finished, try decodeMore() else { return 0 }
        }
        let count = min(buffer.count, pending.count - pendingPosition)
        for index in 0..<count { buffer[index] = pending[pendingPosition + index] }
        pendingPosition += count
        return count
    }

    /// Reads a piece of the base into `pending`; false at its end.
    private mutating func decodeMore() throws -> Bool {
        pending = []
        pendingPosition = 0
        Base.grow(&text, filled: textCount)
        textCount = 0
        guard let count = try base.fill(&text) else {
            switch state {
            case .body, .lastLine: throw PEMError(.unclosed, label: label)
            case .preamble: throw missing
            case .unknown, .binary, .finished: return false
            }
        }
        textCount = count
        if state == .unknown { state = text[0] == 0x30 ? .binary : .preamble }
        guard state != .binary else {
            pending = Array(text[..<count])
            return true
        }
        for octet in text[..<count] { try take(octet) }
        return true
    }

    private mutating func take(_ octet: UInt8) throws(PEMError) {
        switch state {
        case .preamble: try takePreamble(octet)
        case .body:
            if octet == UInt8(ascii: "-") {
                guard decoder.isComplete else { throw PEMError(.malformedBody, label: label) }
                line = [octet]
                state = .lastLine
            } else if !decoder.take(octet, into: &pending) {
                throw PEMError(.malformedBody, label: label)
            }
        case .lastLine:
            line.append(octet)
            let ending = Array("-----END \(label)-----".utf8)
            guard ending.starts(with: line) else { throw PEMError(.unclosed, label: label) }
            if line.count == ending.count { state = .finished }
        case .unknown, .binary, .finished: return
        }
    }

    private mutating func takePreamble(_ octet: UInt8) throws(PEMError) {
        preambleCount += 1
        guard preambleCount <= 65_536 else { throw missing }
        guard octet == 0x0A || octet == 0x0D else { return line.append(octet) }
        // Editors of Windows begin a file with the mark of UTF-8.
        if preambleCount == line.count + 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        while let last = line.last, last == 0x20 || last == 0x09 { line.removeLast() }
        let found = try PEMBoundary.begin.label(line.drop { $0 == 0x20 || $0 == 0x09 })
        line = []
        guard let found else { return }
        guard labels.contains(found) else { throw missing }
        label = found
        state = .body
    }

    private var missing: PEMError { PEMError(.missing, label: labels.joined(separator: "' or '")) }
}
