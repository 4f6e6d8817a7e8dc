/// The characters that names of glyphs stand for: ASCII, letters with accents, and names of the form `uni0416`.
///
/// - SeeAlso: ISO 32000-2, annex D.
enum GlyphNames {
    private static let characters: [String: String] = [
        "space": " ", "exclam": "!", "quotedbl": "\"", "numbersign": "#", "dollar": "$", "percent": "%",
        "ampersand": "&", "quotesingle": "'", "quoteright": "’", "quoteleft": "‘", "parenleft": "(",
        "parenright": ")", "asterisk": "*", "plus": "+", "comma": ",", "hyphen": "-", "period": ".", "slash": "/",
        "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7",
        "eight": "8", "nine": "9", "colon": ":", "semicolon": ";", "less": "<", "equal": "=", "greater": ">",
        "question": "?", "at": "@", "bracketleft": "[", "backslash": "\\", "bracketright": "]", "asciicircum": "^",
        "underscore": "_", "grave": "`", "braceleft": "{", "bar": "|", "braceright": "}", "asciitilde": "~",
        "endash": "–", "emdash": "—", "bullet": "•", "quotedblleft": "“", "quotedblright": "”", "germandbls": "ß",
        "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "oslash": "ø", "Oslash": "Ø", "lslash": "ł", "Lslash": "Ł",
        "fi": "fi", "fl": "fl", "ff": "ff", "ffi": "ffi", "ffl": "ffl",
    ]
    private static let accents: [(suffix: String, mark: Unicode.Scalar)] = [
        ("acute", "\u{301}"), ("grave", "\u{300}"), ("circumflex", "\u{302}"), ("dieresis", "\u{308}"),
        ("tilde", "\u{303}"), ("caron", "\u{30C}"), ("cedilla", "\u{327}"), ("ring", "\u{30A}"),
        ("ogonek", "\u{328}"), ("breve", "\u{306}"), ("macron", "\u{304}"), ("dotaccent", "\u{307}"),
        ("hungarumlaut", "\u{30B}"),
    ]
    /// What Windows code page 1252 has from 0x80 to 0x9F.
    private static let windows = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ")

    /// The text of a name; nil for one that is not known.
    static func text(_ name: String) -> String? {
        // What follows a point tells variants apart.
        let name = name.prefix { $0 != "." }
        if name.utf8.count == 1 { return String(name) }
        if let text = characters[String(name)] { return text }
        for accent in accents where name.hasSuffix(accent.suffix) && name.utf8.count == accent.suffix.utf8.count + 1 {
            return String(name.prefix(1)) + String(Character(accent.mark))
        }
        let digits = name.hasPrefix("uni") ? name.dropFirst(3) : name.hasPrefix("u") ? name.dropFirst() : ""
        guard (4...6).contains(digits.utf8.count), let value = UInt32(digits, radix: 16) else { return nil }
        return Unicode.Scalar(value).map { String(Character($0)) }
    }

    /// The text of a code in Windows code page 1252.
    static func windowsText(_ code: Int) -> String? {
        if (0x80...0x9F).contains(code) { return String(windows[code - 0x80]) }
        return UInt8(exactly: code).map { String(Character(Unicode.Scalar($0))) }
    }
}
