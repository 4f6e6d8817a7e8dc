/// One block of textual encoding: a label and octets, with free text outside the blocks.
///
/// - SeeAlso: RFC 7468, section 3 (strict form).
struct PEMBlock: Hashable, Sendable {
    /// The words between `BEGIN` and the dashes.
    let label: String
    /// The octets.
    let octets: [UInt8]

    /// The block's lines, each with a line feed.
    var text: String {
        var text = "-----BEGIN \(label)-----\n"
        var digits = Substring(Base64Text.encode(octets))
        while !digits.isEmpty {
            text += digits.prefix(64) + "\n"
            digits = digits.dropFirst(64)
        }
        return text + "-----END \(label)-----\n"
    }

    /// Splits a text into blocks and the lines outside them.
    ///
    /// - Returns: Nil if a block is not closed, has another label at its end, or holds no canonical base64.
    static func parse(_ text: String, limit: Int = 64) -> (blocks: [PEMBlock], other: [String])? {
        var blocks: [PEMBlock] = []
        var other: [String] = []
        var open: (label: String, digits: String)?
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let line = XMLScanner.trimmed(String(line))
            if let current = open {
                if line == "-----END \(current.label)-----" {
                    guard blocks.count < limit, let octets = Base64Text.decode(current.digits) else { return nil }
                    blocks.append(PEMBlock(label: current.label, octets: octets))
                    open = nil
                } else {
                    open = (current.label, current.digits + line)
                }
            } else if line.hasPrefix("-----BEGIN "), line.hasSuffix("-----"), line.utf8.count > 16 {
                open = (String(line.dropFirst(11).dropLast(5)), "")
            } else if !line.isEmpty {
                other.append(line)
            }
        }
        return open == nil ? (blocks, other) : nil
    }
}
