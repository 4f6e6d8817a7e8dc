internal import ArgumentParser

/// What a command may reach over the network, and whom it trusts there.
struct NetworkOptions: ParsableArguments {
    @Flag(help: "Allow URLs in certificates that point to this machine or to private networks.")
    var allowPrivateHosts = false

    @Option(
        help: ArgumentHelp(
            "A file of trusted certificates for https servers (default: the system's); may be repeated.",
            valueName: "file"
        ),
        completion: .file()
    )
    var serverTrust: [String] = []
}
