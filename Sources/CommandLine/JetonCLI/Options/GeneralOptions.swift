internal import ArgumentParser
internal import Synchronization

/// What every command takes.
struct GeneralOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Print only errors and questions.")
    var quiet = false

    @Flag(
        name: .shortAndLong,
        help: "Also print what was chosen (token, module, settings) and which hosts were contacted."
    )
    var verbose = false

    @Option(help: ArgumentHelp("Profile of the settings (default: $JETON_PROFILE).", valueName: "name"))
    var profile: String?

    func validate() throws {
        try OptionRule.check(.excludes(["--quiet": quiet, "--verbose": verbose]))
    }

    /// Makes them count for this run.
    func apply() {
        if quiet { Verbosity.quiet.apply() }
        if verbose { Verbosity.verbose.apply() }
        if let profile { Settings.chosenProfile.withLock { $0 = profile } }
    }
}
