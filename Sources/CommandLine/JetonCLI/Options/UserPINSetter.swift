internal import ArgumentParser
internal import Cryptoki
internal import SigningDesk
internal import TokenKit

/// What `pin set` and `pin unblock` share: the security officer gives the user a PIN.
struct UserPINSetter: ParsableArguments {
    @OptionGroup var target: TokenArgument
    @OptionGroup var securityOfficer: SecurityOfficerPINOptions
    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp("Where to read the user's new PIN.", valueName: "source"))
    var pinSource: String?

    @OptionGroup var sending: PINSendingOptions

    @Flag(help: "Allow a PIN that is published as a factory value, such as 123456.")
    var allowWeak = false

    /// Sets a PIN, or unblocks the old one.
    func run(keeping: Bool = false) throws -> SelectedToken {
        let token = try Desk.find(target.query())
        var login = try Desk.login(token, sending: sending)
        login.allowsPublishedPIN = allowWeak
        if keeping, token.extendedFunctionCount <= 3 {
            throw CommandError(
                "the module of token '\(token.name)' can't unblock a PIN without changing it",
                hints: ["leave out --keep to set a new PIN"],
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
