internal import ArgumentParser

/// The certificates that paths may end in.
struct TrustOptions: ParsableArguments {
    @Option(
        name: .customLong("trust"),
        help: ArgumentHelp(
            "A file of trusted certificates (default: those of the settings, else the system's); may be repeated.",
            valueName: "file"
        ),
        completion: .file()
    )
    var files: [String] = []
}
