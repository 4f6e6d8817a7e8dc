/// TLS with a server fails, or the server is not trusted.
enum NetworkTls: Check {
    // Not in the laboratory: `ATSTests` reproduces it with `openssl s_server`

    static let page = CheckPage(
        id: "network-tls",
        layer: .network,
        title: "TLS with a server fails, or the server is not trusted",
        symptom:
            """
            "certificate not trusted", "certificate has expired", "handshake failure", "unsupported protocol".
            """,
        cause: """
            The certificate has expired, is for another name, or is from an authority that is not trusted (as \
            behind a proxy that intercepts connections). Or the server does not send its intermediate \
            certificates, or supports only TLS 1.0 or 1.1.
            """,
        detection:
            "The doctor performs a handshake with each https server that was named, and verifies its certificate.",
        causes: ["network-clock", "network-proxy", "network-connection"],
        remedies: [
            Remedy("show the server's certificates", commands: ["jeton tls explain URL"]),
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
                Sighting("the TLS handshake with \(server.host) fails: \(why)", server.evidence)
            case .trust(let why)?: Sighting("\(server.host) is not trusted: \(why)", server.evidence)
            case .response(let why)? where !server.asksForCertificate:
                Sighting("\(server.host) does not answer as it should: \(why)", server.evidence)
            default: nil
            }
        }
    }
}
