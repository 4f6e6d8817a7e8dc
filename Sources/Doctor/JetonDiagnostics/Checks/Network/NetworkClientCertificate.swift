internal import JetonX509

/// A server asks for a certificate, and none on the tokens fits.
enum NetworkClientCertificate: Check {
    // Not in the laboratory: needs a server; `ATSTests` tests the same comparison with `jeton tls explain`

    static let page = CheckPage(
        id: "network-client-certificate",
        layer: .network,
        title: "a server asks for a client certificate, and no token has a matching one",
        symptom:
            """
            "400 No required SSL certificate was sent", "alert certificate required", or the browser offers no \
            certificate.
            """,
        cause: """
            The server names the authorities whose certificates it accepts, and the certificates on your tokens \
            are from other authorities, expired, not for clientAuth, or without their key.
            """,
        detection: "The certificates on all tokens are compared with the requirements of each server that was named.",
        causes: ["network-tls"],
        remedies: [
            Remedy("show why each certificate does or does not match", commands: ["jeton tls explain URL"]),
            Remedy("write the issued certificate to the token", commands: ["jeton cert import FILE"]),
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
                "\(server.host) asks for a client certificate, and no token has a matching one",
                server.evidence + evidence.prefix(16),
                severity: .warning
            )
        }
    }
}
