internal import ArgumentParser
internal import Glibc
internal import JetonDiagnostics
internal import JetonFiles
internal import TokenKit
internal import UserFiles

/// The file with a user's settings: lines `name: value`, in the form of p11-kit's files.
///
/// `profile.NAME.token: anna` is a setting of the profile NAME. Nothing in it is ignored: a line that is not understood
/// is an error.
struct SettingsFile {
    /// One line.
    struct Entry {
        /// The profile; nil for the settings that always count.
        let profile: String?
        let name: SettingName
        let values: [String]
    }

    /// Where it is, or would be.
    let path: String
    /// Why it is not read although it is there: another user's, as that of the caller of sudo.
    let exclusion: String?
    /// The lines.
    let entries: [Entry]

    /// The profiles in it, by name.
    var profiles: [String] { Set(entries.compactMap(\.profile)).sorted() }

    /// The value in a profile, or outside of all profiles.
    func values(_ name: SettingName, profile: String?) -> [String]? {
        entries.first { $0.name == name && $0.profile == profile }?.values
    }

    /// Reads the file of this user; one without lines if there is none.
    ///
    /// - Throws: ``CommandError`` with exit code 7 for a file that others can change, and 2 for a line that is not valid.
    static func ofThisUser() throws(CommandError) -> SettingsFile {
        guard let directory = Process.directories.configuration else {
            return SettingsFile(path: "", exclusion: nil, entries: [])
        }
        let path = directory + "/" + fileName
        guard FileSource.exists(path) else { return SettingsFile(path: path, exclusion: nil, entries: []) }
        if let owner = foreignOwner(path) { return SettingsFile(path: path, exclusion: owner, entries: []) }
        let file = ConfigurationFile(parsing: try octets(at: path), file: path)
        if let problem = file.problems.first { throw .usage("\(problem)") }
        return SettingsFile(path: path, exclusion: nil, entries: try file.fields.map(entry))
    }

    /// Changes one line and leaves the others, comments too, as they are.
    ///
    /// - Parameters:
    ///   - name: The name in the file, with the profile.
    ///   - value: The new value; nil removes the line.
    /// - Returns: Whether there was such a line.
    /// - Throws: ``CommandError`` with exit code 7 if the file can't be written or others can change it.
    static func change(_ name: String, to value: String?) throws(CommandError) -> Bool {
        guard let directory = Process.directories.configuration else {
            throw CommandError(
                "cannot locate the settings: HOME is not set to an absolute path",
                exitCode: .inputOutput
            )
        }
        let path = resolved(directory + "/" + fileName)
        if let owner = foreignOwner(path) {
            throw CommandError("\(path) is not changed: \(owner)", exitCode: .inputOutput)
        }
        var lines =
            FileSource.exists(path)
            ? try octets(at: path).split(separator: newline, omittingEmptySubsequences: false).map(Array.init) : []
        // The last line ends with a newline.
        if lines.last?.isEmpty == true { lines.removeLast() }
        let place = lines.firstIndex { isLine($0, of: name) }
        lines.removeAll { isLine($0, of: name) }
        if let value { lines.insert(Array("\(name): \(value)".utf8), at: place ?? lines.count) }
        guard place != nil || value != nil else { return false }
        let end = path.lastIndex(of: "/") ?? path.startIndex
        do {
            try ReplacedFile.makeDirectory(String(path[..<end]))
            let text = lines.flatMap { $0 + [newline] }
            try ReplacedFile.write(text, in: String(path[..<end]), name: String(path[end...].dropFirst()), mode: 0o600)
        } catch {
            throw CommandError("\(error)", exitCode: .inputOutput)
        }
        return place != nil
    }

    /// The name of a setting in the file.
    ///
    /// - Throws: ``CommandError`` with exit code 2 for a profile's name that a line can't have.
    static func name(_ setting: String, profile: String?) throws(CommandError) -> String {
        guard let profile else { return setting }
        guard isProfile(profile) else {
            throw .usage(
                "'\(profile)' is not a valid name for a profile",
                hints: ["a name has 1 to 32 letters, digits, '-' and '_'"]
            )
        }
        return "profile.\(profile).\(setting)"
    }

    private static let fileName = "settings.conf"
    private static let newline = UInt8(ascii: "\n")

    private static func isProfile(_ name: String) -> Bool {
        (1...32).contains(name.utf8.count)
            && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    }

    private static func entry(_ field: ConfigurationFile.Field) throws(CommandError) -> Entry {
        let parts = field.name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let isOfProfile = parts.count == 3 && parts[0] == "profile" && isProfile(parts[1])
        let word = isOfProfile ? parts[2] : field.name
        guard let name = SettingName(rawValue: word) else {
            let command: ShellCommand = "jeton config unset \(field.name)"
            throw .usage(
                "\(field.file):\(field.line): unknown setting '\(field.name)'",
                hints: Suggestion.hints(like: word, among: SettingName.allCases.map(\.rawValue))
                    + ["`\(command.text)` removes the line"]
            )
        }
        do {
            return Entry(profile: isOfProfile ? parts[1] : nil, name: name, values: try name.values(field.value))
        } catch {
            throw .usage("\(field.file):\(field.line): \(error.message)", hints: error.hints)
        }
    }

    private static func isLine(_ line: [UInt8], of name: String) -> Bool {
        ConfigurationFile(parsing: line, file: "").fields.first?.name == name
    }

    /// The whole file, which only this user and root can change.
    private static func octets(at path: String) throws(CommandError) -> [UInt8] {
        if let weakness = FileTrust.weakness(of: path, trusting: geteuid()) {
            throw CommandError(
                "the settings in \(path) are refused: \(weakness)",
                hints: ["`chmod go-w` takes the right to write from others"],
                exitCode: .inputOutput
            )
        }
        do {
            return try FileAccess.contents(of: path, limit: ConfigurationFile.maximumLength)
        } catch {
            throw CommandError("\(path) can't be read: \(error)", exitCode: .inputOutput)
        }
    }

    /// Says whose the file or a directory above it is, if that is neither this user nor root.
    private static func foreignOwner(_ path: String) -> String? {
        var part = path
        while let slash = part.lastIndex(of: "/") {
            var status = stat()
            if unsafe stat(part, &status) == 0, status.st_uid != 0, status.st_uid != geteuid() {
                return "\(part) belongs to user \(status.st_uid)"
            }
            part = String(part[..<slash])
        }
        return nil
    }

    /// Where a link leads: a file that is kept elsewhere stays there.
    private static func resolved(_ path: String) -> String {
        guard let text = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(text) }
        return unsafe String(cString: text)
    }
}
