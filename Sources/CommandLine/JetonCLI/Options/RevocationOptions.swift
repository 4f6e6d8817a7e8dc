internal import ArgumentParser

/// Whether the servers that certificates name are asked about revocation.
struct RevocationOptions: ParsableArguments {
    @Flag(help: "Ask the servers that the certificates name whether they were revoked.")
    var online = false

    @Flag(help: "With --online, ask again instead of using cached answers.")
    var refresh = false

    func validate() throws {
        try OptionRule.check(.requires(["--refresh": refresh], ["--online": online]))
    }

    /// The network that is asked; nil to ask no server.
    func access(_ network: NetworkOptions) throws -> NetworkAccess? {
        online ? try NetworkAccess(network, refreshesEvidence: refresh) : nil
    }
}
