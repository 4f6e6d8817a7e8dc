internal import ArgumentParser
internal import JetonFiles
internal import JetonOctets

/// Where an item's new secret comes from.
struct ItemSecretOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where to read the secret, one line: prompt, pinentry, fd:N, file:PATH, env:NAME, credential:NAME, keystore:NAME.",
            valueName: "source"
        )
    )
    var secretSource: String?

    @Option(
        name: .customLong("in"),
        help: ArgumentHelp("File with the secret, or - for standard input; at most 64 KiB.", valueName: "path"),
        completion: .file()
    )
    var input: String?

    func validate() throws {
        try OptionRule.check(.excludes(["--secret-source": secretSource != nil, "--in": input != nil]))
    }

    /// Whether one of them was given.
    var isGiven: Bool { secretSource != nil || input != nil }

    /// The secret; asked for on the terminal if nothing was given.
    func secret() throws -> Secret {
        if let input {
            if input == "-" { Console.noteTerminalInput() }
            let secret = try FileSource.secret(at: input)
            guard secret.count > 0 else {
                throw CommandError(
                    "\(input == "-" ? "the standard input" : input) is empty, and a secret has at least 1 byte",
                    hints: ["use --in FILE to read a file, or --secret-source prompt to be asked for the secret"],
                    exitCode: .inputOutput
                )
            }
            return secret
        }
        return try SecretReader.secret.read(secretSource, isNew: true)
    }
}
