extension Machine {
    private static let network = Fact<NetworkSurvey?>()

    /// What came of the connections that the user asked for; nil if none was asked for.
    var network: NetworkSurvey? { remember(Self.network) { probe.network() } }

    /// An outcome over the servers: irrelevant without any, else what is seen of each.
    func judgeServers(_ see: (NetworkSurvey.Server) -> Sighting?) -> CheckOutcome {
        guard let network, !network.servers.isEmpty else { return .irrelevant }
        return .foundOrPassed(network.servers.compactMap(see))
    }
}

extension NetworkSurvey.Server {
    /// The URL and the proxy, as evidence.
    var evidence: [Evidence] {
        [Evidence("URL", "\(url)")] + (proxy.map { [Evidence("proxy", "\($0)")] } ?? [])
    }
}
