internal import ArgumentParser
internal import SigningDesk

/// `jeton setup`.
struct SetupCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Set up a card: PINs, a key, a certificate, a test signature.",
        discussion: """
            Asks on a terminal for what it needs, and shows the command that does the same before each step. A card that \
            is in use keeps its keys and certificates. A published PIN of the factory is sent only after it was \
            agreed to replace it.
            """
    )

    @Argument(help: ArgumentHelp("The token's PKCS #11 URI or label.", valueName: "uri")) var uri: String?
    @OptionGroup var tokens: TokenOptions
    @OptionGroup var output: OutputOptions

    @Option(name: .long, help: "The token's new label, at most 32 bytes of UTF-8 (default: asked for).")
    var label: String?

    @Option(name: .long, help: "The label of the key that is made.")
    var keyLabel = "signing"

    @Option(name: .long, help: "The type of the key that is made, as for `key generate`.")
    var type = "p256"

    @Option(name: .long, help: ArgumentHelp("The subject's name (default: asked for).", valueName: "dn"))
    var subject: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Write a request for an authority here instead of making a self-signed certificate.",
            valueName: "path"
        ),
        completion: .file()
    )
    var csr: String?

    func execute() throws -> ExitCode {
        guard Console.isTerminal(0), Console.isTerminal(2) else {
            throw CommandError.usage(
                "setup asks on a terminal, and there is none",
                hints: [
                    "`jeton token init`, `jeton key generate`, `jeton cert create` and `jeton sign` do the same by options"
                ]
            )
        }
        let result = try Setup(self).run()
        try answer("jeton.setup/1", result.members, result.lines)
        return .success
    }
}
