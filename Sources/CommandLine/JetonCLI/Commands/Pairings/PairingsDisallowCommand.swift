internal import ArgumentParser
internal import JetonKeystoreBase
internal import PairingDesk

/// `jeton pairings disallow`.
struct PairingsDisallowCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "disallow",
        abstract: "Revoke what `jeton pairings allow` granted.",
        discussion: "A session that the program has open ends with the program."
    )

    @OptionGroup var choice: PairingProgramArguments
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let (register, media, entry) = try choice.entry()
        let (user, path) = try ChannelOwnerOptions.owner(of: choice.program)
        try register.disallow(entry, user, program: path)
        return try answer(
            "jeton.pairings.disallow/1",
            ["media": media, "program": path, "group": user.rawValue, "holder": entry.group.rawValue],
            ["'\(path)' may no longer use the pairing with \(media)"]
        )
    }
}
