internal import Glibc

/// What unit files of systemd need.
enum SystemdUnit {
    /// The directory of the user's own units.
    ///
    /// - Throws: ``CommandError`` with exit code 7 if the environment names no home.
    static func userDirectory() throws(CommandError) -> String {
        if let home = Process.variable("XDG_CONFIG_HOME"), home.hasPrefix("/") { return "\(home)/systemd/user" }
        guard let home = Process.variable("HOME"), home.hasPrefix("/") else {
            throw CommandError("cannot locate the directory of user units: HOME is not set", exitCode: .inputOutput)
        }
        return "\(home)/.config/systemd/user"
    }

    /// Makes a directory and those above it.
    static func makeDirectory(_ path: String) throws(CommandError) {
        if path.isEmpty || FileSource.isDirectory(path) { return }
        if let slash = path.lastIndex(of: "/") { try makeDirectory(String(path[..<slash])) }
        guard unsafe mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw CommandError("\(path) can't be made: \(Process.reason(errno))", exitCode: .inputOutput)
        }
    }

    /// A word as `Environment=` and, in a command, `ExecStart=` take it.
    static func quoted(_ word: String, inCommand: Bool = false) -> String {
        var text = word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("%", with: "%%")
        if inCommand { text = text.replacing("$", with: "$$") }
        return "\"\(text)\""
    }
}
