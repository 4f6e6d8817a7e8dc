internal import ArgumentParser

/// Many files under one login.
struct ManyFilesOptions: ParsableArguments {
    @Flag(
        name: [.customShort("r"), .long],
        help: "Sign the files in directories and their subdirectories, except signatures."
    )
    var recursive = false

    @Option(
        help: ArgumentHelp(
            "Read file names from this list, one per line or separated by NUL, or from - for standard input.",
            valueName: "file"
        ),
        completion: .file()
    )
    var from: String?

    @Option(
        help: ArgumentHelp(
            "Sign the files in a directory, and new ones as they appear, until the command is stopped.",
            valueName: "directory"
        ),
        completion: .directory
    )
    var watch: String?

    @Option(
        help: ArgumentHelp(
            "Write a line of JSON for each file, and skip the files that it lists as signed, so that the same command resumes.",
            valueName: "file"
        ),
        completion: .file()
    )
    var report: String?
}
