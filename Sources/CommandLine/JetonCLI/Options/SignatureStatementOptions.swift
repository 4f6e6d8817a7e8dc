internal import ArgumentParser
internal import CAdES
internal import Cryptoki

/// What the signer states about a signature.
struct SignatureStatementOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "What the signature commits to: one of \(CommitmentType.names.joined(separator: ", ")); may be repeated.",
            valueName: "type"
        )
    )
    var commitment: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp("A role that the signer claims (XAdES); may be repeated.", valueName: "text")
    )
    var role: [String] = []

    @Option(name: .long, help: ArgumentHelp("The city where the signer signs.", valueName: "name"))
    var city: String?

    @Option(name: .long, help: ArgumentHelp("The country where the signer signs.", valueName: "name"))
    var country: String?

    /// The statements.
    ///
    /// - Throws: ``CommandError`` for a type that is not known, and for text that is empty or has control characters.
    func statements() throws(CommandError) -> SignerStatements {
        var statements = SignerStatements()
        for name in commitment {
            guard let type = CommitmentType(name: name) else {
                throw .usage("--commitment: '\(name)' is not one of \(CommitmentType.names.joined(separator: ", "))")
            }
            statements.commitments.append(type)
        }
        for text in role + [city, country].compactMap({ $0 }) {
            guard !text.isEmpty, text.utf8.count <= 1_024, text.withoutControlCharacters == text else {
                throw .usage("--role, --city and --country take text of one line, at most 1024 bytes")
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
