internal import ArgumentParser
internal import SigningDesk

/// The token that a command is about: an argument, or the options that name one.
struct TokenArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("The token's PKCS #11 URI, label or serial number.", valueName: "uri")) var uri:
        String?
    @OptionGroup var options: TokenOptions

    /// What was asked for.
    func query() throws -> TokenQuery { try options.query(uri: uri) }
}
