/// A policy of Firefox that names modules is not read, as another one stands before it.
enum NssPolicyShadowed: Check {
    static let page = CheckPage(
        id: "nss-policy-shadowed",
        layer: .application,
        title: "Firefox does not read the policy that names a module",
        symptom: "policies.json has `SecurityDevices`, and `about:policies` and the list of devices do not show it.",
        cause:
            "Firefox reads one policies.json: /etc/firefox/policies comes before its own folder. They are not joined.",
        detection: """
            /etc/firefox/policies/policies.json is there and has no `SecurityDevices`, and a policies.json in a folder \
            `distribution` of Firefox has it. With `--app firefox` a failure, else a warning.
            """,
        remedies: [
            Remedy(
                "put `SecurityDevices` into /etc/firefox/policies/policies.json, and start Firefox anew",
                needs: .root
            )
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let key = "\"SecurityDevices\""
        guard let first = machine.firefoxPolicies.first, first.isSystemWide, !first.text.contains(key) else {
            return .passed
        }
        let shadowed = machine.firefoxPolicies.dropFirst().filter { $0.text.contains(key) }
        guard !shadowed.isEmpty else { return .passed }
        return .found(
            "Firefox reads \(first.path), which names no module, and not \(shadowed[shadowed.startIndex].path)",
            [Evidence("read", "\(first.path), without SecurityDevices")]
                + shadowed.map { Evidence("not read", "\($0.path), with SecurityDevices") },
            severity: machine.severity(for: .firefox)
        )
    }
}
