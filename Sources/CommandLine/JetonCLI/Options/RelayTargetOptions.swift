internal import ArgumentParser
internal import Network
internal import Relay
internal import SigningDesk
internal import TokenKit
internal import TransportPolicy

/// Where a relay leads, and how the user is known there.
struct RelayTargetOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The https URL of the target.", valueName: "url"))
    var to: String

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The key on a token if the target asks for a certificate; its certificate is there too.",
            valueName: "label|id|slot|uri"
        )
    )
    var key: String?

    @Option(name: .long, help: ArgumentHelp("The user's name at the target.", valueName: "name"))
    var user: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Where that user's password comes from: prompt, pinentry, fd:N, file:PATH, env:NAME or credential:NAME.",
            valueName: "source"
        )
    )
    var passwordSource: String?

    @Option(
        name: .long,
        help: ArgumentHelp("How the password is sent: basic or ntlm.", valueName: "basic|ntlm")
    )
    var auth = "ntlm"

    @Option(
        name: .long,
        help: ArgumentHelp(
            "An Info.plist, or its NSAppTransportSecurity, as the policy for the target's TLS.",
            valueName: "file"
        ),
        completion: .file()
    )
    var policy: String?

    @OptionGroup var network: NetworkOptions
    @OptionGroup var tokens: TokenOptions
    @OptionGroup var pin: PINOptions

    /// The target, read, with the password if there is a user.
    ///
    /// - Throws: ``CommandError`` for options that contradict each other.
    func settings() throws -> RelaySettings {
        guard let scheme = RelaySettings.Scheme(rawValue: auth) else {
            throw CommandError.usage("--auth is one of basic and ntlm")
        }
        guard user != nil || passwordSource == nil else {
            throw CommandError.usage("--password-source requires --user")
        }
        var settings: RelaySettings
        do throws(NetworkError) {
            settings = try RelaySettings(target: HTTPURL(to))
        } catch {
            throw CommandError.usage("'\(to)' can't be the target of a relay: \(error.context)")
        }
        settings.scheme = scheme
        if let user {
            let password = try SecretReader.targetPassword.read(passwordSource)
            settings.credentials = NetworkCredentials(name: user, password: password)
        }
        return settings
    }

    /// Makes the connections to the target; logs in to the token if its key is named.
    func client() throws -> RelayClient {
        let session = try key.map { name in
            try Desk.sign(tokens.query(), key: ObjectName(name), pin: pin, certificate: .ofKey)
        }
        let identity = try session.map { try TLSIdentity(key: $0.key, certificates: $0.certificates) }
        let rules: any TLSRuleSource = try policy.map { try TransportPolicyArgument.read($0).security } ?? TLSPolicy()
        let client = try NetworkAccess(network, identity: identity, policy: rules).client
        guard let key = session?.key else { return RelayClient(client) }
        return RelayClient(client) { key.isPresent }
    }

    /// The way to the target: the token is logged in to now, and again after it was gone.
    ///
    /// - Parameter settings: From ``settings()``, with what the command adds.
    /// - Returns: The way.
    /// - Throws: What ``client()`` throws.
    func target(_ settings: RelaySettings) throws -> RelayTarget {
        let options = self
        return RelayTarget(
            settings,
            client: try client(),
            open: { () throws(RelayRefusal) in
                do { return try options.client() } catch {
                    throw RelayRefusal(unavailable: ErrorReport.describe(error).message)
                }
            },
            report: { event in RelayTargetOptions.tell(event) }
        )
    }

    private static func tell(_ event: RelayEvent) {
        switch event {
        case .relayed(let connection, let status, let up, let down):
            Console.detail("connection \(connection): \(status), \(up) bytes up, \(down) bytes down")
        case .refused(let connection, let refusal): Console.note("connection \(connection): refused: \(refusal)")
        case .broken(let connection, let reason): Console.note("connection \(connection): broken: \(reason)")
        case .connected(let handshakes, let signatures):
            Console.detail(
                "handshakes with the target: \(handshakes), signed by the token at once: \(signatures)"
            )
        }
    }
}
