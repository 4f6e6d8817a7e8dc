internal import ArgumentParser

/// The way to timestamping authorities: which they are, the network, and a token for the client certificate.
struct TimestampingOptions: ParsableArguments {
    @OptionGroup var servers: TimestampServerOptions
    @OptionGroup var network: NetworkOptions
    @OptionGroup var tokens: TokenOptions
    @OptionGroup var pin: PINOptions

    /// A token is used only for the client certificate.
    var loadsModules: Bool { servers.tsaKey != nil }

    /// Opens the way; reads the password and logs in to the token if they are needed.
    ///
    /// - Parameter refreshesEvidence: Whether servers are asked also about evidence that is kept.
    /// - Returns: The way.
    /// - Throws: ``CommandError`` for a URL that is not one, or options that contradict each other.
    func access(refreshesEvidence: Bool = false) throws -> NetworkAccess {
        try servers.network(network, tokens: tokens, pin: pin, refreshesEvidence: refreshesEvidence)
    }
}
