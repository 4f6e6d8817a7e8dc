internal import ArgumentParser

/// Where the content of a protected file comes from.
struct FileContentOptions: ParsableArguments {
    @Option(
        name: .customLong("in"),
        help: ArgumentHelp("File with the content, or - for standard input.", valueName: "path"),
        completion: .file()
    )
    var path: String?
}
