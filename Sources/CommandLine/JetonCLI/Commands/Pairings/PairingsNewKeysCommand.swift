internal import ArgumentParser
internal import Cryptoki
internal import SigningDesk
internal import TokenKit

/// `jeton pairings new-keys`.
struct PairingsNewKeysCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "new-keys",
        abstract: "Replace the keys of a token's secure channel, for example after a theft.",
        discussion: """
            All programs that were paired with the token must pair again, each with an unused activation password. \
            Requires the security officer's PIN. Keys and certificates stay on the token. Only Jeton's own module \
            supports this.
            """
    )

    @OptionGroup var target: TokenArgument
    @OptionGroup var securityOfficer: SecurityOfficerPINOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "Replace them without asking.") var yes = false
    @OptionGroup var sending: PINSendingOptions

    func execute() throws -> ExitCode {
        let token = try Desk.find(target.query())
        try Confirmation.ask("All pairings with token '\(token.name)' will be ended.", yes: yes)
        let login = try Desk.login(token, sending: sending)
        let officer = try login.read(securityOfficer.source(), role: .securityOfficer)
        var session = try token.openSession(readWrite: true)
        try login.authenticate(&session, officer, role: .securityOfficer)
        do {
            try session.makeChannelKeys()
        } catch {
            var report = ErrorReport.describe(error)
            if error.code == .pinLocked {
                report.hints = [
                    "no activation password is left, so no program could pair again",
                    "`jeton pairings new-password` makes one",
                ]
            } else if error.code == .functionNotSupported {
                report.hints = ["only a paired token has channel keys, and only Jeton's own module can replace them"]
            }
            throw report
        }
        // The session has ended with the pairing.
        try? session.close()
        try PairingIndex.ofThisUser().forget(media: MediaName.name(of: token.token))
        try answer(
            "jeton.pairings.new-keys/1",
            ["token": token.uri],
            ["the channel of token '\(token.name)' has new keys; all its pairings have ended"]
        )
        if !output.json {
            Console.note("hint: `jeton pair` pairs this program again, with an unused activation password")
        }
        return .success
    }
}
