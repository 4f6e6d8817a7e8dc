internal import ArgumentParser

/// `jeton config get`.
struct ConfigGetCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Print the values of a setting, one per line."
    )

    @Argument(
        help: """
            The setting: token, pin-source, trust, trust-list, trust-list-signer, tsa, tsa-login, tsa-form or proxy.
            """
    )
    var name: SettingName
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        guard let value = try Settings.value(name) else {
            throw CommandError.notFound(
                "the setting '\(name.rawValue)' is not set",
                hints: ["`jeton config set \(name.rawValue) VALUE` sets it"]
            )
        }
        return try answer(
            "jeton.config.get/1",
            ["name": name.rawValue, "values": value.values, "setBy": value.origin.word],
            value.values
        )
    }
}
