internal import ArgumentParser
internal import Cryptoki
internal import JetonOctets
internal import SigningDesk
internal import TokenKit

/// `jeton pin change`.
struct PINChangeCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "change",
        abstract: "Change the user's PIN, or with --so the security officer's."
    )

    @OptionGroup var target: TokenArgument
    @OptionGroup var pin: PINOptions
    @OptionGroup var securityOfficer: SecurityOfficerPINOptions
    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp("Where to read the new PIN.", valueName: "source"))
    var newPinSource: String?

    @Flag(help: "Change the security officer's PIN.")
    var so = false

    @Flag(help: "Allow a PIN that is published as a factory value, such as 123456.")
    var allowWeak = false

    func execute() throws -> ExitCode {
        let query = try target.query()
        let token = try Desk.find(query)
        let role: PINPrompt.Role = so ? .securityOfficer : .user
        var login = try Desk.login(token, sending: pin.sending, changing: role)
        login.allowsPublishedPIN = allowWeak
        let source = so ? try securityOfficer.source() : try pin.source(query)
        var session = try token.openSession(readWrite: true)
        try change(&session, login, source, role)
        try session.close()
        try login.forget(role)
        return try answer(
            "jeton.pin.change/1",
            ["token": token.uri, "role": so ? "securityOfficer" : "user"],
            ["the \(so ? "security officer's" : "user's") PIN of token '\(token.name)' is changed"]
        )
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
