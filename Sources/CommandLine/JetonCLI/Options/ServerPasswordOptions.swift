internal import ArgumentParser

/// Where the password of a user at a server comes from.
struct ServerPasswordOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where the password of --tsa-user comes from: prompt, pinentry, fd:N, file:PATH, env:NAME, credential:NAME, keystore:NAME.",
            valueName: "source"
        )
    )
    var passwordSource: String?
}
