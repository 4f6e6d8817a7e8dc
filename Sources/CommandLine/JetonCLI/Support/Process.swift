internal import Glibc
internal import JetonFiles
internal import JetonOctets
internal import TokenKit
internal import UserFiles

/// What this process was started with and in.
///
/// Only this module reads it.
enum Process {
    /// A variable of the environment, or nil.
    static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    /// All variables of the environment.
    static var variables: [String: String] {
        var variables: [String: String] = [:]
        var entry = unsafe environ
        while let text = unsafe entry.pointee {
            let line = unsafe String(cString: text)
            if let sign = line.firstIndex(of: "=") {
                variables[String(line[..<sign])] = String(line[line.index(after: sign)...])
            }
            unsafe entry += 1
        }
        return variables
    }

    /// The user's directories; jeton is not a program that is installed with rights beyond its user's.
    static var directories: UserDirectories { UserDirectories(isElevated: false, variable: variable) }

    /// Where bytes are set aside until a command has them all.
    static var temporaryDirectory: String { variable("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp" }

    /// The directory of Jeton's data.
    static var dataDirectory: String? { directories.data }

    /// Checks what the environment says of directories and modules.
    ///
    /// - Throws: ``CommandError`` with exit code 2 for a `JETON_DATA` that would be another directory for each working directory,
    ///   and for a path in `JETON_MODULES` that would be another file.
    static func checkEnvironment() throws(CommandError) {
        if let path = moduleEnvironment.relativeModules.first {
            throw .usage(
                "JETON_MODULES names '\(path)', which is not an absolute path",
                hints: ["JETON_MODULES=\"$PWD/\(path)\" names it, if it is below this directory"]
            )
        }
        guard let directory = variable("JETON_DATA"), !directory.isEmpty, !directory.hasPrefix("/") else { return }
        throw .usage(
            "JETON_DATA is '\(directory)', which is not an absolute path",
            hints: ["JETON_DATA=\"$PWD/\(directory)\" names it, if it is below this directory"]
        )
    }

    /// A directory that the caller requires.
    ///
    /// - Throws: ``CommandError`` with exit code 7 if the environment names none.
    static func required(_ directory: String?) throws(CommandError) -> String {
        guard let directory else {
            throw CommandError(
                "cannot locate Jeton's data directory: \(missingDirectoryReason)",
                exitCode: .inputOutput
            )
        }
        return directory
    }

    /// Why the environment names no directory for data: the rest of a sentence.
    static var missingDirectoryReason: String {
        let home = variable("HOME") ?? ""
        return home.isEmpty
            ? "neither JETON_DATA nor HOME is set" : "HOME is '\(home)', which is not an absolute path"
    }

    /// The path of the running program, for children that must start it again.
    static let executable: String? = unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
        guard let text = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self) else { return nil }
        let count = unsafe readlink("/proc/self/exe", text, buffer.count)
        guard count > 0, count < buffer.count else { return nil }
        return unsafe String(decoding: UnsafeRawBufferPointer(rebasing: buffer[..<count]), as: UTF8.self)
    }

    /// The path of a program: the words themselves if they have a slash in them, else the first executable file of that
    /// name in the directories of `PATH`.
    ///
    /// - Throws: ``CommandError`` with exit code 3.
    static func path(ofProgram name: String) throws(CommandError) -> String {
        guard !name.contains("/") else { return name }
        for directory in (variable("PATH") ?? "").split(separator: ":") where directory.hasPrefix("/") {
            let path = "\(directory)/\(name)"
            if unsafe access(path, X_OK) == 0, !FileSource.isDirectory(path) { return path }
        }
        throw .notFound(
            "no program '\(name)' is in PATH",
            hints: ["name it by its path; a file of this directory is './\(name)'"]
        )
    }

    /// Where modules are looked for.
    static var moduleEnvironment: ModuleEnvironment {
        let directory = executable.map { path in String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }
        return ModuleEnvironment(
            home: variable("HOME"),
            configurationHome: variable("XDG_CONFIG_HOME"),
            ignoresUserConfiguration: variable("P11_KIT_NO_USER_CONFIG") != nil,
            moduleList: variable("JETON_MODULES"),
            userID: getuid(),
            executableDirectory: directory
        )
    }

    /// How long a module may take; `JETON_MODULE_DEADLINE` sets it in seconds.
    static func deadlines() throws(CommandError) -> CallDeadlines {
        guard let text = variable("JETON_MODULE_DEADLINE"), !text.isEmpty else { return CallDeadlines() }
        guard let deadlines = CallDeadlines(seconds: text) else {
            throw .usage("JETON_MODULE_DEADLINE is '\(text)', which is not a number of seconds from 1 to 86400")
        }
        return deadlines
    }

    /// The words of the system for an error number.
    static func reason(_ number: Int32) -> String { SystemMessage.text(number) }
}
