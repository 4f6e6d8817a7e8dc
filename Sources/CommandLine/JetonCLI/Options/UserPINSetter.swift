internal import ArgumentParser
internal import Cryptoki
internal import SigningDesk
internal import TokenKit

/// What `pin set` and `pin unblock` share: the security officer gives the user a PIN.
struct UserPINSetter: ParsableArguments {
    @Argument(help: ArgumentHelp("The token's PKCS #11 URI or label.", valueName: "uri")) var uri: String?
    @OptionGroup var tokens: TokenOptions
    @OptionGroup var securityOfficer: SecurityOfficerPINOptions
    @OptionGroup var output: OutputOptions

    @Option(name: .long, help: ArgumentHelp("Where the user's new PIN comes from.", valueName: "source"))
    var pinSource: String?

    @Flag(name: .long, help: "Send the security officer's PIN even if it is the last try.")
    var lastTry = false

    @Flag(name: .long, help: "Allow a PIN that is published as a factory value, such as 123456.")
    var allowWeak = false

    /// Sets a PIN, or unblocks the old one.
    func run(keeping: Bool = false) throws -> SelectedToken {
        let token = try Desk.find(tokens.query(uri: uri))
        var login = try Desk.login(token, lastTry: lastTry)
        login.allowsPublishedPIN = allowWeak
        if keeping, token.extendedFunctionCount <= 3 {
            throw CommandError(
                "the module of token '\(token.name)' can't unblock a PIN and keep it",
                hints: ["without --keep a new PIN is set"],
                exitCode: .refused
            )
        }
        let officer = try login.read(securityOfficer.source(), role: .securityOfficer)
        let user = keeping ? nil : try login.read(PINSource.option(pinSource), role: .user, isNew: true)
        var session = try token.openSession(readWrite: true)
        try login.authenticate(&session, officer, role: .securityOfficer)
        switch consume user {
        case nil: try session.unblockUserPIN()
        case .protectedAuthenticationPath?:
            try ReaderPINEntry.run("--pin-source") { () throws(CryptokiError) in
                try session.initializePINOnProtectedPath()
            }
        case .pin(let pin)?: try session.initializePIN(pin)
        }
        try session.logout()
        try session.close()
        try login.forget(.user)
        return token
    }
}
