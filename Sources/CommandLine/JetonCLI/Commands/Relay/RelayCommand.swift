internal import ArgumentParser

/// `jeton relay`.
struct RelayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "relay",
        abstract: "Relay HTTP to a server that requires a token or NTLM.",
        subcommands: [RelayListenCommand.self, RelayRunCommand.self]
    )
}
