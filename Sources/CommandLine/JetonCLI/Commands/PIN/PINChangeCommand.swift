internal import ArgumentParser
internal import Cryptoki
internal import Octets
internal import SigningDesk
internal import TokenKit

/// `jeton pin change`.
struct PINChangeCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "change",
        abstract: "Change the user's PIN, or with --so the security officer's."
    )

    @Argument(help: ArgumentHelp("The token's PKCS #11 URI or label.", valueName: "uri")) var uri: String?
    @OptionGroup var tokens: TokenOptions
    @OptionGroup var pin: PINOptions
    @OptionGroup var securityOfficer: SecurityOfficerPINOptions
    @OptionGroup var output: OutputOptions

    @Option(name: .long, help: ArgumentHelp("Where the new PIN comes from.", valueName: "source"))
    var newPinSource: String?

    @Flag(name: .long, help: "Change the security officer's PIN.")
    var so = false

    @Flag(name: .long, help: "Allow a PIN that is published as a factory value, such as 123456.")
    var allowWeak = false

    func execute() throws -> ExitCode {
        let query = try tokens.query(uri: uri)
        let token = try Desk.find(query)
        let role: PINPrompt.Role = so ? .securityOfficer : .user
        var login = try Desk.login(token, lastTry: pin.lastTry, changing: role)
        login.allowsPublishedPIN = allowWeak
        let source = so ? try securityOfficer.source() : try pin.source(query)
        var session = try token.openSession(readWrite: true)
        try change(&session, login, source, role)
        try session.close()
        try login.forget(role)
        try answer(
            "jeton.pin.change/1",
            [("token", .string(token.uri)), ("role", .string(so ? "securityOfficer" : "user"))],
            ["the \(so ? "security officer's" : "user's") PIN of token '\(token.name)' is changed"]
        )
        return .success
    }

    private func change(
        _ session: inout Session,
        _ login: GuardedLogin,
        _ source: PINSource?,
        _ role: PINPrompt.Role
    ) throws {
        switch try login.read(source, role: role) {
        case .protectedAuthenticationPath:
            try login.authenticate(&session, .protectedAuthenticationPath, role: role)
            Console.message("enter the old and the new PIN on the reader")
            try ReaderPINEntry.run(so ? "--so-pin-source" : "--pin-source") { () throws(CryptokiError) in
                try session.changePINOnProtectedPath()
            }
        case .pin(let old):
            // The new one is read first: a typing mistake there costs no try.
            guard
                case .pin(let new) = try login.read(PINSource.option(newPinSource) ?? .prompt, role: role, isNew: true)
            else {
                throw CommandError.usage("the old PIN was given here, so the new one can't be entered on the reader")
            }
            try login.authenticate(&session, .pin(old.clone()), role: role)
            try session.changePIN(from: old, to: new)
        }
    }
}
