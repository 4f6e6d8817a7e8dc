internal import ArgumentParser
internal import Glibc
internal import JetonFiles
internal import VerificationDesk

/// `jeton config set`.
struct ConfigSetCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set a setting in the file, or in a profile of it.",
        discussion: """
            trust and tsa take several values. A PIN is never a setting: pin-source names where it comes from, and is \
            one of prompt, pinpad, pinentry, file:PATH, env:NAME, credential:NAME and keystore:SERVICE/ACCOUNT. A \
            source of one PIN is used only if no other token is named. tsa-login is the user name of a login in the \
            keystore.
            """
    )

    @Argument(
        help: """
            The setting: token, pin-source, trust, trust-list, trust-list-signer, tsa, tsa-login, tsa-form or proxy.
            """
    )
    var name: SettingName
    @Argument(help: "The value; trust, trust-list, trust-list-signer and tsa take several.") var values: [String]
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        guard values.count == 1 || name.isList else {
            throw CommandError.usage("the setting '\(name.rawValue)' takes one value, not \(values.count)")
        }
        let text = values.map(absolute).joined(separator: ", ")
        let values = try name.values(text)
        // Anchors that can't be read would fail every later `jeton verify`.
        if name == .trust { _ = try TrustFiles.store(values) }
        if name == .trustListSigner { _ = try values.map { try CertificateFile.certificates(at: $0) } }
        if name == .timestampForm { _ = try values.map { try TimestampServerOptions.form($0) } }
        let profile = output.general.profile
        let key = try SettingsFile.name(name.rawValue, profile: profile)
        _ = try SettingsFile.change(key, to: text)
        try answer(
            "jeton.config.set/1",
            ["name": name.rawValue, "profile": profile, "values": values],
            ["\(key) is set"]
        )
        if let outweighing = Process.variable(name.variable), !outweighing.isEmpty {
            Console.note("note: \(name.variable) in the environment overrides it")
        }
        return .success
    }

    /// A file as it is named here, which the settings keep by its whole path.
    private func absolute(_ value: String) -> String {
        guard [.trust, .trustListSigner, .timestampForm].contains(name), !value.hasPrefix("/"),
            FileSource.exists(value), let here = unsafe getcwd(nil, 0)
        else { return value }
        defer { unsafe free(here) }
        return unsafe "\(String(cString: here))/\(value)"
    }
}
