internal import ArgumentParser
internal import Cryptoki
internal import JetonDiagnostics
internal import JetonOctets
internal import JetonPIV
internal import SigningDesk
internal import TokenKit

/// `jeton token init`.
struct TokenInitCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Set up a token and erase everything on it.",
        discussion: """
            Give the token's current security officer PIN; a new token takes it as its first. On a terminal, and if \
            --pin-source is given, the user PIN is set too. On a PIV card the security officer's PIN is the PUK.
            """
    )

    @OptionGroup var target: TokenArgument
    @OptionGroup var securityOfficer: SecurityOfficerPINOptions
    @OptionGroup var output: OutputOptions

    @Option(help: "The token's new label, at most 32 bytes of UTF-8.")
    var label: String

    @Option(help: ArgumentHelp("Where to read the user's first PIN.", valueName: "source"))
    var pinSource: String?

    @OptionGroup var tries: PINTriesOptions
    @OptionGroup var sending: PINSendingOptions

    @Flag(help: "Erase without asking.")
    var yes = false

    func execute() throws -> ExitCode {
        guard (1...32).contains(label.utf8.count) else {
            throw CommandError.usage("a token label must have 1 to 32 bytes, not \(label.utf8.count)")
        }
        let tries = try tries.numbers()
        let token = try Desk.find(target.query(), among: .uninitializedUnlessNamed)
        // The refusal of a session says why the token can't be set up, before a PIN is asked for.
        if token.entry.isClosed { try token.openSession().close() }
        guard tries == nil || token.entry.moduleInfo.isJetonsOwn else {
            throw CommandError(
                "the module of token '\(token.name)' can't set the number of tries here",
                hints: ["leave out --pin-tries and --so-pin-tries to use the token's own numbers"],
                exitCode: .refused
            )
        }
        let isNew = !token.token.flags.contains(.tokenInitialized)
        if !isNew {
            try Confirmation.ask("Everything on token '\(token.name)' (\(token.uri)) will be erased.", yes: yes)
        }
        var login = try Desk.login(token, sending: sending, changing: .securityOfficer)
        login.allowsPublishedPIN = true
        let (serial, isUserPINSet) = try initialize(token, login, isNew: isNew, tries)
        try answer(
            "jeton.token.init/1",
            ["label": label, "serial": serial, "userPINSet": isUserPINSet],
            ["token '\(label)' is set up, serial \(serial)"]
        )
        if !isUserPINSet, !output.json {
            let command: ShellCommand = "jeton pin set --token \(label)"
            Console.note("hint: `\(command.text)` sets the user's first PIN")
        }
        return .success
    }

    private func initialize(
        _ token: SelectedToken,
        _ login: GuardedLogin,
        isNew: Bool,
        _ tries: (user: UInt, officer: UInt)?
    ) throws -> (serial: String, isUserPINSet: Bool) {
        let source = try securityOfficer.source()
        let isAsked = source == nil || source == .prompt
        let user: UserPIN?
        switch try login.read(source, role: .securityOfficer, isNew: isNew) {
        case .protectedAuthenticationPath:
            guard tries == nil else {
                throw CommandError.usage("--pin-tries and --so-pin-tries require PINs from sources other than pinpad")
            }
            user = try userPIN(login, isAsked: isAsked)
            let slot = try token.slot
            try ReaderPINEntry.run("--so-pin-source") { () throws(CryptokiError) in
                try slot.initializeTokenOnProtectedPath(label: label)
            }
            try setPIN(user, token) { (session) in
                try login.authenticate(&session, .protectedAuthenticationPath, role: .securityOfficer)
            }
        case .pin(let pin):
            // Before the token is erased: a mistake here costs nothing.
            user = try userPIN(login, isAsked: isAsked)
            guard tries == nil || user?.isRead == true else {
                throw CommandError.usage("--pin-tries and --so-pin-tries also require --pin-source")
            }
            let slot = try token.slot
            if let tries {
                try login.send(pin, role: .securityOfficer) { () throws(CryptokiError) in
                    try format(slot, pin, user, isNew: isNew, tries)
                }
                break
            }
            try login.send(pin, role: .securityOfficer) { () throws(CryptokiError) in
                try slot.initializeToken(label: label, securityOfficerPIN: pin)
            }
            try setPIN(user, token) { (session) in try session.login(.securityOfficer, pin: pin) }
        }
        try login.forget(.user)
        try login.forget(.securityOfficer)
        return (try renewed(token).tokenInfo().serialNumber.description, user != nil)
    }

    /// Sets up the token with both PINs at once, since the numbers of tries come before them.
    private func format(
        _ slot: Slot,
        _ pin: borrowing Secret,
        _ user: UserPIN?,
        isNew: Bool,
        _ tries: (user: UInt, officer: UInt)
    ) throws(CryptokiError) {
        guard let user else { return }
        // A new card has the published PUK, which is sent to it only to be replaced.
        let factory = PINFormat.factoryUnblockingKey
        let present = isNew ? Secret(copying: factory.span) : pin.clone()
        switch user.entry {
        case .protectedAuthenticationPath: return
        case .pin(let userPIN):
            try slot.formatToken(
                label: label,
                settings: FormatSettings(
                    userPINPolicy: [.userChangesUserPIN, .securityOfficerChangesUserPIN],
                    securityOfficerTries: tries.officer,
                    userTries: tries.user
                ),
                securityOfficerPIN: present,
                newSecurityOfficerPIN: pin,
                newUserPIN: userPIN
            )
        }
    }

    /// The user's first PIN: from its source, or on the terminal where the security officer's came from there.
    private func userPIN(_ login: GuardedLogin, isAsked: Bool) throws -> UserPIN? {
        if let pinSource { return UserPIN(try login.read(PINSource.option(pinSource), role: .user, isNew: true)) }
        let isOnReader = login.token.token.flags.contains(.protectedAuthenticationPath)
        guard isAsked, !isOnReader else { return nil }
        return UserPIN(try login.read(.prompt, role: .user, isNew: true))
    }

    private func setPIN(
        _ user: UserPIN?,
        _ token: SelectedToken,
        _ authenticate: (inout Session) throws -> Void
    ) throws {
        guard let user else { return }
        var session = try Session(slot: renewed(token), readWrite: true)
        try authenticate(&session)
        switch user.entry {
        case .protectedAuthenticationPath:
            try ReaderPINEntry.run("--pin-source") { () throws(CryptokiError) in
                try session.initializePINOnProtectedPath()
            }
        case .pin(let pin): try session.initializePIN(pin)
        }
        try session.close()
    }

    /// The slot with the token in it now: some modules move a token to another slot when it is set up.
    private func renewed(_ token: SelectedToken) throws -> Slot {
        let before = try token.slot
        let slots = try before.module.slots(withToken: true)
        for slot in slots where slot.id == before.id {
            if try slot.tokenInfo().flags.contains(.tokenInitialized) { return slot }
        }
        for slot in slots {
            let info = try slot.tokenInfo()
            if info.label.octets == Array(label.utf8), info.flags.contains(.tokenInitialized) { return slot }
        }
        return before
    }

    /// The user's first PIN, until the token has it.
    private final class UserPIN {
        let entry: PINEntry

        /// Whether it is here, and not typed at the reader.
        var isRead: Bool {
            switch entry {
            case .pin: true
            case .protectedAuthenticationPath: false
            }
        }

        init(_ entry: consuming PINEntry) { self.entry = entry }
    }
}
