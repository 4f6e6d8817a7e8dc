internal import ArgumentParser
internal import Cryptoki
internal import SigningDesk
internal import TokenKit

/// `jeton pin set`.
struct PINSetCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set the user's PIN with the security officer's."
    )

    @OptionGroup var setter: UserPINSetter

    var output: OutputOptions { setter.output }

    func execute() throws -> ExitCode {
        let token = try setter.run()
        return try answer("jeton.pin.set/1", ["token": token.uri], ["the user's PIN of token '\(token.name)' is set"])
    }
}

/// `jeton pin unblock`.
struct PINUnblockCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "unblock",
        abstract: "Unblock a locked user's PIN with the security officer's.",
        discussion: """
            Sets a new PIN. With --keep, keeps the old PIN and resets its retry counter, which only Rutoken's \
            extension can do.
            """
    )

    @OptionGroup var setter: UserPINSetter

    @Flag(help: "Keep the PIN and reset its retry counter.")
    var keep = false

    var output: OutputOptions { setter.output }

    func execute() throws -> ExitCode {
        let token = try setter.run(keeping: keep)
        return try answer(
            "jeton.pin.unblock/1",
            ["token": token.uri],
            ["the user's PIN of token '\(token.name)' is unblocked"]
        )
    }
}
