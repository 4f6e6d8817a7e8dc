internal import JetonOctets

/// What a program says of its failure, understood.
package struct SaidFault {
    package let phrase: ProgramPhrase
    /// The texts that stand for the stars of its pattern.
    let captures: [String]
    /// The line, as it was written.
    let line: String

    init(_ phrase: ProgramPhrase, _ captures: [String], _ line: String) {
        self.phrase = phrase
        self.captures = captures
        self.line = line
    }

    /// The object that the line is about, for sentences.
    package var object: ReportText { fill(phrase.object) }

    /// What is wrong with it.
    package var fault: ReportText { fill(phrase.fault) }

    /// The paths and addresses among the captured texts.
    var paths: [String] { captures.filter { $0.hasPrefix("/") } }

    /// What to do, if the phrase alone tells.
    package var remedies: [Remedy] {
        guard !phrase.remedy.isEmpty else { return [] }
        return [Remedy(fill(phrase.remedy), commands: phrase.command.map { [$0] } ?? [])]
    }

    /// A text of the table with the captured texts in it: a path is shown to all, a name to the person here.
    private func fill(_ template: String) -> ReportText {
        let pieces = template.split(separator: "$", omittingEmptySubsequences: false)
        var texts = [ReportText(stringLiteral: String(pieces.first ?? ""))]
        for piece in pieces.dropFirst() {
            let index = (piece.first?.wholeNumberValue ?? 0) - 1
            let value = captures.indices.contains(index) ? captures[index] : ""
            texts.append(value.hasPrefix("/") || value.hasPrefix("CKR_") ? "\(value)" : "\(private: value, .other)")
            texts.append(ReportText(stringLiteral: String(piece.dropFirst())))
        }
        return ReportText(joining: texts, separator: "")
    }
}
