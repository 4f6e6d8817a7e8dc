internal import Cryptoki

/// What can stand in the place of the word that is being typed.
struct CompletionAnswer {
    /// A word and what it is for.
    struct Candidate {
        let text: String
        var words = ""
    }

    /// Who finds the words.
    enum Kind: String {
        case words
        /// Words to which more is added, so that no blank follows.
        case nospace
        /// The shell, among the files.
        case files
    }

    var kind = Kind.words
    var candidates: [Candidate] = []

    /// The lines for a script: the kind, then the candidates.
    ///
    /// A name that has a control character can't be typed, and is left out.
    func lines(for shell: CompletionCommand.Shell, _ line: CompletedLine) -> [String] {
        let shown = candidates.filter {
            $0.text.hasPrefix(line.current) && $0.text.withoutControlCharacters == $0.text
        }
        return [kind.rawValue]
            + shown.compactMap { candidate in
                guard shell != .bash else { return line.replacement(for: candidate.text) }
                return candidate.words.isEmpty ? candidate.text : "\(candidate.text)\t\(candidate.words)"
            }
    }
}
