internal import ArgumentParser
internal import JetonASN1
internal import JetonFiles
internal import JetonNetwork
internal import JetonValidation
internal import JetonX509
internal import SigningDesk
internal import UserFiles
internal import VerificationDesk

/// Which timestamping authorities are asked, and how they know the user.
struct TimestampServerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The URL of a timestamping authority; if it fails, the next one is asked; may be repeated.",
            valueName: "url"
        )
    )
    var tsa: [String] = []

    @Option(help: ArgumentHelp("The policy to request from the authority.", valueName: "oid"))
    var tsaPolicy: String?

    @Option(
        help: ArgumentHelp(
            "The form of services that don't take RFC 3161 itself: soap or a file (default: that of RFC 3161).",
            valueName: "soap|file"
        ),
        completion: .file()
    )
    var tsaForm: String?

    @Option(help: ArgumentHelp("User name at the authority.", valueName: "name"))
    var tsaUser: String?

    @Option(
        help: ArgumentHelp(
            "Where to read the password of --tsa-user: prompt, pinentry, fd:N, file:PATH, env:NAME, credential:NAME, keystore:NAME.",
            valueName: "source"
        )
    )
    var tsaPasswordSource: String?

    @Option(
        help: ArgumentHelp(
            "The key for authorities that require a client certificate, which must be on the same token.",
            valueName: "label|id|slot|uri"
        )
    )
    var tsaKey: String?

    func validate() throws {
        try OptionRule.check(
            .requires(["--tsa-password-source": tsaPasswordSource != nil], ["--tsa-user": tsaUser != nil])
        )
    }

    /// Whether an authority is named on the command line.
    var isGiven: Bool { !tsa.isEmpty }

    /// The authorities, best first: those of the option, or else of the settings.
    ///
    /// - Throws: ``CommandError`` if none is named, or the settings cannot be read.
    func urls() throws(CommandError) -> [String] {
        guard tsa.isEmpty else { return tsa }
        guard let setting = try Settings.value(.timestampServer) else {
            throw .usage(
                "no timestamping authority is given",
                hints: ["name one with --tsa", "`jeton config set tsa URL` sets one for all commands"]
            )
        }
        Console.detail("note: the timestamping authority is that of the settings (\(setting.origin.word))")
        return setting.values
    }

    /// The policy, read.
    ///
    /// - Throws: ``CommandError`` for text that is not an object identifier.
    func policy() throws(CommandError) -> OID? {
        guard let tsaPolicy else { return nil }
        guard let oid = OID(tsaPolicy) else {
            throw .usage("'\(tsaPolicy)' is not a valid object identifier, such as 1.2.3.4")
        }
        return oid
    }

    /// Opens the way to the authorities; reads the password and logs in to the token if they are needed.
    ///
    /// - Throws: ``CommandError`` for a URL that is not one, or options that contradict each other.
    func network(
        _ options: NetworkOptions,
        tokens: TokenOptions,
        pin: PINOptions,
        refreshesEvidence: Bool = false
    ) throws -> NetworkAccess {
        let addresses = try urls().map { url throws(CommandError) in
            do throws(NetworkError) { return try HTTPURL(url) } catch {
                throw .usage("'\(url)' is not a valid URL of a timestamping authority")
            }
        }
        let credentials = try credentials(addresses)
        let identity: TLSIdentity? = try tsaKey.map { name in
            let session = try Desk.sign(tokens.query(), key: ObjectName(name), pin: pin, certificate: .ofKey)
            return try TLSIdentity(key: session.key, certificates: session.certificates)
        }
        return try NetworkAccess(
            options,
            credentials: credentials,
            identity: identity,
            refreshesEvidence: refreshesEvidence,
            timestampForm: try form()
        )
    }

    /// How the authorities take their requests; nil for that of RFC 3161.
    private func form() throws -> TimestampForm? {
        guard let name = try tsaForm ?? Settings.value(.timestampForm)?.text else { return nil }
        return try TimestampServerOptions.form(name)
    }

    /// A form by its name or its file.
    ///
    /// - Throws: ``CommandError`` for a file that can't be read, or is not a form.
    static func form(_ name: String) throws -> TimestampForm {
        guard name != "soap" else { return .soap }
        let octets = try FileSource.contents(of: name, limit: 1 << 18)
        do { return try TimestampForm(octets) } catch {
            throw CommandError.usage("\(name) is not a valid form of a timestamping service: \(error)")
        }
    }

    /// The user's logins by origin.
    private func credentials(_ addresses: [HTTPURL]) throws -> [String: NetworkCredentials] {
        let setting = tsaUser == nil ? try Settings.value(.timestampLogin)?.text : nil
        guard let user = tsaUser ?? setting else { return [:] }
        let login = ServerLogin(user: user, source: tsaPasswordSource, reader: .timestampPassword)
        var credentials: [String: NetworkCredentials] = [:]
        if tsaPasswordSource == nil {
            for url in addresses {
                guard let password = try login.keptPassword(at: url) else { continue }
                credentials[url.origin] = NetworkCredentials(name: user, password: password)
            }
            // A login that is kept goes to no other server; without one, the user is asked.
            guard credentials.isEmpty, let first = addresses.first else { return credentials }
            if setting != nil {
                let places = try KeptSecret.logins(user).joined(separator: ", ")
                let words =
                    places.isEmpty ? "the keystore has no login '\(user)'" : "the login '\(user)' belongs to \(places)"
                Console.note("warning: \(words); none is sent to \(first.origin)")
                return [:]
            }
        }
        let meant = addresses.filter { login.mayGo(to: $0) }
        guard let first = meant.first ?? addresses.first else { return [:] }
        let shared = NetworkCredentials(name: user, password: try login.password(at: first))
        for url in meant { credentials[url.origin] = shared }
        return credentials
    }

    /// What asks the authorities, and passes over those that chosen anchors deny.
    ///
    /// - Parameters:
    ///   - network: The way to them.
    ///   - files: The files of `--trust`; the settings' anchors without any, and the system's without both.
    /// - Returns: The client.
    /// - Throws: ``CommandError`` without a server, or for anchors that can't be read.
    func client(_ network: NetworkAccess, trust files: [String]) throws -> TimestampClient {
        let fetcher = MeasuringFetcher(fetcher: network.fetcher, sizes: TimestampSizes(Process.directories.cache))
        return TimestampClient(
            urls: try urls(),
            fetcher: fetcher,
            verifier: TimestampVerifier(trust: try TrustFiles.store(option: files)),
            demandsTrust: try TrustFiles.isChosen(option: files)
        )
    }

    /// How an authority becomes trusted.
    static let trustHints = [
        "--trust names the certificates to trust; `jeton config set trust FILE` does so for every command"
    ]

    /// Warns of a timestamp whose authority is not trusted, where no anchors were chosen.
    static func warn(of report: TimestampReport, hints: [String]) {
        if !report.isValid { warnUntrusted(hints) }
    }

    /// Warns of a timestamp whose authority is not trusted.
    static func warnUntrusted(_ hints: [String]) {
        Console.note("warning: the timestamp's authority is not trusted, which `jeton verify` will report")
        for hint in hints { Console.note("hint: \(hint)") }
    }
}
