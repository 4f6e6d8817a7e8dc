internal import ArgumentParser
internal import Synchronization

/// What counts where a command line leaves an option out: the environment, then the profile, then the file.
enum Settings {
    /// The values of a setting, and what set them.
    struct Value {
        let values: [String]
        let origin: Origin

        /// The value of a setting that has just one.
        var text: String { values[0] }
    }

    /// What set a value.
    enum Origin {
        case variable(String)
        case profile(String)
        case file

        /// The word in tables and documents.
        var word: String {
            switch self {
            case .variable(let name): name
            case .profile(let name): "profile \(name)"
            case .file: "file"
            }
        }
    }

    /// The profile of `--profile`; set once, before the command runs.
    static let chosenProfile = Mutex<String?>(nil)

    /// The profile that counts: that of the option, or of `JETON_PROFILE`.
    static var profile: String? {
        if let chosen = chosenProfile.withLock({ $0 }) { return chosen }
        return Process.variable("JETON_PROFILE").flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The values of a setting; nil if nothing sets it.
    ///
    /// - Throws: ``CommandError`` with exit code 2 for a value that is not valid, 3 for a profile that is not there, and 7
    ///   for a file that others can change.
    static func value(_ name: SettingName) throws(CommandError) -> Value? {
        try value(name, in: SettingsFile.ofThisUser())
    }

    /// The values of a setting with a file that has been read.
    static func value(_ name: SettingName, in file: SettingsFile) throws(CommandError) -> Value? {
        if let text = Process.variable(name.variable), !text.isEmpty {
            do {
                return Value(values: try name.values(text), origin: .variable(name.variable))
            } catch {
                throw .usage("\(name.variable): \(error.message)", hints: error.hints)
            }
        }
        if let exclusion = file.exclusion { Console.detail("note: the settings are not read: \(exclusion)") }
        if let profile {
            guard file.profiles.contains(profile) else {
                throw .notFound(
                    "no profile '\(profile)' in the settings",
                    hints: file.profiles.isEmpty
                        ? ["`jeton config set token LABEL --profile \(profile)` makes it"]
                        : ["choose one of these: \(file.profiles.joined(separator: ", "))"]
                )
            }
            if let values = file.values(name, profile: profile) {
                return Value(values: values, origin: .profile(profile))
            }
        }
        return file.values(name, profile: nil).map { Value(values: $0, origin: .file) }
    }
}
