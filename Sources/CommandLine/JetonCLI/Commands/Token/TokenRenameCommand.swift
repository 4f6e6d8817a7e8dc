internal import ArgumentParser
internal import Cryptoki
internal import SigningDesk
internal import TokenKit

/// `jeton token rename`.
struct TokenRenameCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Change a token's label, if its module supports it.",
        discussion: """
            PKCS #11 sets a label only when it initializes a token. Rutoken's extension can change it later; other \
            tokens need `jeton token init`, which erases them.
            """
    )

    @OptionGroup var target: TokenArgument
    @OptionGroup var pin: PINOptions
    @OptionGroup var management: ManagementKeyOptions
    @OptionGroup var output: OutputOptions

    @Option(help: "The new label; most tokens hold at most 32 bytes of UTF-8.")
    var label: String

    func execute() throws -> ExitCode {
        guard (1...255).contains(label.utf8.count) else {
            throw CommandError.usage("a label must have 1 to 255 bytes, not \(label.utf8.count)")
        }
        let query = try target.query()
        let token = try Desk.find(query)
        guard token.extendedFunctionCount > 4 else {
            throw CommandError(
                "the module of token '\(token.name)' can't rename tokens",
                hints: ["`jeton token init --label LABEL` sets a label, but erases the token"],
                exitCode: .refused
            )
        }
        try management.use(on: token)
        var session = try token.openSession(readWrite: true)
        try Desk.login(token, sending: pin.sending).login(&session, source: pin.source(query))
        try management.protect(on: token)
        do {
            try session.setTokenName(label)
        } catch {
            guard error.code == .argumentsBad, label.utf8.count > 32 else { throw error }
            var report = ErrorReport.describe(error)
            report.hints = ["the label has \(label.utf8.count) bytes; most tokens hold at most 32"]
            throw report
        }
        try session.close()
        return try answer(
            "jeton.token.rename/1",
            ["label": label, "previousLabel": token.label],
            ["token '\(token.name)' is now '\(label)'"]
        )
    }
}
