internal import ArgumentParser

/// Where the password of a user at a server comes from.
struct ServerPasswordOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where to read the password of --tsa-user: prompt, pinentry, fd:N, file:PATH, env:NAME, credential:NAME, keystore:NAME.",
            valueName: "source"
        )
    )
    var passwordSource: String?
}
