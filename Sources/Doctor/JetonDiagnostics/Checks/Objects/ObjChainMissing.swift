internal import Cryptoki
internal import JetonX509

/// The issuer of a certificate is not known here.
enum ObjChainMissing: Check {
    static let page = CheckPage(
        id: "obj-chain-missing",
        layer: .objects,
        title: "the issuer of a certificate on a token is unknown on this system",
        symptom: "\"unable to get local issuer certificate\"; servers refuse the login.",
        cause: "The issuer's certificate is neither on the token nor among the system's certificates.",
        detection: """
            No certificate on a token, in `/etc/ssl/certs` or in the system's bundle has the issuer's name. \
            Self-issued certificates are skipped.
            """,
        needs: [.token],
        remedies: [
            Remedy(
                "add the issuer to the system's certificates",
                commands: [
                    "cp issuer.pem /usr/local/share/ca-certificates/issuer.crt", "update-ca-certificates",
                ],
                needs: .root
            ),
            Remedy("write the issuer's certificate to the token", commands: ["jeton cert import issuer.pem"]),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        var sightings: [Sighting] = []
        for token in machine.initializedTokens {
            for (_, certificate) in token.certificates where !certificate.isSelfIssued {
                let known =
                    token.certificates.contains { $0.certificate.subject.matches(certificate.issuer) }
                    || machine.systemCertificates.contains { $0.subject.matches(certificate.issuer) }
                guard !known else { continue }
                sightings.append(
                    Sighting(
                        "the issuer of '\(private: "\(certificate.subject)", .subject)' on \(token.title) is unknown on this system",
                        [
                            Evidence("issuer", "\(certificate.issuer)"),
                            Evidence(
                                "searched",
                                "\(machine.systemCertificates.count) certificates of the system"
                            ),
                            token.place,
                        ],
                        severity: .warning
                    )
                )
            }
        }
        return .foundOrPassed(sightings)
    }
}

extension Machine {
    private static let systemCertificates = Fact<[Certificate]>()

    /// The system's certificates of issuers.
    var systemCertificates: [Certificate] {
        remember(Self.systemCertificates) {
            let bundles = [
                "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
            ]
            for path in bundles {
                guard let octets = try? probe.contents(of: path, limit: 4_194_304) else { continue }
                return (try? Certificate.parse(octets)) ?? []
            }
            return []
        }
    }
}
