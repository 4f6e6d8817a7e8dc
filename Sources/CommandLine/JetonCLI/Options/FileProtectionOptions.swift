internal import ArgumentParser
internal import Keystore

/// The protection class that is chosen for a file.
struct FileProtectionOptions: ParsableArguments {
    private static let words: [(word: String, protection: FileProtection)] = [
        ("none", .none), ("complete", .complete), ("complete-unless-open", .completeUnlessOpen),
        ("until-first-authentication", .completeUntilFirstUserAuthentication),
    ]

    @Option(
        name: .customLong("class"),
        help: ArgumentHelp(
            "Protection class, one of: none, complete, complete-unless-open, until-first-authentication.",
            valueName: "class"
        ),
        completion: .list(words.map(\.word))
    )
    var name: String?

    /// The class that was given; nil if none was.
    func choice() throws(CommandError) -> FileProtection? {
        guard let name else { return nil }
        guard let found = FileProtectionOptions.words.first(where: { $0.word == name }) else {
            throw .usage(
                "'\(name)' is not a valid protection class",
                hints: ["one of: \(FileProtectionOptions.words.map(\.word).joined(separator: ", "))"]
            )
        }
        return found.protection
    }

    /// The word of a class.
    static func word(_ protection: FileProtection) -> String {
        words.first { $0.protection == protection }?.word ?? protection.rawValue
    }
}
