/// The proxy can't be used, or refuses.
enum NetworkProxy: Check {
    // Not in the laboratory: `ATSTests` reproduces it with a different kind of proxy

    static let page = CheckPage(
        id: "network-proxy",
        layer: .network,
        title: "the proxy can't be used, or does not let connections through",
        symptom: "Timestamps, revocation checks and other requests fail, while a browser works.",
        cause: """
            `https_proxy`, `http_proxy`, `all_proxy` or the setting `proxy` name a proxy that is malformed, is \
            not an http proxy, requires a user name and password, or does not allow the host or port.
            """,
        detection:
            "The proxy setting is parsed, and a connection to each server that was named is opened through the proxy.",
        remedies: [
            Remedy("show which proxy is used", commands: ["jeton config list", "env | grep -i _proxy"]),
            Remedy("bypass the proxy for hosts in your own network: add their domain to no_proxy"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard let network = machine.network else { return .irrelevant }
        if let failure = network.proxyFailure {
            return .found("the proxy can't be used: \(failure)", [Evidence("proxy", "\(failure)")])
        }
        guard network.servers.contains(where: { $0.proxy != nil }) else { return .irrelevant }
        return machine.judgeServers { server in
            guard case .proxy(let why)? = server.obstacle else { return nil }
            return Sighting("the proxy does not let \(server.host) through: \(why)", server.evidence)
        }
    }
}
