internal import ArgumentParser

/// `jeton config list`.
struct ConfigListCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the effective settings, and where each is set.",
        discussion: "With --profile, those of that profile."
    )

    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let file = try SettingsFile.ofThisUser()
        var table = Table(["name", "value", "set by"])
        var settings: [JSON] = []
        for name in SettingName.allCases {
            guard let value = try Settings.value(name, in: file) else { continue }
            table.add([name.rawValue, value.values.joined(separator: ", "), value.origin.word])
            settings.append(.object(["name": name.rawValue, "values": value.values, "setBy": value.origin.word]))
        }
        return try answer(
            "jeton.config.list/1",
            [
                "path": file.path, "notRead": file.exclusion, "profile": Settings.profile, "profiles": file.profiles,
                "settings": settings,
            ]
        ) {
            if !table.isEmpty { try Console.print(table.lines(style: Console.style)) }
            if let exclusion = file.exclusion { Console.note("note: \(file.path) is not read: \(exclusion)") }
            if table.isEmpty {
                Console.note("nothing is set in \(file.path)")
                Console.note("hint: `jeton config set token LABEL` names the token that commands use")
            }
            if !file.profiles.isEmpty, Settings.profile == nil {
                Console.note("note: profiles: \(file.profiles.joined(separator: ", "))")
            }
        }
    }
}
