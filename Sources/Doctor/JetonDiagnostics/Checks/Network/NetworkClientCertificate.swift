internal import JetonX509

/// A server asks for a certificate, and none on the tokens fits.
enum NetworkClientCertificate: Check {
    // Not in the laboratory: needs a server; `ATSTests` tests the same comparison with `jeton tls explain`

    static let page = CheckPage(
        id: "network-client-certificate",
        layer: .network,
        title: "a server asks for a client certificate, and no token has one that fits",
        symptom:
            "\"400 No required SSL certificate was sent\", \"alert certificate required\", a browser that offers none.",
        cause: """
            The server names the authorities whose certificates it accepts, and those on your tokens are of others, \
            expired, without the usage clientAuth, or without their key.
            """,
        detection: "The certificates on all tokens are compared with what each server that was named asks for.",
        causes: ["network-tls"],
        remedies: [
            Remedy("see each certificate with the reason", commands: ["jeton tls explain URL"]),
            Remedy("put the issued certificate onto the token", commands: ["jeton cert import FILE"]),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard let network = machine.network, network.servers.contains(where: \.asksForCertificate) else {
            return .irrelevant
        }
        let tokens = machine.initializedTokens
        return machine.judgeServers { server in
            guard server.asksForCertificate else { return nil }
            let authorities = server.authorities.compactMap { try? DistinguishedName(derRepresentation: $0) }
            var evidence: [Evidence] = []
            for token in tokens {
                let all = token.certificates.map(\.certificate)
                for (object, certificate) in token.ownCertificates {
                    let fit = ClientCertificateFit(
                        of: certificate,
                        others: all,
                        authorities: authorities,
                        hasKey: token.keys.contains { $0.id == object.id && !object.id.isEmpty }
                    )
                    if fit.fits { return nil }
                    let reasons = fit.reasons.joined(separator: "; ")
                    evidence.append(Evidence("\(private: "\(certificate.subject)", .subject)", "\(reasons)"))
                }
            }
            return Sighting(
                "\(server.host) asks for a client certificate, and no token has one that fits",
                server.evidence + evidence.prefix(16),
                severity: .warning
            )
        }
    }
}
