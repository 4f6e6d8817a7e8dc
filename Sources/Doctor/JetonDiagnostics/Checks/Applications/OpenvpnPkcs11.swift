internal import Cryptoki
internal import JetonOctets

/// OpenVPN asks for a certificate that no token has.
enum OpenvpnPkcs11: Check {
    static let page = CheckPage(
        id: "openvpn-pkcs11",
        layer: .application,
        title: "OpenVPN is configured with a certificate that no token shows",
        symptom: "\"Cannot load certificate … using PKCS#11 interface\"; no PIN prompt under systemd.",
        cause: "`pkcs11-id` refers to an earlier certificate, token or module.",
        detection: """
            The id at the end of `pkcs11-id`, or in its URI, is compared with the certificates that tokens show \
            without login.
            """,
        needs: [.token],
        remedies: [
            Remedy("look up the current id", commands: ["openvpn --show-pkcs11-ids MODULE"]),
            Remedy("to get a prompt under systemd, set `management-query-passwords`"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let settings = machine.openVPNSettings.filter { $0.name == "pkcs11-id" }
        guard !settings.isEmpty else { return .irrelevant }
        let ids = machine.initializedTokens.flatMap { token in token.objects(.certificate).map { Hex.encode($0.id) } }
        // With certificates that show only after login nothing can be said.
        guard !ids.isEmpty else { return .unknown("no token shows a certificate without login") }
        let sightings = settings.compactMap { setting -> Sighting? in
            guard let id = id(in: setting.value), !ids.contains(id) else { return nil }
            return Sighting(
                "\(setting.place) asks for a certificate that no token shows",
                [Evidence("id asked for", "\(id)"), Evidence("ids there", "\(ids.joined(separator: ", "))")],
                severity: machine.severity(for: .openvpn)
            )
        }
        return .foundOrPassed(sightings)
    }

    private static func id(in value: String) -> String? {
        if value.hasPrefix("pkcs11:") { return (try? PKCS11URI(parsing: value))?.id.map { Hex.encode($0) } }
        let last = value.split(separator: "/").last.map { $0.lowercased() } ?? ""
        return last.isEmpty || !last.allSatisfy(\.isHexDigit) ? nil : last
    }
}
