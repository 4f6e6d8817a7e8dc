internal import ArgumentParser

/// `jeton config unset`.
struct ConfigUnsetCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "unset",
        abstract: "Remove a setting from the file, or from a profile of it."
    )

    // Any line can be removed, also one that jeton does not know.
    @Argument(help: "The setting, or any name in the file.") var name: String
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let profile = output.general.profile
        let key = try SettingsFile.name(name, profile: profile)
        guard try SettingsFile.change(key, to: nil) else {
            throw CommandError.notFound(
                "'\(key)' is not set in the file",
                hints: ["`jeton config list` lists what is set"]
            )
        }
        return try answer("jeton.config.unset/1", ["name": name, "profile": profile], ["\(key) is unset"])
    }
}
