internal import JetonPCSC

/// What the polkit checks have in common.
enum PolkitRule {
    /// A rule that admits a user or group.
    static let remedy = Remedy(
        "admit the user or group with a rule for both actions, access_pcsc and access_card",
        commands: [
            """
            printf 'polkit.addRule(function(action, subject) {\\n  if ((action.id == "org.debian.pcsc-lite.access_pcsc" \
            || action.id == "org.debian.pcsc-lite.access_card") && subject.isInGroup("scard"))\\n\
                return polkit.Result.YES;\\n});\\n' > /etc/polkit-1/rules.d/50-pcsc.rules
            """,
            "groupadd -f scard", "usermod -aG scard USER", .systemctl("restart polkit pcscd"),
        ],
        needs: [.root, .newLogin]
    )

    /// The evidence that polkit is the reason.
    static func evidence(_ machine: Machine) -> [Evidence] {
        let answer = machine.isAuthorized("org.debian.pcsc-lite.access_pcsc")
        return [
            Evidence("policy", "\(machine.servicePolicy ?? "")"),
            Evidence("service", machine.service == .closes ? "closes the connection" : "answers, then closes"),
            Evidence(
                "pkcheck access_pcsc",
                answer == nil ? "not available" : answer == true ? "authorized" : "not authorized"
            ),
            Evidence("connections", "\(machine.connectionCount ?? 0)"),
        ]
    }
}
