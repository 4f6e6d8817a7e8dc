internal import JetonOctets

/// A line that programs write when they fail, and what it means.
package struct ProgramPhrase: Sendable {
    /// What a line says about the failure.
    package enum Standing: Sendable {
        /// It names the reason, which no system call may show.
        case cause
        /// It says which part fails, and not why.
        case effect
    }

    /// What a line is about: decides which other observations explain it better.
    package enum Field: Sendable {
        /// Loading a library.
        case linker
        /// A PIN or another password.
        case secret
        /// A token, or an object on it, that the command names.
        case object
        /// What a token can do.
        case ability
        /// A reader, a card, or the service between them and programs.
        case card
        /// The start of a module or its store.
        case module
        /// A line of a configuration.
        case setting
        /// A program or agent that another one starts or asks.
        case helper
        /// A server's name.
        case name
        /// A connection.
        case connection
        /// A certificate, the trust in it, or the time.
        case certificate
        /// A limit, memory or a full disk.
        case shortage
    }

    /// What the line has in it; `*` captures a word, `**` any text.
    let pattern: String
    package let standing: Standing
    let field: Field
    /// What is faulty, as the start of a sentence in which `$1` is the first captured text.
    let object: String
    /// What is wrong with it: the rest of the sentence.
    let fault: String
    /// What to do; with `$1` too.
    let remedy: String
    /// A command without values.
    let command: ShellCommand?

    /// A line that names the reason.
    static func cause(
        _ pattern: String,
        _ field: Field,
        _ object: String,
        _ fault: String,
        _ remedy: String,
        command: ShellCommand? = nil
    ) -> ProgramPhrase {
        ProgramPhrase(
            pattern: pattern,
            standing: .cause,
            field: field,
            object: object,
            fault: fault,
            remedy: remedy,
            command: command
        )
    }

    /// A line that says which part fails.
    static func effect(_ pattern: String, _ field: Field, _ object: String, _ fault: String) -> ProgramPhrase {
        ProgramPhrase(
            pattern: pattern,
            standing: .effect,
            field: field,
            object: object,
            fault: fault,
            remedy: "",
            command: nil
        )
    }

    /// All phrases; of two that fit a line, the first counts.
    static let all: [ProgramPhrase] =
        linker + cryptoki + tokenTools + services + agents + network + certificates + databases + java + system

    // MARK: - Reading

    /// What a line says; nil if no phrase fits.
    package static func reading(of line: String) -> SaidFault? {
        for phrase in all {
            if let captures = phrase.captures(in: line) { return SaidFault(phrase, captures, line) }
        }
        return nil
    }

    /// The texts that stand for the stars of the pattern; nil if the line does not fit.
    func captures(in line: String) -> [String]? {
        var captures: [String] = []
        var rest = Substring(line)
        var gap: Gap?
        for part in ProgramPhrase.parts(of: pattern) {
            switch part {
            case .gap(let next): gap = next
            case .text(let text):
                guard let range = rest.firstRange(of: text) else { return nil }
                if let gap {
                    // The first one has what stands before the pattern's text, of which it is the last word.
                    let before = rest[..<range.lowerBound]
                    let isFirst = rest.startIndex == line.startIndex
                    let word = gap == .word && isFirst ? before.split(separator: " ").last ?? "" : before
                    guard gap == .any || !word.contains(" ") else { return nil }
                    captures.append(String(word))
                }
                gap = nil
                rest = rest[range.upperBound...]
            }
        }
        if let gap { captures.append(String(gap == .word ? rest.prefix { $0 != " " } : rest)) }
        return captures.map(ProgramPhrase.bare)
    }

    private enum Gap { case word, any }
    private enum Part {
        case text(String)
        case gap(Gap)
    }

    private static func parts(of pattern: String) -> [Part] {
        var parts: [Part] = []
        var text = ""
        var stars = 0
        func end(_ parts: inout [Part], _ text: inout String, _ stars: inout Int) {
            if !text.isEmpty { parts.append(.text(text)) }
            if stars > 0 { parts.append(.gap(stars > 1 ? .any : .word)) }
            text = ""
            stars = 0
        }
        for character in pattern {
            if character == "*" {
                if stars == 0 { end(&parts, &text, &stars) }
                stars += 1
            } else {
                if stars > 0 { end(&parts, &text, &stars) }
                text.append(character)
            }
        }
        end(&parts, &text, &stars)
        return parts
    }

    /// A captured text without the marks around it, at most 300 characters of it.
    private static func bare(_ text: String) -> String {
        let marks: Set<Character> = ["\"", "'", "`", ",", ";", ":", "(", ")", " ", "\u{FFFD}"]
        let start = text.drop { marks.contains($0) }
        let end = start.reversed().drop { marks.contains($0) }.reversed()
        return String(String(end).prefix(300))
    }
}
