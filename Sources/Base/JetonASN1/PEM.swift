/// PEM: DER in base64 between two lines that name its type.
///
/// - SeeAlso: RFC 7468.
public enum PEM {
    /// One block.
    public struct Block: Hashable, Sendable {
        /// The words after BEGIN, such as `CERTIFICATE`; 1 to 64 characters.
        public let label: String
        /// The bytes of the body.
        public let octets: [UInt8]

        /// Makes a block.
        public init(label: String, octets: [UInt8]) {
            self.label = label
            self.octets = octets
        }

        /// The block's lines, each with a line feed.
        public var text: String { PEM.encode(octets, label: label) }
    }

    /// Which text is accepted between the two lines of a block.
    public enum Rules: Hashable, Sendable {
        /// Base64 in lines, as RFC 7468 writes it.
        case strict
        /// Also the header lines of RFC 1421, such as OpenSSL's "Proc-Type", which are skipped.
        case withHeaders
    }

    /// How many blocks a text may hold, unless the caller says otherwise.
    public static let blockLimit = 1024

    /// Encodes bytes in lines of 64 characters, with a line feed at the end.
    public static func encode(_ octets: [UInt8], label: String) -> String {
        var text = "-----BEGIN \(label)-----\n"
        var digits = Base64.encode(octets)[...]
        while !digits.isEmpty {
            text += digits.prefix(64) + "\n"
            digits = digits.dropFirst(64)
        }
        return text + "-----END \(label)-----\n"
    }

    /// Whether bytes from outside hold the beginning of a block in their first 64 KiB.
    ///
    /// False for anything that starts with a SEQUENCE, as DER and BER of every type read here do.
    public static func isPresent(in octets: [UInt8]) -> Bool {
        guard octets.first != 0x30 else { return false }
        let text = octets.prefix(65_536)
        let begin = Array(PEMBoundary.begin.rawValue.utf8)
        return text.indices.contains { text[$0] == begin[0] && text[$0...].starts(with: begin) }
    }

    /// Reads all blocks; text between them, such as OpenSSL's "Bag Attributes", is skipped.
    ///
    /// - Throws: ``PEMError``.
    public static func parse(
        _ text: String,
        rules: Rules = .withHeaders,
        limit: Int = blockLimit
    ) throws(PEMError) -> [Block] {
        try parse(Array(text.utf8), rules: rules, limit: limit)
    }

    /// Reads all blocks of a file; text between them is skipped.
    ///
    /// - Throws: ``PEMError``.
    public static func parse(
        _ text: [UInt8],
        rules: Rules = .withHeaders,
        limit: Int = blockLimit
    ) throws(PEMError) -> [Block] {
        try read(text, rules, limit) { _ in }
    }

    /// Splits a text into its blocks and the lines outside them, which are trimmed; empty lines are left out.
    ///
    /// - Throws: ``PEMError``.
    public static func split(
        _ text: String,
        rules: Rules = .strict,
        limit: Int = blockLimit
    ) throws(PEMError) -> (blocks: [Block], other: [String]) {
        var other: [String] = []
        let blocks = try read(Array(text.utf8), rules, limit) { other.append(String(decoding: $0, as: UTF8.self)) }
        return (blocks, other)
    }

    /// Reads all blocks and hands on the other lines that are not empty.
    private static func read(
        _ text: [UInt8],
        _ rules: Rules,
        _ limit: Int,
        other: (ArraySlice<UInt8>) -> Void
    ) throws(PEMError) -> [Block] {
        var blocks: [Block] = []
        var open: String?
        var body: [UInt8] = []
        // Editors of Windows begin a file with the mark of UTF-8.
        var start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while start < text.count {
            var end = start
            while end < text.count, text[end] != 0x0A, text[end] != 0x0D { end += 1 }
            let line = trimmed(text[start..<end])
            start = end + 1
            if let label = try PEMBoundary.begin.label(line) {
                guard open == nil else { throw PEMError(.nested, label: label) }
                guard blocks.count < limit else { throw PEMError(.limitExceeded, label: label) }
                open = label
                body = []
            } else if let label = try PEMBoundary.end.label(line) {
                guard label == open else { throw PEMError(.unopened, label: label) }
                guard let octets = Base64.decodeLines(body) else { throw PEMError(.malformedBody, label: label) }
                blocks.append(Block(label: label, octets: octets))
                open = nil
            } else if let label = open {
                if line.contains(UInt8(ascii: ":")) {
                    guard rules == .withHeaders else { throw PEMError(.unexpectedHeader, label: label) }
                } else {
                    body += line
                }
            } else if !line.isEmpty {
                other(line)
            }
        }
        if let open { throw PEMError(.unclosed, label: open) }
        return blocks
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = line
        while let first = line.first, first == 0x20 || first == 0x09 { line.removeFirst() }
        while let last = line.last, last == 0x20 || last == 0x09 { line.removeLast() }
        return line
    }
}
