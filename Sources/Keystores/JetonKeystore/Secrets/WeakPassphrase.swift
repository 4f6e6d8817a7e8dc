package import JetonOctets

/// Passphrases that a program that guesses tries first.
package enum WeakPassphrase {
    private static let minimumCount = 8
    private static let rows = [
        "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "yxcvbnm", "azertyuiop", "1234567890",
    ]
    private static let words: Set<String> = [
        "admin", "administrator", "azerty", "baseball", "changeme", "default", "dragon", "football", "guest", "hallo",
        "hello", "iloveyou", "jeton", "keystore", "letmein", "linux", "login", "master", "monkey", "pass", "passphrase",
        "passwd", "password", "passwort", "princess", "qwerty", "qwertz", "root", "secret", "sunshine", "superman",
        "test", "trustno", "unlock", "user", "welcome",
    ]

    /// What makes a passphrase trivial.
    ///
    /// - Parameters:
    ///   - secret: The passphrase.
    ///   - names: Names that anyone knows, such as that of the user.
    /// - Returns: A clause about the passphrase, such as "it repeats one part"; nil if nothing makes it trivial.
    package static func reason(_ secret: borrowing Secret, names: [String]) -> String? {
        secret.withBytes { octets in
            // Only its shape leaves this closure. Octets that are no text count one by one.
            let characters = octets.indices.map { lowercase(octets[$0]) }
            return reason(characters, names: names)
        }
    }

    private static func reason(_ characters: [UInt8], names: [String]) -> String? {
        if characters.count < minimumCount { return "it has fewer than \(minimumCount) characters" }
        if Set(characters).count < 5 { return "it has fewer than 5 different characters" }
        if isRepeated(characters) { return "it repeats one part" }
        if zip(characters, characters.dropFirst()).count(where: { !isNeighbor($0, $1) }) < 3 {
            return "it is a sequence of letters, digits or keys"
        }
        let core = word(characters)
        let isKnown =
            words.contains(core) || names.contains { !$0.isEmpty && word(Array($0.lowercased().utf8)) == core }
        return isKnown && characters.count < 16 ? "it is a common word or your name with a few extra characters" : nil
    }

    private static func isRepeated(_ characters: [UInt8]) -> Bool {
        (1...max(1, characters.count / 2)).contains { length in
            characters.indices.dropFirst(length).allSatisfy { characters[$0] == characters[$0 - length] }
        }
    }

    /// Whether two characters are the same or follow each other in the alphabet, in numbers or on a keyboard.
    private static func isNeighbor(_ first: UInt8, _ second: UInt8) -> Bool {
        if abs(Int(first) - Int(second)) <= 1 { return true }
        return rows.contains { row in
            let row = Array(row.utf8)
            guard let here = row.firstIndex(of: first), let there = row.firstIndex(of: second) else { return false }
            return abs(here - there) == 1
        }
    }

    /// The letters without what people put before and behind them, and without digits that stand for letters.
    private static func word(_ characters: [UInt8]) -> String {
        let isLetter: (UInt8) -> Bool = { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        let substitutes: [UInt8: UInt8] = [
            UInt8(ascii: "0"): UInt8(ascii: "o"), UInt8(ascii: "1"): UInt8(ascii: "i"),
            UInt8(ascii: "3"): UInt8(ascii: "e"), UInt8(ascii: "4"): UInt8(ascii: "a"),
            UInt8(ascii: "5"): UInt8(ascii: "s"), UInt8(ascii: "$"): UInt8(ascii: "s"),
            UInt8(ascii: "@"): UInt8(ascii: "a"),
        ]
        let isCore: (UInt8) -> Bool = { isLetter($0) || $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "$") }
        guard let first = characters.firstIndex(where: isCore), let last = characters.lastIndex(where: isLetter),
            first <= last
        else { return "" }
        return String(decoding: characters[first...last].map { substitutes[$0] ?? $0 }, as: UTF8.self)
    }

    private static func lowercase(_ octet: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(octet) ? octet | 0x20 : octet
    }
}
