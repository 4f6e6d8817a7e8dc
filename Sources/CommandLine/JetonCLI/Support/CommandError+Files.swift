internal import ArgumentParser
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
            case .writeFailed where error.number == ENOENT: CommandError.directoryHints(error.path)
            default: []
            }
        self.init(error.description, hints: hints, exitCode: error.code == .notFound ? .notFound : .inputOutput)
        isLasting = error.isLasting
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
