internal import ArgumentParser
internal import JetonNetwork
internal import JetonRelay
internal import SigningDesk
internal import TokenKit
internal import TransportPolicy

/// How the user is known at the target of a relay beside a certificate, and what is demanded of its TLS.
struct RelayIdentityOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The user's name at the target.", valueName: "name"))
    var user: String?

    @OptionGroup var password: ServerPasswordOptions

    @Option(help: ArgumentHelp("Authentication method: basic or ntlm.", valueName: "basic|ntlm"))
    var auth = RelaySettings.Scheme.ntlm

    @Option(
        help: ArgumentHelp(
            "An Info.plist, or its NSAppTransportSecurity, as the policy for the target's TLS.",
            valueName: "file"
        ),
        completion: .file()
    )
    var policy: String?

    /// Whether one of the options is given that name the user.
    var isGiven: Bool { user != nil || password.passwordSource != nil || policy != nil }

    func validate() throws {
        try OptionRule.check(.requires(["--password-source": password.passwordSource != nil], ["--user": user != nil]))
    }

    /// The settings for a target, with the password if there is a user.
    ///
    /// - Throws: ``CommandError``.
    func settings(_ target: String) throws -> RelaySettings {
        var settings: RelaySettings
        do throws(NetworkError) {
            settings = try RelaySettings(target: HTTPURL(target))
        } catch {
            throw CommandError.usage("'\(target)' can't be the target of a relay: \(error.context)")
        }
        settings.scheme = auth
        if let user {
            let login = ServerLogin(user: user, source: password.passwordSource, reader: .targetPassword)
            let secret = try login.password(at: settings.target)
            settings.credentials = NetworkCredentials(name: user, password: secret)
        }
        return settings
    }

    /// Makes the connections to the target, with the certificate of a key that is logged in.
    func client(_ session: SigningSession?, _ network: NetworkOptions) throws -> RelayClient {
        let identity = try session.map { try TLSIdentity(key: $0.key, certificates: $0.certificates) }
        let rules: any TLSRuleSource = try policy.map { try TransportPolicyArgument.read($0).security } ?? TLSPolicy()
        // A relay connects to the same host over and over.
        let resolver = RememberingResolver()
        let client = try NetworkAccess(network, identity: identity, policy: rules, resolver: resolver).client
        guard let key = session?.key else { return RelayClient(client) }
        return RelayClient(client) { key.isPresent }
    }
}
