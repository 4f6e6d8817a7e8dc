internal import Cryptoki
internal import JetonASN1
internal import JetonX509

/// A certificate is not valid now.
enum ObjCertExpired: Check {
    static let page = CheckPage(
        id: "obj-cert-expired",
        layer: .objects,
        title: "a certificate on a token is not valid now, or expires soon",
        symptom: "The server says \"bad certificate\"; browsers omit the certificate silently.",
        cause: "It has expired, or the computer's clock is wrong.",
        detection: """
            `notBefore` and `notAfter` are compared with the clock. This is a failure if no other certificate on \
            the token is valid; otherwise, and in the last 30 days of validity, a warning.
            """,
        needs: [.token],
        causes: ["env-clock-skew"],
        remedies: late
    )

    /// What to do about a certificate that has expired; it may still be needed to read old mail.
    private static let late = [
        Remedy("make sure that the clock is right", commands: ["timedatectl status"]),
        Remedy("ask the issuer for a new certificate, and select it in each program"),
    ]

    /// What to do about a certificate that is not valid yet: nothing is wrong with it.
    private static let early = [
        Remedy("compare the clock with another clock", commands: ["timedatectl status"]),
        Remedy("wait until it is valid, or ask the issuer for a certificate that is valid now"),
    ]

    static func run(on machine: Machine) -> CheckOutcome {
        let now = UniversalTime(secondsSince1970: machine.probe.now)
        var sightings: [Sighting] = []
        for token in machine.initializedTokens {
            let certificates = token.ownCertificates
            let hasValid = certificates.contains { $0.certificate.isValid(at: now) }
            for (object, certificate) in certificates {
                let isValid = certificate.isValid(at: now)
                if isValid, now.adding(days: 30) < certificate.notAfter { continue }
                let state =
                    isValid ? "expires soon" : certificate.notAfter < now ? "has expired" : "is not valid yet"
                sightings.append(
                    Sighting(
                        "the certificate '\(private: "\(certificate.subject)", .subject)' on \(token.title) \(state)",
                        [
                            Evidence("valid", "\(certificate.notBefore) to \(certificate.notAfter)"),
                            Evidence("now", "\(now)"), object.evidence, token.place,
                        ],
                        severity: isValid || hasValid ? .warning : .failure,
                        about: [token.subject],
                        remedies: now < certificate.notBefore ? early : late
                    )
                )
            }
        }
        return .foundOrPassed(sightings)
    }
}
