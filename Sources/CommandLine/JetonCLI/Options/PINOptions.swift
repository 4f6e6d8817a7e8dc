internal import ArgumentParser
internal import SigningDesk
internal import TokenKit

/// Where the user's PIN comes from.
struct PINOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Where the PIN comes from: prompt, pinpad, pinentry, fd:N, file:PATH, env:NAME or credential:NAME.",
            discussion: "Default: prompt, or the reader's own keys where the token has them.",
            valueName: "source"
        )
    )
    var pinSource: String?

    @Flag(name: .long, help: "Send the PIN even if it is the last try before it is locked.")
    var lastTry = false

    /// The source, read: that of the option, or of the URI.
    func source(_ query: TokenQuery) throws(PINError) -> PINSource? {
        try PINSource.option(pinSource ?? query.pinSource)
    }
}

/// Where the security officer's PIN comes from.
struct SecurityOfficerPINOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            """
            Where the security officer's PIN comes from: prompt, pinpad, pinentry, fd:N, file:PATH, env:NAME or \
            credential:NAME.
            """,
            valueName: "source"
        )
    )
    var soPinSource: String?

    /// The source, read.
    func source() throws(PINError) -> PINSource? { try PINSource.option(soPinSource) }
}
