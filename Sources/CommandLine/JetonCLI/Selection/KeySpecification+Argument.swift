internal import ArgumentParser
internal import Cryptoki

extension KeySpecification {
    /// The short names of common types.
    static let shortNames = [
        "rsa": "rsa:2048", "rsa2048": "rsa:2048", "rsa3072": "rsa:3072", "rsa4096": "rsa:4096", "ec": "ec:p256",
        "p256": "ec:p256", "p384": "ec:p384", "p521": "ec:p521",
    ]

    /// Reads a type of key from the command line: as `rsa:2048`, `ec:p256` or `ed25519`, or one of ``shortNames``.
    ///
    /// - Throws: ``CommandError`` with exit code 2.
    init(argument text: String) throws(CommandError) {
        let name = text.lowercased()
        guard let specification = KeySpecification(Self.shortNames[name] ?? name) else {
            let gost = GOSTParameterSet.allCases.map { "gost:\($0.rawValue)" }
            let known =
                Self.shortNames.keys.sorted() + ["rsa:2048", "ec:p256", "ec:p384", "ec:p521", "ed25519"] + gost
            throw .usage(
                "unknown key type '\(text)'",
                hints: Suggestion.hints(like: name, among: known)
                    + [
                        "use one of rsa:2048 to rsa:4096, ec:p256, ec:p384, ec:p521, ed25519, "
                            + gost.joined(separator: ", ")
                    ]
            )
        }
        self = specification
    }
}
