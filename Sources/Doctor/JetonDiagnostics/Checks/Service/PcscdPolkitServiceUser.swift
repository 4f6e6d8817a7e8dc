/// polkit refuses a service account.
enum PcscdPolkitServiceUser: Check {
    static let page = CheckPage(
        id: "pcscd-polkit-service-user",
        layer: .service,
        title: "polkit denies access to a service account",
        symptom: "\"Process … (user: 996) is NOT authorized for action: access_pcsc\" in the journal.",
        cause: "The accounts of web servers, VPN services and sssd never have an active session.",
        detection: """
            The same signs as for pcscd-polkit-inactive-session, and the user ID is below 1000.
            """,
        needs: [.library],
        causes: ["pcscd-client-limit", "pcscd-hidepid", "pcscd-polkit-daemon-missing"],
        remedies: [PolkitRule.remedy]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let identity = machine.probe.identity
        guard machine.isDeniedByPolicy, (1..<1000).contains(identity.userID) else { return .passed }
        return .found(
            "polkit denies access to the service account \(identity.userID)",
            PolkitRule.evidence(machine),
            confidence: machine.isAuthorized("org.debian.pcsc-lite.access_pcsc") == false ? .proven : .likely,
            about: [.service]
        )
    }
}
