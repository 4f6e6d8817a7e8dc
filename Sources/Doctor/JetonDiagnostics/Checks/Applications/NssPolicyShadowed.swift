import JetonOctets

/// Firefox ignores a policy that names modules, because another one takes precedence.
enum NssPolicyShadowed: Check {
    static let page = CheckPage(
        id: "nss-policy-shadowed",
        layer: .application,
        title: "Firefox ignores the policy that names a module",
        symptom:
            "policies.json has `SecurityDevices`, but `about:policies` and the device list do not show the module.",
        cause:
            """
            Firefox reads only one policies.json, and /etc/firefox/policies takes precedence over Firefox's own \
            directory.
            """,
        detection: """
            /etc/firefox/policies/policies.json exists without `SecurityDevices`, and a policies.json in a Firefox \
            directory `distribution` has it. With `--app firefox` a failure, otherwise a warning.
            """,
        remedies: [
            Remedy(
                "put `SecurityDevices` into /etc/firefox/policies/policies.json, and restart Firefox",
                needs: .root
            )
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let key = "\"SecurityDevices\""
        guard let first = machine.firefoxPolicies.first, first.isSystemWide, !first.content.contains(key) else {
            return .passed
        }
        let shadowed = machine.firefoxPolicies.dropFirst().filter { $0.content.contains(key) }
        guard !shadowed.isEmpty else { return .passed }
        return .found(
            "Firefox reads \(first.path), which lists no module, instead of \(shadowed[shadowed.startIndex].path)",
            [Evidence("read", "\(first.path), without SecurityDevices")]
                + shadowed.map { Evidence("not read", "\($0.path), with SecurityDevices") },
            severity: machine.severity(for: .firefox)
        )
    }
}
