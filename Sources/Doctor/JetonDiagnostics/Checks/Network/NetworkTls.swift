/// TLS with a server fails, or the server is not trusted.
enum NetworkTls: Check {
    // Not in the laboratory: `ATSTests` reproduces it with `openssl s_server`

    static let page = CheckPage(
        id: "network-tls",
        layer: .network,
        title: "TLS with a server fails, or the server is not trusted",
        symptom:
            "\"certificate not trusted\", \"certificate has expired\", \"handshake failure\", \"unsupported protocol\".",
        cause: """
            The certificate is expired, for another name, or of an authority that is not among the trusted ones (as \
            behind a proxy that opens connections); the server leaves out certificates in between, or speaks only TLS \
            1.0 or 1.1.
            """,
        detection: "A handshake is made with each https server that was named, and its certificate judged.",
        causes: ["network-clock", "network-proxy", "network-connection"],
        remedies: [
            Remedy("see what the server has", commands: ["jeton tls explain URL"]),
            Remedy(
                "trust your network's own authority",
                commands: [
                    "install -m 644 CA.pem /usr/local/share/ca-certificates/own-ca.crt", "update-ca-certificates",
                ],
                needs: .root
            ),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        machine.judgeServers { server in
            switch server.obstacle {
            case .handshake(let why)?:
                Sighting("there is no TLS handshake with \(server.host): \(why)", server.evidence)
            case .trust(let why)?: Sighting("\(server.host) is not trusted: \(why)", server.evidence)
            case .response(let why)? where !server.asksForCertificate:
                Sighting("\(server.host) does not answer as it should: \(why)", server.evidence)
            default: nil
            }
        }
    }
}
