/// A host's name is not found.
enum NetworkName: Check {
    // Not in the laboratory: `ATSTests` reproduces it with a name that does not exist

    static let page = CheckPage(
        id: "network-name",
        layer: .network,
        title: "a server's name can't be resolved",
        symptom: "\"Host not found\", \"Name or service not known\", \"Temporary failure in name resolution\".",
        cause:
            """
            A misspelled name, a name server that does not answer, or a name that can be resolved only in the \
            company's network.
            """,
        detection: "getaddrinfo looks up the name of each server that was named, or of the proxy.",
        remedies: [Remedy("check the name servers", commands: ["resolvectl status", "cat /etc/resolv.conf"])]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        machine.judgeServers { server in
            guard case .name(let why)? = server.obstacle else { return nil }
            return Sighting(
                "the name \(server.proxy ?? server.host) can't be resolved",
                server.evidence + [Evidence("resolver", "\(why)")]
            )
        }
    }
}
