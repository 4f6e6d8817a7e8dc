internal import ArgumentParser
internal import SigningDesk

/// `jeton setup`.
struct SetupCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Set up a card: PINs, a key, a certificate, a test signature.",
        discussion: """
            Asks on a terminal for what it needs, and shows the equivalent command before each step. A card in use \
            keeps its keys and certificates. A published factory PIN is sent only after you agree to replace it.
            """
    )

    @OptionGroup var target: TokenArgument
    @OptionGroup var output: OutputOptions

    @Option(help: "The token's new label, at most 32 bytes of UTF-8 (default: asked for).")
    var label: String?

    @OptionGroup var tries: PINTriesOptions
    @OptionGroup var management: ManagementKeyOptions

    @Option(help: "The label of the new key.")
    var keyLabel = "signing"

    @Option(help: "The type of the new key, as for `key generate`.")
    var type = "p256"

    @Option(help: ArgumentHelp("The subject's name (default: asked for).", valueName: "dn"))
    var subject: String?

    @Option(
        help: ArgumentHelp(
            "Write a certificate request to this file instead of creating a self-signed certificate.",
            valueName: "path"
        ),
        completion: .file()
    )
    var csr: String?

    @Flag(name: .long, help: "Send the PINs in clear, even in a reader where a paired token was last seen.")
    var inClear = false

    func execute() throws -> ExitCode {
        guard Console.isTerminal(0), Console.isTerminal(2) else {
            throw CommandError.usage(
                "setup needs a terminal",
                hints: [
                    "`jeton token init --label LABEL`, `jeton key generate --label LABEL`, "
                        + "`jeton cert create --subject CN=NAME` and `jeton sign FILE` do the same with options"
                ]
            )
        }
        let result = try Setup(self).run()
        return try answer("jeton.setup/1", result.members, result.lines)
    }
}
