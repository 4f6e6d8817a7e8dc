internal import ArgumentParser
internal import SigningDesk
internal import TokenKit

/// Where the user's PIN comes from.
struct PINOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where to read the PIN: prompt, pinpad, pinentry, fd:N, file:PATH, env:NAME, credential:NAME, keystore:NAME.",
            discussion: "Default: prompt, or the reader's own keys where the token has them.",
            valueName: "source"
        )
    )
    var pinSource: String?

    @OptionGroup var sending: PINSendingOptions

    /// The source, read: that of the option, of the URI, or of the settings.
    ///
    /// A source in the file that gives one PIN belongs to one token: with another token named, it would cost a try.
    func source(_ query: TokenQuery) throws -> PINSource? {
        if let source = try PINSource.option(pinSource ?? query.pinSource) { return source }
        guard let setting = try Settings.value(.pinSource) else { return nil }
        let source = try PINSource(parsing: setting.text)
        if case .variable = setting.origin { return source }
        switch source {
        case .prompt, .pinpad, .pinentry: return source
        default: break
        }
        guard try query.isEmpty || query.label != nil && query.label == Settings.value(.token)?.text else {
            Console.detail("note: the PIN source in the settings is not used, since it belongs to another token")
            return nil
        }
        return source
    }
}

/// Where the security officer's PIN comes from.
struct SecurityOfficerPINOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Where to read the security officer's PIN: prompt, pinpad, pinentry, fd:N, file:PATH, env:NAME, \
            credential:NAME or keystore:SERVICE/ACCOUNT.
            """,
            valueName: "source"
        )
    )
    var soPinSource: String?

    /// The source, read.
    func source() throws(PINError) -> PINSource? { try PINSource.option(soPinSource) }
}
