internal import JetonOctets
internal import JetonPCSC
internal import SmartCard

/// Two programs select different applications of one card in turn.
enum ExclAppletSwitched: Check {
    static let page = CheckPage(
        id: "excl-applet-switched",
        layer: .access,
        title: "gpg and another program deselect each other's application on the card",
        symptom: """
            gpg says "Card error" after another program has used the key; `CKR_USER_NOT_LOGGED_IN` in the middle \
            of a session; it works again after scdaemon exits.
            """,
        cause: """
            A card has one selected application at a time. gpg uses OpenPGP, and other programs use PIV. With \
            `pcsc-shared`, both can connect, and each selects its own application, which ends the other's login.
            """,
        detection: """
            scdaemon runs with `pcsc-shared`, another program has loaded the PC/SC library, and, according to \
            its name or answer to reset, a card in a reader has both applications. The check can't see whether \
            the programs collided, so the finding is likely and a warning.
            """,
        needs: [.card],
        remedies: [
            Remedy("stop GnuPG's daemon before you use the other program", commands: ["gpgconf --kill scdaemon"]),
            Remedy("use one application for everything, such as PIV with `gpg-agent` from GnuPG 2.3 or later"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.smartCardDaemonSettings.contains("pcsc-shared"),
            let daemon = machine.clients.first(where: { $0.name == "scdaemon" })
        else { return .passed }
        let others = machine.clients.filter { $0.name != "scdaemon" }
        guard !others.isEmpty else { return .passed }
        return .foundOrPassed(
            machine.pcsc.readers.filter { $0.flags.contains(.present) && $0.hasSeveralApplications }.map { reader in
                Sighting(
                    """
                    gpg's scdaemon shares the card in '\(reader.name.description)' with \
                    \(others.map(\.name).joined(separator: ", "))
                    """,
                    [
                        Evidence("scdaemon", "process \(daemon.id), pcsc-shared"), machine.clientEvidence,
                        reader.answerEvidence,
                    ],
                    severity: .warning,
                    confidence: .likely
                )
            }
        )
    }
}

extension PCSCSurvey.Reader {
    /// Whether the card has an OpenPGP and a PIV application, by the name of its reader or its answer to reset.
    fileprivate var hasSeveralApplications: Bool {
        let name = name.description
        return knownToken?.manufacturer == "Yubico" || name.contains("YubiKey") || name.contains("Nitrokey 3")
    }
}
