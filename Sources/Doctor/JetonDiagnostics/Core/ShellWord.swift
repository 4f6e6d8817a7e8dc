internal import Cryptoki
internal import JetonOctets

/// Writes text as one word of a shell's command line.
///
/// What a shell takes apart or expands is quoted, and what a terminal obeys is written as an escape: neither reads
/// anything but the text in it.
package enum ShellWord {
    /// The text as one word for bash and zsh, and for every POSIX shell if it has no control character.
    ///
    /// ```swift
    /// ShellWord.quote("/opt/a b.so")    // '/opt/a b.so'
    /// ShellWord.quote("it's")           // 'it'\''s'
    /// ShellWord.quote("a\nb")           // $'a\nb'
    /// ```
    ///
    /// - SeeAlso: POSIX.1-2017, XCU 2.2; POSIX.1-2024, XCU 2.2.4 for `$'…'`.
    package static func quote(_ text: String) -> String {
        guard text == text.withoutControlCharacters else { return escaped(text) }
        if !text.isEmpty, text.utf8.allSatisfy(isPlain) { return text }
        return "'" + text.replacing("'", with: "'\\''") + "'"
    }

    private static func isPlain(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "_-./:@%+,=".utf8.contains(octet)
        }
    }

    private static func escaped(_ text: String) -> String {
        var word = "$'"
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": word += "\\n"
            case "\t": word += "\\t"
            case "'", "\\": word += "\\\(scalar)"
            default:
                let character = String(scalar)
                if character == character.withoutControlCharacters {
                    word += character
                } else {
                    // Octal, of three digits always: a digit that follows does not belong to it.
                    for octet in character.utf8 {
                        let digits = String(octet, radix: 8)
                        word += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
                    }
                }
            }
        }
        return word + "'"
    }
}
