internal import ArgumentParser

/// `jeton pin`.
struct PINCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin",
        abstract: "Change, set and unblock PINs, and show their status.",
        subcommands: [PINStatusCommand.self, PINChangeCommand.self, PINSetCommand.self, PINUnblockCommand.self]
    )
}
