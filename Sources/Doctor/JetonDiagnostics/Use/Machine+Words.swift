internal import JetonOctets
internal import TokenKit

extension Machine {
    private static let words = Fact<[SaidFault]>()

    /// What a use says of its failure, the reasons first; what it says in health too is left out.
    func saidFaults(of use: UseTrace) -> [SaidFault] {
        remember(Self.words, of: use.arguments.joined(separator: "\0")) {
            let background = background(of: use)
            var seen: Set<String> = []
            let lines = use.lines.filter { !background.has(line: $0) && seen.insert($0).inserted }
            let read = (lines.prefix(400) + lines.dropFirst(400).suffix(400)).compactMap(ProgramPhrase.reading)
            // Of a chain of exceptions the last cause is the first that came about.
            let deepest = read.last { $0.line.contains("Caused by:") && $0.phrase.standing == .cause }
            let causes = read.filter { $0.phrase.standing == .cause }
            return [deepest].compactMap { $0 } + causes + read.filter { $0.phrase.standing == .effect }
        }
    }

    /// Lines of a use that are worth being shown: those that are understood, then the first and the last.
    func shownLines(of use: UseTrace) -> [String] {
        let background = background(of: use)
        let lines = use.lines.filter { !background.has(line: $0) }
        let understood = saidFaults(of: use).prefix(3).map(\.line)
        var seen: Set<String> = []
        return (understood + lines.prefix(2) + lines.suffix(3)).filter { seen.insert($0).inserted }
    }
}
