internal import Cryptoki

/// A token shows nothing without login.
enum ObjNoneVisibleBeforeLogin: Check {
    static let page = CheckPage(
        id: "obj-none-visible-before-login",
        layer: .objects,
        title: "a token shows nothing without login",
        symptom: "An empty list of certificates; OpenVPN counts 0.",
        cause: "Certificates that were written as private objects, or an empty token.",
        detection: """
            `C_FindObjects` without login finds nothing, and `CKF_LOGIN_REQUIRED` is set: what is on the token is \
            unknown without a PIN, and none is spent.
            """,
        needs: [.token],
        remedies: [
            Remedy("look at it after a login", commands: ["jeton object list --reader READER"]),
            Remedy("for OpenVPN: `pkcs11-cert-private 1`"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let hidden = machine.initializedTokens.filter { token in
            token.contents.map { $0.objects.isEmpty && $0.failure == nil } ?? false
                && token.info.flags.contains(.loginRequired)
        }
        guard let token = hidden.first else { return .passed }
        guard machine.isAskedAbout(.firefox, .chromium, .java, .openvpn, .curl, .ssh) else {
            return .unknown("\(token.title) shows nothing without login, which the doctor never does")
        }
        return .found(
            "\(token.title) shows nothing without login",
            [Evidence("objects found", "0"), token.flagEvidence, token.place],
            severity: .warning,
            about: [token.subject]
        )
    }
}
