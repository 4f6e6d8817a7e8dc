internal import ArgumentParser
internal import SigningDesk

/// Which token is meant.
struct TokenOptions: ParsableArguments {
    @OptionGroup var modules: ModuleOptions

    @Option(help: ArgumentHelp("The token's label, serial number or PKCS #11 URI.", valueName: "label|uri"))
    var token: String?

    @Option(help: ArgumentHelp("The reader's name or nickname.", valueName: "name"))
    var reader: String?

    @Flag(help: "Use the token through its secure channel only, never in clear.")
    var requireChannel = false

    /// What was asked for, with a URI given as an argument.
    func query(uri text: String? = nil) throws -> TokenQuery {
        var query = TokenQuery(modules: modules.module, reader: reader)
        query.requiresChannel = requireChannel
        for text in [text, token].compactMap({ $0 }) { try query.add(token: text, from: .user) }
        return query
    }
}
