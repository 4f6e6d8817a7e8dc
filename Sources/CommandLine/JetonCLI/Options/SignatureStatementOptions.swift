internal import ArgumentParser
internal import Cryptoki
internal import SignatureLevels

/// What the signer states about a signature.
struct SignatureStatementOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What the signature commits to: one of \(CommitmentType.names.joined(separator: ", ")); may be repeated.",
            valueName: "type"
        )
    )
    var commitment: [CommitmentType] = []

    @Option(help: ArgumentHelp("A role that the signer claims (XAdES); may be repeated.", valueName: "text"))
    var role: [String] = []

    @Option(help: ArgumentHelp("The city where the signer signs.", valueName: "name"))
    var city: String?

    @Option(help: ArgumentHelp("The country where the signer signs.", valueName: "name"))
    var country: String?

    /// The statements.
    ///
    /// - Throws: ``CommandError`` for a type that is not known, and for text that is empty or has control characters.
    func statements() throws(CommandError) -> SignerStatements {
        var statements = SignerStatements()
        statements.commitments = commitment
        for text in role + [city, country].compactMap({ $0 }) {
            guard !text.isEmpty, text.utf8.count <= 1_024, text.withoutControlCharacters == text else {
                throw .usage("--role, --city and --country must be one line of at most 1024 bytes")
            }
        }
        statements.roles = role
        statements.city = city
        statements.country = country
        return statements
    }

    /// Whether one of the options is given.
    var isGiven: Bool { !commitment.isEmpty || !role.isEmpty || city != nil || country != nil }
}
