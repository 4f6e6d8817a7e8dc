internal import JetonOctets

/// How the body of a block of PEM is encrypted, as its headers say.
///
/// - SeeAlso: RFC 1421, 4.6.1.1 and 4.6.1.3.
public struct SecretPEMEncryption: Hashable, Sendable {
    /// The cipher in CBC mode, such as `AES-256-CBC`: 1 to 32 letters, digits and hyphens.
    public let cipher: String
    /// The initialization vector.
    public let initializationVector: [UInt8]

    /// Takes the headers off a body; a body with others, or none, is left as it is.
    static func headers(
        in octets: Span<UInt8>,
        _ body: Range<Int>
    ) -> (encryption: SecretPEMEncryption?, body: Range<Int>) {
        var lines: [String] = []
        var position = body.lowerBound
        // They are lines of text, which an empty line ends; a key begins in one of the first few.
        while lines.count < 8, let end = lineEnd(in: octets, position..<body.upperBound) {
            let line = String(decoding: (position..<end).map { octets[$0] }, as: UTF8.self)
                .filter { $0 != "\r" && $0 != " " }
            // The first line is the rest of the BEGIN line.
            if line.isEmpty && !lines.isEmpty { break }
            if !line.isEmpty {
                guard line.contains(":") else { return (nil, body) }
                lines.append(line)
            }
            position = end + 1
        }
        guard lines.contains("Proc-Type:4,ENCRYPTED"),
            let information = lines.first(where: { $0.hasPrefix("DEK-Info:") })?.dropFirst("DEK-Info:".count)
        else { return (nil, body) }
        let parts = information.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...32).contains(parts[0].utf8.count),
            parts[0].utf8.allSatisfy({ $0 == UInt8(ascii: "-") || isLetterOrDigit($0) }),
            let vector = Hex.decode(parts[1]), (8...16).contains(vector.count)
        else { return (nil, body) }
        return (SecretPEMEncryption(cipher: String(parts[0]), initializationVector: vector), position..<body.upperBound)
    }

    /// The line feed that ends the line at the start of a range of at most 128 bytes.
    private static func lineEnd(in octets: Span<UInt8>, _ range: Range<Int>) -> Int? {
        range.prefix(128).first { octets[$0] == UInt8(ascii: "\n") }
    }

    private static func isLetterOrDigit(_ octet: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octet) || (0x41...0x5A).contains(octet & 0xDF)
    }
}
