/// Reads the addresses of a field such as From.
///
/// - SeeAlso: RFC 5322, 3.4.
enum MailAddresses {
    /// The addresses of a list of mailboxes, without names and comments.
    ///
    /// - Returns: nil for a list that is malformed, empty, or has forms that readers show in several ways: groups, routes,
    ///   quoted local parts, and other characters than ASCII in an address.
    static func read(_ text: String) -> [String]? {
        var addresses: [String] = []
        var mailbox = Mailbox()
        var depth = 0
        var (isQuoted, isEscaped) = (false, false)
        // By scalars: Swift takes a quote and a combining mark for one character, but mail programs see the quote.
        for character in text.unicodeScalars {
            if isEscaped {
                isEscaped = false
            } else if character == "\\", isQuoted || depth > 0 {
                isEscaped = true
            } else if isQuoted {
                isQuoted = character != "\""
            } else if character == "(" {
                depth += 1
            } else if depth > 0 {
                depth -= character == ")" ? 1 : 0
            } else if character == "\"" {
                guard !mailbox.isInAngles else { return nil }
                (isQuoted, mailbox.hasQuotes) = (true, true)
            } else if character == ",", !mailbox.isInAngles {
                guard let address = mailbox.address else { return nil }
                addresses.append(address)
                mailbox = Mailbox()
            } else {
                guard mailbox.take(character) else { return nil }
            }
        }
        guard depth == 0, !isQuoted, !isEscaped, let last = mailbox.address else { return nil }
        return addresses + [last]
    }

    /// One mailbox, while it is read.
    private struct Mailbox {
        private var plain = ""
        private var angle: String?
        private(set) var isInAngles = false
        var hasQuotes = false

        /// Takes a character outside of comments and quotes; false if it can't be there.
        mutating func take(_ character: Unicode.Scalar) -> Bool {
            switch character {
            case "<":
                guard angle == nil else { return false }
                (angle, isInAngles) = ("", true)
            case ">":
                guard isInAngles else { return false }
                isInAngles = false
            case ":", ";", ")": return false
            default:
                if isInAngles {
                    angle?.unicodeScalars.append(character)
                } else if angle == nil {
                    plain.unicodeScalars.append(character)
                } else if character != " ", character != "\t" {
                    return false
                }
            }
            return true
        }

        /// The address; nil if it is none.
        var address: String? {
            guard !isInAngles, angle != nil || !hasQuotes else { return nil }
            let text = (angle ?? plain).split { $0 == " " || $0 == "\t" }
            guard text.count == 1, let address = text.first.map(String.init) else { return nil }
            let parts = address.split(separator: "@", omittingEmptySubsequences: false)
            let isPlain = address.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"()<>,;:\\\"[]".utf8.contains($0) }
            return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && isPlain ? address : nil
        }
    }
}
