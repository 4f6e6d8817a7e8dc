internal import ArgumentParser
internal import JetonASN1
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

    @Option(help: ArgumentHelp("The authority's policy that is asked for.", valueName: "oid"))
    var tsaPolicy: String?

    @Option(help: ArgumentHelp("The user's name at the authority.", valueName: "name"))
    var tsaUser: String?

    @Option(
        help: ArgumentHelp(
            "Where that user's password comes from: prompt, pinentry, fd:N, file:PATH, env:NAME or credential:NAME.",
            valueName: "source"
        )
    )
    var tsaPasswordSource: String?

    @Option(
        help: ArgumentHelp(
            "The key on a token for authorities that ask for a client certificate; its certificate is there too.",
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
                "a timestamping authority is needed, and none is named",
                hints: ["name one with --tsa", "`jeton config set tsa URL` names one for all commands"]
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
        var hosts: [String] = []
        for url in try urls() {
            do throws(NetworkError) {
                hosts.append(try HTTPURL(url).host)
            } catch {
                throw CommandError.usage("'\(url)' is not a valid URL of a timestamping authority")
            }
        }
        var credentials: [String: NetworkCredentials] = [:]
        if let tsaUser {
            let password = try SecretReader.timestampPassword.read(tsaPasswordSource)
            let shared = NetworkCredentials(name: tsaUser, password: password)
            for host in hosts { credentials[host] = shared }
        }
        let identity: TLSIdentity? = try tsaKey.map { name in
            let session = try Desk.sign(tokens.query(), key: ObjectName(name), pin: pin, certificate: .ofKey)
            return try TLSIdentity(key: session.key, certificates: session.certificates)
        }
        return try NetworkAccess(
            options,
            credentials: credentials,
            identity: identity,
            refreshesEvidence: refreshesEvidence
        )
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
        Console.note("warning: the authority of the timestamp is not trusted, and `jeton verify` will say so")
        for hint in hints { Console.note("hint: \(hint)") }
    }
}
