/// Passes DER and BER through, and decodes PEM on the way, whichever comes.
///
/// PEM is recognised by a first octet that is not that of a SEQUENCE. Text before the block is passed over, at most
/// 64 KiB; what follows the first block is ignored.
struct PEMDecodingSource<Base: ByteSource & ~Copyable>: ByteSource, ~Copyable {
    private enum State {
        case unknown
        case binary
        case preamble
        case body
        case finished
    }

    private var base: Base
    private let labels: [String]
    private var state = State.unknown
    private var line: [UInt8] = []
    private var preambleCount = 0
    private var decoder = Base64Decoder()
    private var pending: [UInt8] = []
    private var pendingPosition = 0
    /// How many octets of `text` the last read filled.
    private var textCount = 0
    private var text = [UInt8](repeating: 0, count: firstPieceSize)

    /// Wraps a source.
    ///
    /// - Parameter labels: The words behind BEGIN that are accepted.
    init(_ base: consuming Base, labels: [String]) {
        self.base = base
        self.labels = labels
    }

    mutating func read(into buffer: inout MutableSpan<UInt8>) throws -> Int {
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
        growBuffer(&text, filled: textCount)
        textCount = 0
        guard let count = try base.fill(&text) else {
            if state == .body || state == .preamble {
                throw SigningError(.malformedPEM, state == .body ? "the block has no end" : "there is no block")
            }
            return false
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

    private mutating func take(_ octet: UInt8) throws(SigningError) {
        switch state {
        case .preamble:
            preambleCount += 1
            guard preambleCount <= 65_536 else { throw SigningError(.malformedPEM, "there is no block in 64 KiB") }
            guard octet == 0x0A || octet == 0x0D else { return line.append(octet) }
            let words = String(decoding: line, as: UTF8.self)
            line = []
            guard words.hasPrefix("-----BEGIN "), let end = words.dropFirst(11).firstRange(of: "-----") else { return }
            let label = String(words.dropFirst(11)[..<end.lowerBound])
            guard labels.contains(label) else {
                throw SigningError(.malformedPEM, "a block 'CMS' or 'PKCS7' is needed")
            }
            state = .body
        case .body:
            if octet == UInt8(ascii: "-") {
                guard decoder.isComplete else { throw SigningError(.malformedPEM, "the block is not whole base64") }
                state = .finished
            } else if !decoder.take(octet, into: &pending) {
                throw SigningError(.malformedPEM, "the block is not base64")
            }
        case .unknown, .binary, .finished: return
        }
    }
}
