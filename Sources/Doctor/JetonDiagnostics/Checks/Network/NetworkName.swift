/// A host's name is not found.
enum NetworkName: Check {
    // Not in the laboratory: `ATSTests` reproduces it with a name that does not exist

    static let page = CheckPage(
        id: "network-name",
        layer: .network,
        title: "the name of a server is not found",
        symptom: "\"Host not found\", \"Name or service not known\", \"Temporary failure in name resolution\".",
        cause: "A misspelt name, a name server that does not answer, or a name that only the company's network knows.",
        detection: "getaddrinfo is asked for each server that was named, or for the proxy.",
        remedies: [Remedy("look at the name servers", commands: ["resolvectl status", "cat /etc/resolv.conf"])]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        machine.judgeServers { server in
            guard case .name(let why)? = server.obstacle else { return nil }
            return Sighting(
                "the name \(server.proxy ?? server.host) is not found",
                server.evidence + [Evidence("resolver", "\(why)")]
            )
        }
    }
}
