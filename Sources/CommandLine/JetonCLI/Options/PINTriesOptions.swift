internal import ArgumentParser

/// How many wrong PINs in a row a token allows; chosen only when it is set up, since a card then has its factory PINs.
struct PINTriesOptions: ParsableArguments {
    @Option(help: "Tries of the user's PIN, from 1 to 10 (default: the token's choice).")
    var pinTries: UInt?

    @Option(help: "Tries of the security officer's PIN (the PUK), from 3 to 10 (default: the token's choice).")
    var soPinTries: UInt?

    /// What is not chosen keeps the number of the standard, 3.
    private static let usual: UInt = 3

    /// Both numbers; nil if neither is chosen.
    func numbers() throws(CommandError) -> (user: UInt, officer: UInt)? {
        guard pinTries != nil || soPinTries != nil else { return nil }
        let (user, officer) = (pinTries ?? Self.usual, soPinTries ?? Self.usual)
        guard (1...10).contains(user) else {
            throw CommandError.usage("--pin-tries must be between 1 and 10, not \(user)")
        }
        guard (3...10).contains(officer) else {
            throw CommandError.usage("--so-pin-tries must be between 3 and 10, not \(officer)")
        }
        return (user, officer)
    }

    /// The options again, for a step of `jeton setup`.
    var words: [String] {
        (pinTries.map { ["--pin-tries", "\($0)"] } ?? []) + (soPinTries.map { ["--so-pin-tries", "\($0)"] } ?? [])
    }
}
