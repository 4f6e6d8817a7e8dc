internal import Cryptoki
internal import JetonASN1
internal import JetonOctets
internal import JetonX509

/// The system's policy forbids what a certificate on a token uses.
enum ObjMechPolicy: Check {
    static let page = CheckPage(
        id: "obj-mech-policy",
        layer: .objects,
        title: "a certificate or key on a token is too weak for the system's policy",
        symptom: "\"invalid digest\"; ssh: \"no mutual signature algorithm\"; \"ee key too small\".",
        cause:
            """
            The policy of Fedora and RHEL, FIPS mode, or OpenSSL's own security level refuses SHA-1 or RSA below \
            2048 bits.
            """,
        detection: """
            A certificate is signed with SHA-1, or an RSA key has less than 2048 bits; \
            `/proc/sys/crypto/fips_enabled` and `/etc/crypto-policies/config` say how strict the system is.
            """,
        needs: [.token],
        remedies: [
            Remedy("request a new key and certificate with SHA-256"),
            Remedy(
                "as a temporary measure on Fedora and RHEL, allow SHA-1",
                commands: ["update-crypto-policies --set DEFAULT:SHA1"],
                needs: .root
            ),
        ]
    )

    // 1.2.840.113549.1.1.5 and 1.2.840.10045.4.1: RSA and ECDSA with SHA-1.
    private static let weak = ["1.2.840.113549.1.1.5", "1.2.840.10045.4.1"]

    static func run(on machine: Machine) -> CheckOutcome {
        let isFIPS = machine.word("/proc/sys/crypto/fips_enabled") == "1"
        let policy = machine.word("/etc/crypto-policies/config")?.lines().last.map(String.init)
        let isStrict = isFIPS || policy.map { !$0.hasPrefix("LEGACY") && !$0.contains("SHA1") } ?? false
        var sightings: [Sighting] = []
        for token in machine.initializedTokens {
            for (_, certificate) in token.certificates
            where !certificate.isSelfIssued || certificate.basicConstraints?.isAuthority != true {
                let isWeaklySigned = weak.contains("\(certificate.signatureAlgorithm.oid)")
                var isShort = false
                if case .rsa = certificate.publicKey.kind { isShort = (certificate.publicKey.bitCount ?? 2048) < 2048 }
                guard isWeaklySigned || isShort else { continue }
                sightings.append(
                    Sighting(
                        "the certificate '\(private: "\(certificate.subject)", .subject)' on \(token.title) is too weak for current policies",
                        [
                            Evidence("key", "\(certificate.publicKey)"),
                            Evidence("signed with", "\(certificate.signatureAlgorithm.oid)"),
                            Evidence("policy", "\(isFIPS ? "FIPS" : policy ?? "none set")"), token.place,
                        ],
                        severity: isStrict ? .failure : .warning,
                        about: [token.subject]
                    )
                )
            }
        }
        return .foundOrPassed(sightings)
    }
}
