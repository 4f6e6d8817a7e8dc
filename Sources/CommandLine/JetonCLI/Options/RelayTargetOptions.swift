internal import ArgumentParser
internal import JetonRelay
internal import SigningDesk
internal import TokenKit

/// Where a relay leads, and how the user is known there.
struct RelayTargetOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The https URL of the target.", valueName: "url"))
    var to: String

    @Option(
        help: ArgumentHelp(
            "The key if the target requires a client certificate, which must be on the same token.",
            valueName: "label|id|slot|uri"
        )
    )
    var key: String?

    @OptionGroup var identity: RelayIdentityOptions
    @OptionGroup var network: NetworkOptions
    @OptionGroup var tokens: TokenOptions
    @OptionGroup var pin: PINOptions

    /// The target, read, with the password if there is a user.
    ///
    /// - Throws: ``CommandError`` for options that contradict each other.
    func settings() throws -> RelaySettings { try identity.settings(to) }

    /// Makes the connections to the target; logs in to the token if its key is named.
    func client() throws -> RelayClient {
        let session = try key.map { name in
            try Desk.sign(tokens.query(), key: ObjectName(name), pin: pin, certificate: .ofKey)
        }
        return try identity.client(session, network)
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

    /// Tells the user of something that a relay does.
    static func tell(_ event: RelayEvent) {
        switch event {
        case .relayed(let connection, let status, let up, let down):
            Console.detail("connection \(connection): \(status), \(up) bytes up, \(down) bytes down")
        case .refused(let connection, let refusal): Console.note("connection \(connection): refused: \(refusal)")
        case .broken(let connection, let reason): Console.note("connection \(connection): broken: \(reason)")
        case .connected(let handshakes, let signatures):
            Console.detail("handshakes with the target: \(handshakes), signed by the token at once: \(signatures)")
        }
    }
}
