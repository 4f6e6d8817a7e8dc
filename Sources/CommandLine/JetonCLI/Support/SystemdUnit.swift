internal import Glibc
internal import JetonFiles
internal import JetonOctets

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

    /// Writes units, with the directory if it is missing.
    ///
    /// - Parameters:
    ///   - units: Their paths and texts.
    ///   - directory: Where they lie.
    /// - Throws: ``CommandError`` with exit code 7 if one can't be written.
    static func write(_ units: [(path: String, text: String)], in directory: String) throws {
        try makeDirectory(directory)
        for (path, text) in units { try FileOutput.write(Array(text.utf8), to: path, force: true) }
    }

    /// Removes units, as far as they are there.
    static func remove(_ paths: [String]) throws(CommandError) {
        for path in paths where unsafe unlink(path) != 0 && errno != ENOENT {
            throw CommandError("\(path) can't be removed: \(Process.reason(errno))", exitCode: .inputOutput)
        }
    }

    /// `Environment=` and `ExecStart=` of a unit that runs this program on the same data.
    static func execution(_ words: [String]) throws(CommandError) -> String {
        guard let program = Process.executable else {
            throw CommandError("the path of this program is unknown", exitCode: .inputOutput)
        }
        let variables = ["JETON_DATA", "XDG_DATA_HOME", "XDG_STATE_HOME"].compactMap { name in
            Process.variable(name).flatMap { $0.isEmpty ? nil : "Environment=\(quoted("\(name)=\($0)"))\n" }
        }
        let command = ([program] + words).map { quoted($0, inCommand: true) }.joined(separator: " ")
        return "\(variables.joined())ExecStart=\(command)"
    }

    /// A word as `Environment=` and, in a command, `ExecStart=` take it.
    static func quoted(_ word: String, inCommand: Bool = false) -> String {
        var text = word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("%", with: "%%")
        if inCommand { text = text.replacing("$", with: "$$") }
        return "\"\(text)\""
    }
}
