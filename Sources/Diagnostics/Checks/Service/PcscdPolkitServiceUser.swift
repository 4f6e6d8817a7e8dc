/// polkit turns a service's account away.
enum PcscdPolkitServiceUser: Check {
    static let page = CheckPage(
        id: "pcscd-polkit-service-user",
        layer: .service,
        title: "polkit turns a service's account away",
        symptom: "\"Process … (user: 996) is NOT authorized for action: access_pcsc\" in the journal.",
        cause: "The accounts of web servers, VPN services and sssd never have an active session.",
        detection: """
            As with an inactive session, and the user's number is below 1000.
            """,
        needs: [.library],
        causes: ["pcscd-client-limit", "pcscd-hidepid", "pcscd-polkit-daemon-missing"],
        remedies: [PolkitRule.remedy]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let identity = machine.probe.identity
        guard machine.isDeniedByPolicy, (1..<1000).contains(identity.userID) else { return .passed }
        return .found(
            "polkit turns the account \(identity.userID) of a service away",
            PolkitRule.evidence(machine),
            confidence: machine.isAuthorized("org.debian.pcsc-lite.access_pcsc") == false ? .proven : .likely,
            about: [.service]
        )
    }
}
