internal import ArgumentParser
internal import JetonKeystoreBase
internal import PairingDesk

/// `jeton pairings allow`.
struct PairingsAllowCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "allow",
        abstract: "Let another program use an existing pairing.",
        discussion: """
            The program shares the keys and counters of the pairing, so that the token sees one peer. A team's program \
            shares it with every program signed for the same group. Programs of one user are not isolated from each \
            other: this prevents mistakes, not attacks.
            """
    )

    @OptionGroup var choice: PairingProgramArguments
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let (register, media, entry) = try choice.entry()
        let (user, path) = try ChannelOwnerOptions.owner(of: choice.program)
        let isOwn = user == entry.group
        if !isOwn {
            let own = try register.entries(serial: entry.serial).contains { $0.group == user }
            if own { Console.note("warning: '\(path)' has its own pairing and keeps using it") }
            try register.allow(entry, user, program: path)
        }
        return try answer(
            "jeton.pairings.allow/1",
            ["media": media, "program": path, "group": user.rawValue, "holder": entry.group.rawValue],
            [isOwn ? "'\(path)' uses this pairing already" : "'\(path)' may use the pairing with \(media)"]
        )
    }
}
