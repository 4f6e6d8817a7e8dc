/// PEM: DER in base64 between two lines that name its type.
///
/// - SeeAlso: RFC 7468.
public enum PEM {
    /// One block.
    public struct Block: Hashable, Sendable {
        /// The words behind BEGIN, such as `CERTIFICATE`.
        public let label: String
        /// What the base64 says.
        public let octets: [UInt8]
    }

    /// How many blocks one text may hold.
    static let blockLimit = 1024

    /// Encodes octets in lines of 64 characters, with a line feed at the end.
    public static func encode(_ octets: [UInt8], label: String) -> String {
        let text = Base64.encode(octets)
        var lines = ["-----BEGIN \(label)-----"]
        var rest = text[...]
        while !rest.isEmpty {
            lines.append(String(rest.prefix(64)))
            rest = rest.dropFirst(64)
        }
        lines.append("-----END \(label)-----")
        return lines.joined(separator: "\n") + "\n"
    }

    /// Whether octets hold the beginning of a block, behind text of any kind.
    static func isPresent(in octets: [UInt8]) -> Bool {
        // DER and BER of every type read here begin with SEQUENCE.
        guard octets.first != 0x30 else { return false }
        return firstIndex(of: begin, in: octets.prefix(65_536)) != nil
    }

    /// Reads all blocks; text between them, such as OpenSSL's "Bag Attributes", is passed over.
    ///
    /// - Throws: ``SigningError/Code/malformedPEM`` for a block without an end or not in base64,
    ///   ``SigningError/Code/limitExceeded`` for more than 1,024 blocks.
    public static func parse(_ text: String) throws(SigningError) -> [Block] { try parse(Array(text.utf8)) }

    /// Reads all blocks of a file.
    ///
    /// - Throws: As ``parse(_:)-(String)``.
    static func parse(_ text: [UInt8]) throws(SigningError) -> [Block] {
        var blocks: [Block] = []
        var label: String?
        var body: [UInt8] = []
        var start = 0
        while start < text.count {
            var lineEnd = start
            while lineEnd < text.count, text[lineEnd] != 0x0A, text[lineEnd] != 0x0D { lineEnd += 1 }
            defer { start = lineEnd + 1 }
            while start < lineEnd, text[start] == 0x20 || text[start] == 0x09 { start += 1 }
            let trimmed = text[start..<lineEnd]
            if let name = boundary(trimmed, begin) {
                guard label == nil else { throw SigningError(.malformedPEM, "block '\(name)' begins inside another") }
                label = name
                body = []
            } else if let name = boundary(trimmed, end) {
                guard let open = label, open == name else {
                    throw SigningError(.malformedPEM, "block '\(name)' ends without a beginning")
                }
                guard let octets = Base64.decode(body) else {
                    throw SigningError(.malformedPEM, "block '\(name)' is not base64")
                }
                guard blocks.count < blockLimit else { throw SigningError(.limitExceeded, "more than 1024 PEM blocks") }
                blocks.append(Block(label: open, octets: octets))
                label = nil
            } else if label != nil, !trimmed.contains(UInt8(ascii: ":")) {
                body += trimmed
            }
        }
        if let label { throw SigningError(.malformedPEM, "block '\(label)' has no end") }
        return blocks
    }

    private static let begin = Array("-----BEGIN ".utf8)
    private static let end = Array("-----END ".utf8)
    private static let dashes = Array("-----".utf8)

    /// The words between `start` and the five dashes behind it.
    private static func boundary(_ line: ArraySlice<UInt8>, _ start: [UInt8]) -> String? {
        guard isPrefix(start, of: line), let end = firstIndex(of: dashes, in: line.dropFirst(start.count)) else {
            return nil
        }
        return String(decoding: line[(line.startIndex + start.count)..<end], as: UTF8.self)
    }

    /// Where a word begins; nil if it does not occur.
    private static func firstIndex(of word: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
        for start in text.indices where text[start] == word[0] && isPrefix(word, of: text[start...]) { return start }
        return nil
    }

    private static func isPrefix(_ word: [UInt8], of text: ArraySlice<UInt8>) -> Bool {
        guard text.count >= word.count else { return false }
        for index in word.indices where text[text.startIndex + index] != word[index] { return false }
        return true
    }
}
