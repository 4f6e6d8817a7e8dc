/// The servers that tell about revocation can't be reached.
enum NetworkRevocation: Check {
    // Not in the laboratory: needs an authority's servers

    static let page = CheckPage(
        id: "network-revocation",
        layer: .network,
        title: "the revocation status of a server's certificate can't be checked",
        symptom: "`jeton verify --online` is INDETERMINATE; other programs wait for many seconds, or fail.",
        cause:
            "The authority's OCSP responders and revocation lists have http URLs, which a firewall or proxy blocks.",
        detection: "A connection is opened to each OCSP responder and revocation list that the certificate names.",
        causes: ["network-proxy", "network-connection"],
        remedies: [Remedy("allow plain http to the authority's hosts in the firewall or proxy")]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard let network = machine.network, network.servers.contains(where: { !$0.revocation.isEmpty }) else {
            return .irrelevant
        }
        return machine.judgeServers { server in
            let failed = server.revocation.filter { $0.failure != nil }
            guard !failed.isEmpty else { return nil }
            return Sighting(
                "the revocation status of the certificate of \(server.host) can't be checked",
                server.evidence + failed.map { Evidence("\($0.url)", "\($0.failure ?? "")") },
                severity: .warning
            )
        }
    }
}
