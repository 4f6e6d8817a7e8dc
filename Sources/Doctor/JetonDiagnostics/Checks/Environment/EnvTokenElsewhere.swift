/// The user works remotely, with the token in the other computer.
enum EnvTokenElsewhere: Check {
    static let page = CheckPage(
        id: "env-token-elsewhere",
        layer: .environment,
        title: "this is a remote session, and the token is probably in the other computer",
        symptom: "This computer has no smart-card device at all.",
        cause: "SSH and RDP do not forward a token by default.",
        detection: """
            `SSH_CONNECTION`, `XRDP_SESSION` or `REMOTEHOST` is set, and there is neither a smart-card device nor a \
            reader.
            """,
        remedies: [
            Remedy("for ssh keys, forward the agent", commands: ["ssh -A HOST"]),
            Remedy("for PKCS #11, let the other computer serve its modules: `p11-kit server` and `ssh -R`"),
            Remedy("for RDP, redirect smart cards"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let names = ["SSH_CONNECTION", "XRDP_SESSION", "REMOTEHOST"]
        guard let name = names.first(where: { machine.probe.variables[$0] != nil }) else { return .irrelevant }
        for word in (machine.probe.variables["SSH_CONNECTION"] ?? "").split(separator: " ")
        where word.contains(".") || word.contains(":") {
            machine.keepPrivate(String(word), .address)
        }
        guard machine.smartCardDevices.isEmpty, machine.pcsc.readers.isEmpty, !machine.hasUsableToken else {
            return .passed
        }
        return .found(
            "this is a remote session, and no token is connected to this computer",
            [Evidence("set", "\(name)")],
            severity: .warning,
            confidence: .likely
        )
    }
}
