/// A command line that is being typed, as a shell splits it.
struct CompletedLine {
    /// The words before the one with the cursor.
    private(set) var words: [String] = []
    /// The word with the cursor, up to it.
    private(set) var current = ""
    /// The quote that is open at the cursor.
    private var quote: Character?
    /// How many characters of the current word stand before what bash replaces.
    private var kept = 0

    /// Takes the words as zsh and fish give them.
    init(words: [String], current: String) {
        self.words = words
        self.current = current
    }

    /// Splits a line of bash up to the cursor.
    ///
    /// - Parameters:
    ///   - line: The line, up to the cursor.
    ///   - breaks: The characters at which bash begins another word to complete, `COMP_WORDBREAKS`.
    init(bash line: String, breaks: String) {
        var isWord = false
        var isEscaped = false
        for character in line {
            if isEscaped {
                isEscaped = false
                current.append(character)
                continue
            }
            if let open = quote {
                if character == open {
                    quote = nil
                } else if character == "\\", open == "\"" {
                    isEscaped = true
                } else {
                    current.append(character)
                }
                continue
            }
            switch character {
            case " ", "\t", "\n":
                if isWord { words.append(current) }
                (current, kept, isWord) = ("", 0, false)
                continue
            case "\\": isEscaped = true
            case "'", "\"":
                quote = character
                kept = current.count
            case ";", "|", "&", "(":
                // Another command begins.
                (words, current, kept, isWord) = ([], "", 0, false)
                continue
            default:
                current.append(character)
                if breaks.contains(character) { kept = current.count }
            }
            isWord = true
        }
    }

    /// Removes the name of the program.
    mutating func dropProgram() { if !words.isEmpty { words.removeFirst() } }

    /// What bash puts in the place of what it replaces; nil for a candidate that does not begin with the current word,
    /// or that can't be written there.
    func replacement(for candidate: String) -> String? {
        guard candidate.hasPrefix(current) else { return nil }
        let rest = String(candidate.dropFirst(kept))
        switch quote {
        case "'": return rest.contains("'") ? nil : rest
        case "\""?: return CompletedLine.escaped(rest, "\"\\$`!")
        default: return CompletedLine.escaped(rest, " \t\"'\\$`!&;|<>()[]{}*?#~")
        }
    }

    private static func escaped(_ text: String, _ special: String) -> String {
        text.reduce(into: "") { result, character in
            if special.contains(character) { result.append("\\") }
            result.append(character)
        }
    }
}
