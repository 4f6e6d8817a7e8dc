import JetonOctets

/// A safe change that `jeton doctor --fix` may make after asking.
public enum Fix: Hashable, Sendable {
    /// Run a program: its absolute path or a name in the system's directories, and its arguments.
    case run([String])
    /// Move a file out of its directory, as programs read all that is in there; see ``directory(ofFilesFrom:)``.
    case setAside(path: String)
    /// Remove a socket or PID file that is no longer in use.
    case removeStale(path: String)

    /// The change in words.
    public var words: String {
        switch self {
        case .run(let arguments): "run `\(arguments.map(ShellWord.quote).joined(separator: " "))`"
        case .setAside(let path): "move \(ShellWord.quote(path)) to \(ShellWord.quote(Fix.place(for: path)))"
        case .removeStale(let path): "remove \(ShellWord.quote(path))"
        }
    }

    /// The directories from which files are set aside.
    public static let directories = ["/etc/reader.conf.d"]

    /// Where the files that are set aside from a directory are kept: beside it.
    public static func directory(ofFilesFrom directory: String) -> String { directory + ".jeton-disabled" }

    /// Where a file is set aside.
    public static func place(for path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        return "\(directory(ofFilesFrom: Machine.directory(of: path)))/\(name)"
    }
}
