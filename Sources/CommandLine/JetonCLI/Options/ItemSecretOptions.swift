internal import ArgumentParser
internal import Octets

/// Where an item's new secret comes from.
struct ItemSecretOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Where the secret comes from, one line: prompt, pinentry, fd:N, file:PATH, env:NAME or credential:NAME.",
            valueName: "source"
        )
    )
    var secretSource: String?

    @Option(
        name: .customLong("in"),
        help: ArgumentHelp(
            "File with the secret, or - for standard input; at most 64 KiB.",
            valueName: "path"
        ),
        completion: .file()
    )
    var input: String?

    /// Whether one of them was given.
    var isGiven: Bool { secretSource != nil || input != nil }

    /// The secret; asked for on the terminal if nothing was given.
    func secret() throws -> Secret {
        guard secretSource == nil || input == nil else {
            throw CommandError.usage("--secret-source and --in exclude each other")
        }
        if let input { return try FileSource.secret(at: input) }
        return try SecretReader.secret.read(secretSource, isNew: true)
    }
}
