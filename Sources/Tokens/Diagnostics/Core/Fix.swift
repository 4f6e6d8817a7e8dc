/// A safe change that `jeton doctor --fix` may make after asking.
public enum Fix: Hashable, Sendable {
    /// Run a program: its absolute path or a name in the system's directories, and its arguments.
    case run([String])
    /// Move a file away, to the same name with `.jeton-disabled` behind it.
    case setAside(path: String)
    /// Remove a socket or PID file that is no longer in use.
    case removeStale(path: String)

    /// The change in words.
    public var words: String {
        switch self {
        case .run(let arguments): "run `\(arguments.map(ShellWord.quote).joined(separator: " "))`"
        case .setAside(let path): "move \(ShellWord.quote(path)) to \(ShellWord.quote(path + ".jeton-disabled"))"
        case .removeStale(let path): "remove \(ShellWord.quote(path))"
        }
    }
}
