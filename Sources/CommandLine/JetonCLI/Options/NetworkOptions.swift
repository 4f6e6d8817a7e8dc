internal import ArgumentParser

/// What a command may reach over the network, and whom it trusts there.
struct NetworkOptions: ParsableArguments {
    @Flag(help: "Let URLs in certificates lead to this machine and to private networks.")
    var allowPrivateHosts = false

    @Option(
        help: ArgumentHelp(
            "A file of certificates that vouch for https servers (default: the system's); may be repeated.",
            valueName: "file"
        ),
        completion: .file()
    )
    var serverTrust: [String] = []
}
