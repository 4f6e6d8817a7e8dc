internal import ArgumentParser

/// `jeton demo`.
struct DemoCommand: LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Try everything on a virtual card: list, key, certificate, signature.",
        discussion: """
            A virtual card is made in a temporary directory, which is removed at the end. Every command is shown \
            before it runs, so that it can be repeated on a token of your own. Needs openssl.
            """
    )

    @Flag(help: "Keep the directory.")
    var keep = false

    @OptionGroup var general: GeneralOptions

    func execute() throws -> ExitCode {
        let demo = try Demo()
        defer { if !keep { demo.remove() } }
        try demo.run()
        if keep { Console.note("the directory is \(demo.directory)") }
        return .success
    }
}
