internal import ArgumentParser

/// `jeton list`.
struct ListCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List readers, slots and tokens with their media, pairing and PIN state.",
        discussion: """
            A failing module does not stop the others. For a module that --module names, the exit code reports it \
            (3 not found, 5 faulty); for an installed one a note does, since many serve tokens that are not attached.

            The column CHANNEL appears if a token has a secure channel: the suite in use, "not set up" with the \
            available suites, or "refused" if the keys do not belong to this program.
            """
    )

    @OptionGroup var modules: ModuleOptions
    @OptionGroup var output: OutputOptions

    @Flag(name: .long, help: "Also show empty slots without a reader, and modules that failed to load.")
    var all = false

    @Flag(name: .long, help: "Print a line for every change until stopped; with --json, one document per line.")
    var watch = false

    // A module that crashes or hangs does not stop jeton: each one is loaded in its own child process.
    var loadsModules: Bool { false }

    func execute() throws -> ExitCode {
        try Listing(modules: modules.choice, json: output.json, all: all, watch: watch).run()
    }
}
