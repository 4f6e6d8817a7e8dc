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
    static func isPresent(in octets: some Collection<UInt8>) -> Bool {
        // DER and BER of every type read here begin with SEQUENCE.
        guard octets.first != 0x30 else { return false }
        return String(decoding: octets.prefix(65_536), as: UTF8.self).contains("-----BEGIN ")
    }

    /// Reads all blocks; text between them, such as OpenSSL's "Bag Attributes", is passed over.
    ///
    /// - Throws: ``SigningError/Code/malformedPEM`` for a block without an end or not in base64,
    ///   ``SigningError/Code/limitExceeded`` for more than 1,024 blocks.
    public static func parse(_ text: String) throws(SigningError) -> [Block] {
        var blocks: [Block] = []
        var label: String?
        var body: [UInt8] = []
        for line in text.utf8.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let trimmed = line.drop { $0 == 0x20 || $0 == 0x09 }
            if let name = boundary(trimmed, "-----BEGIN ") {
                guard label == nil else { throw SigningError(.malformedPEM, "block '\(name)' begins inside another") }
                label = name
                body = []
            } else if let name = boundary(trimmed, "-----END ") {
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

    private static func boundary(_ line: some Collection<UInt8>, _ start: String) -> String? {
        let text = String(decoding: line, as: UTF8.self)
        guard text.hasPrefix(start), let end = text.dropFirst(start.count).firstRange(of: "-----") else { return nil }
        return String(text.dropFirst(start.count)[..<end.lowerBound])
    }
}
