internal import ArgumentParser
internal import Cryptoki
internal import Glibc
internal import JetonDiagnostics
internal import JetonFiles

extension CommandError {
    /// What to do about an existing file in a command with --force.
    static let forceHint = "--force replaces it"

    /// A file that could not be read or written.
    ///
    /// - Parameters:
    ///   - error: Why.
    ///   - existsHint: What to do about an existing file, where the command has no --force.
    init(_ error: FileError, existsHint: String = CommandError.forceHint) {
        let hints: [String] =
            switch error.code {
            case .exists: [existsHint]
            case .notRegular: ["`--out -` writes to the standard output"]
            case .notUTF8: ["give the file a name in UTF-8; `convmv` renames many"]
            case .openToOthers: ["chmod 600 \(error.path)"]
            case .notFound: CommandError.missingHints(error.path)
            case .writeFailed where error.number == ENOENT: CommandError.directoryHints(error.path)
            default: []
            }
        self.init(error.description, hints: hints, exitCode: error.code == .notFound ? .notFound : .inputOutput)
        isLasting = error.isLasting
    }

    /// What to do about a path that leads nowhere: a name like its own, or the command that lists the others.
    ///
    /// - Parameter path: The path; nil if none is missing.
    /// - Returns: One hint; none without a path.
    static func missingHints(_ path: String?) -> [String] {
        guard let path else { return [] }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let parent = parts.dropLast().joined(separator: "/")
        let directory = parts.count < 2 ? "." : parent.isEmpty ? "/" : parent
        guard parts.count < 2 || directory == "/" || FileSource.isDirectory(directory) else {
            return missingHints(directory)
        }
        let all = (try? FileSource.names(in: directory)) ?? []
        let shown = all.prefix(10_000).filter { $0.withoutControlCharacters == $0 && !$0.contains("`") }
        let near = Suggestion.names(like: parts.last.map(String.init) ?? "", among: shown)
        if let name = near.first {
            return ["did you mean `\(ShellWord.quote(parts.count < 2 ? name : "\(parent)/\(name)"))`?"]
        }
        let command: ShellCommand = parts.count < 2 ? "ls" : "ls \(directory)"
        return ["`\(command.text)` shows the files that are there"]
    }

    /// How the directory of an output is made, where it is missing.
    private static func directoryHints(_ path: String) -> [String] {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return [] }
        let directory = String(path[..<slash])
        guard !FileSource.exists(directory) else { return [] }
        let command: ShellCommand = "mkdir \(directory)"
        return ["`\(command.text)` makes the directory"]
    }
}
