/// No connection to a server can be made.
enum NetworkConnection: Check {
    // Not in the laboratory: `ATSTests` reproduces it with a real port

    static let page = CheckPage(
        id: "network-connection",
        layer: .network,
        title: "a server can't be reached",
        symptom: "\"Connection refused\", \"No route to host\", \"Connection timed out\".",
        cause: "A firewall, a missing proxy, a wrong port, or a server that is down.",
        detection: "A TCP connection is opened to each server that was named, or to the proxy.",
        causes: ["network-proxy", "network-name"],
        remedies: [
            Remedy("set your network's proxy", commands: ["jeton config set proxy http://PROXY:3128"]),
            Remedy("ask the network administrator whether the port is open"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        machine.judgeServers { server in
            guard case .connection(let why)? = server.obstacle else { return nil }
            return Sighting("\(server.host) can't be reached: \(why)", server.evidence)
        }
    }
}
