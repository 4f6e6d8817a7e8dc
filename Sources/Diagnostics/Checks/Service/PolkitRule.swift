internal import PCSC

/// What the checks of polkit have in common.
enum PolkitRule {
    /// A rule that lets a user or group in.
    static let remedy = Remedy(
        "let the user or group in with a rule for both actions, access_pcsc and access_card",
        commands: [
            """
            printf 'polkit.addRule(function(action, subject) {\\n  if ((action.id == "org.debian.pcsc-lite.access_pcsc" \
            || action.id == "org.debian.pcsc-lite.access_card") && subject.isInGroup("scard"))\\n\
                return polkit.Result.YES;\\n});\\n' > /etc/polkit-1/rules.d/50-pcsc.rules
            """,
            "groupadd -f scard", "usermod -aG scard USER", "systemctl restart polkit pcscd",
        ],
        needs: [.root, .newLogin]
    )

    /// What shows that it is polkit.
    static func evidence(_ machine: Machine) -> [Evidence] {
        let answer = machine.isAuthorized("org.debian.pcsc-lite.access_pcsc")
        return [
            Evidence("policy", "\(machine.servicePolicy ?? "")"),
            Evidence("service", machine.service == .closes ? "closes the connection" : "answers, then closes"),
            Evidence(
                "pkcheck access_pcsc",
                answer == nil ? "can't be asked" : answer == true ? "authorised" : "not authorised"
            ),
            Evidence("connections", "\(machine.connectionCount ?? 0)"),
        ]
    }
}
