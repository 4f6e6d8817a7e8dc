internal import ArgumentParser
internal import SigningDesk

/// Which private key is meant.
struct KeyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The private key: its label, its id in hexadecimal, its PIV slot (9a, 9c, 9d, 9e, 82 to 95), or its URI.",
            discussion: "Optional if the token has only one.",
            valueName: "label|id|slot|uri"
        )
    )
    var key: String?

    /// The name, read.
    func name() throws -> ObjectName? { try key.map { try ObjectName($0) } }
}
