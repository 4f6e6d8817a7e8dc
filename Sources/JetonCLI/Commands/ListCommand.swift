internal import ArgumentParser

/// `jeton list`.
struct ListCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List readers, slots and tokens with their media, pairing and PIN state.",
        discussion: """
            A module that fails keeps no other from being listed. If it was named with --module the exit code tells \
            (3 not there, 5 faulty); of the installed ones it is a note, for many serve tokens that are not here.

            The column CHANNEL is there if a token has a secure channel: the suite in use, or "not set up" with those \
            that there are, or "refused" where the keys are not this program's.
            """
    )

    @OptionGroup var modules: ModuleOptions
    @OptionGroup var output: OutputOptions

    @Flag(name: .long, help: "Show empty slots that are no readers, and modules that failed to load.")
    var all = false

    @Flag(name: .long, help: "Go on and print a line for every change; JSON gives a document a line.")
    var watch = false

    // Each module runs in a child of its own.
    var loadsModules: Bool { false }

    func execute() throws -> ExitCode {
        try Listing(modules: modules.choice, json: output.json, all: all, watch: watch).run()
    }
}
