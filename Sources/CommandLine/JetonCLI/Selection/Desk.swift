internal import Cryptoki
internal import JetonDiagnostics
internal import JetonKeystore
internal import JetonKeystoreBase
internal import SigningDesk
internal import TokenKit

/// The signing desk as this program uses it: its modules, its guard of PINs, its terminal.
enum Desk {
    /// Finds the token that the command line names.
    static func find(_ query: TokenQuery, among scope: TokenScope = .initialized) throws -> SelectedToken {
        // A token that is set up for the first time is named each time.
        guard query.isEmpty, scope != .uninitializedUnlessNamed, let setting = try Settings.value(.token) else {
            return try found(query, among: scope)
        }
        var named = query
        try named.add(token: setting.text, from: .elsewhere)
        Console.detail("note: the token is the one in the settings (\(setting.origin.word)): \(setting.text)")
        do {
            return try found(named, among: scope)
        } catch let error as SelectionError where error.code == .noToken {
            var error = ErrorReport.describe(error)
            let origin = setting.origin.word
            error.hints.insert("the token is the one in the settings (\(origin)); use --token for another", at: 0)
            throw error
        }
    }

    private static func found(_ query: TokenQuery, among scope: TokenScope) throws -> SelectedToken {
        let token = try ModuleChoice(paths: query.modules).finder().find(query, among: scope)
        Console.detail("note: token '\(token.name)' in '\(token.readerName)', by \(token.entry.modulePath)")
        return token
    }

    /// A login to a token that takes care of pairings and writes what a person should know to the error stream.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - sending: What the user allows for the PINs of this command.
    ///   - changing: The role whose PIN the command changes, so that it need not be told to.
    /// - Returns: The login.
    /// - Throws: ``CommandError`` if the user has no data directory, `PINError`.
    static func login(
        _ token: SelectedToken,
        sending: PINSendingOptions,
        changing: PINPrompt.Role? = nil
    ) throws -> GuardedLogin {
        let pinGuard = try PINGuard.ofThisUser()
        var login = GuardedLogin(token, route: sending.route, pinGuard: pinGuard) { source, prompt in
            try PINReader.ofThisProcess(for: source).read(source, for: prompt)
        }
        login.allowsLastTry = sending.lastTry
        login.sendsRefused = sending.sendRefused
        login.asksAgain = true
        login.notify = { note($0, token, changing: changing) }
        return login
    }

    private static func note(_ notice: LoginNotice, _ token: SelectedToken, changing: PINPrompt.Role?) {
        let sentence = notice.sentence(about: "token '\(token.name)'")
        switch notice {
        case .enterOnReader, .wrongPIN, .refusedBefore: Console.message(sentence)
        case .factoryPIN(let role), .toBeChanged(let role):
            guard role != changing else { return }
            Console.note("warning: \(sentence)")
            let reader = token.readerName
            let command: ShellCommand =
                role == .securityOfficer
                ? "jeton pin change --so --reader \(reader)" : "jeton pin change --reader \(reader)"
            Console.note("hint: `\(command.text)` changes it")
        default: Console.note("warning: \(sentence)")
        }
    }

    /// Finds a token and opens a session on it; without a PIN's source the session is public.
    ///
    /// - Parameters:
    ///   - query: The token.
    ///   - pin: Where the PIN comes from; nil for a public session.
    ///   - management: What changes the token; nil for a session that changes nothing.
    /// - Returns: The session.
    /// - Throws: ``CommandError``, and what looking for tokens and logging in throw.
    static func open(
        _ query: TokenQuery,
        pin: PINOptions?,
        changing management: ManagementKeyOptions? = nil
    ) throws -> TokenSession {
        let token = try find(query)
        try management?.use(on: token)
        let session = try TokenSession(
            token,
            login: pin.map { try login(token, sending: $0.sending) },
            source: pin?.source(query),
            readWrite: management != nil
        )
        try management?.protect(on: token)
        return session
    }

    /// Finds a token and a key on it, and logs in.
    static func sign(
        _ query: TokenQuery,
        key: ObjectName?,
        pin: PINOptions,
        certificate: CertificateChoice? = nil,
        chain: ChainChoice = .issuers
    ) throws -> SigningSession {
        var query = query
        try query.add(key, from: .user)
        let session = try SigningSession(
            login(find(query), sending: pin.sending),
            source: pin.source(query),
            key: key,
            certificate: certificate,
            chain: chain
        )
        if let note = session.certificateNote { Console.note("note: \(note)") }
        return session
    }
}

extension PINGuard {
    /// The guard with its record in the user's data directory.
    static func ofThisUser() throws -> PINGuard {
        let directory = try Process.required(Process.dataDirectory)
        return PINGuard(directory: directory + "/pin-guard", bootID: try PINGuard.systemBootID())
    }
}

extension PINReader {
    /// A reader with what a source needs of the environment.
    ///
    /// From here on this process leaves no core file, and other programs of the user can't read its memory: HTTP's Basic,
    /// for one, copies what it sends.
    static func ofThisProcess(for source: PINSource) throws(PINError) -> PINReader {
        do throws(KeystoreError) { try Keychain.hardenProcess() } catch {
            throw PINError(.unreadable, detail: "can't disable core files: \(error)")
        }
        var names = ["PATH", "TERM", "GPG_TTY", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "HOME", "LANG", "LC_ALL"]
        if case .environment(let name) = source { names.append(name) }
        var variables: [String: String] = [:]
        for name in names { variables[name] = Process.variable(name) }
        return PINReader(
            variables: variables,
            credentialsDirectory: Process.variable("CREDENTIALS_DIRECTORY"),
            terminal: Console.terminal
        ).withKeystore
    }

    private var withKeystore: PINReader {
        var reader = self
        reader.keystore = { (service, account) throws(PINError) in try KeptSecret.read(service, account) }
        return reader
    }
}

extension PINSource {
    /// The source that an option names; nil if the option is not given.
    static func option(_ text: String?) throws(PINError) -> PINSource? {
        guard let text else { return nil }
        return try PINSource(parsing: text)
    }
}
