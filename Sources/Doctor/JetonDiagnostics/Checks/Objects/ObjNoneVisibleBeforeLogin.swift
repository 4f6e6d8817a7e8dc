internal import Cryptoki

/// A token shows nothing without login.
enum ObjNoneVisibleBeforeLogin: Check {
    static let page = CheckPage(
        id: "obj-none-visible-before-login",
        layer: .objects,
        title: "a token shows nothing without login",
        symptom: "An empty list of certificates; OpenVPN finds 0 certificates.",
        cause: "The certificates were written as private objects, or the token is empty.",
        detection: """
            `C_FindObjects` without login finds nothing, and `CKF_LOGIN_REQUIRED` is set: the token's contents \
            can't be seen without a PIN, and the doctor does not send one.
            """,
        needs: [.token],
        remedies: [
            Remedy("list its objects after a login", commands: ["jeton object list --reader READER"]),
            Remedy("for OpenVPN, set `pkcs11-cert-private 1`"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let hidden = machine.initializedTokens.filter { token in
            token.contents.map { $0.objects.isEmpty && $0.failure == nil } ?? false
                && token.info.flags.contains(.loginRequired)
        }
        guard let token = hidden.first else { return .passed }
        guard machine.isAskedAbout(.firefox, .chromium, .java, .openvpn, .curl, .ssh) else {
            return .unknown("\(token.title) shows nothing without login, and the doctor never logs in")
        }
        return .found(
            "\(token.title) shows nothing without login",
            [Evidence("objects found", "0"), token.flagEvidence, token.place],
            severity: .warning,
            about: [token.subject]
        )
    }
}
