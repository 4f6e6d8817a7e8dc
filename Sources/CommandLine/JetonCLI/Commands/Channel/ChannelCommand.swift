internal import ArgumentParser
internal import SecureChannel

/// `jeton channel`, for implementers of the secure channel elsewhere.
struct ChannelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "channel",
        abstract: "Inspect the secure channel.",
        shouldDisplay: false,
        subcommands: [ChannelKnownAnswersCommand.self]
    )
}

/// `jeton channel known-answers`.
struct ChannelKnownAnswersCommand: LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "known-answers",
        abstract: "Print what both ends of the secure channel compute from given inputs.",
        discussion: "The inputs, and what each value is, are in docs/secure-channel.md.",
        shouldDisplay: false
    )

    @OptionGroup var general: GeneralOptions

    func execute() throws -> ExitCode {
        let text = Array(try KnownAnswers.text().utf8)
        try Console.write(text.span)
        return .success
    }
}
