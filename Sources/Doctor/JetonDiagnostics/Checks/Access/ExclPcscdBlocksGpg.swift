/// GnuPG requires exclusive access while other programs use the card.
enum ExclPcscdBlocksGpg: Check {
    static let page = CheckPage(
        id: "excl-pcscd-blocks-gpg",
        layer: .access,
        title: "gpg requires exclusive access, but other programs use the card",
        symptom: "gpg says \"selecting card failed: No such device\"; other programs work.",
        cause: "scdaemon connects exclusively unless `pcsc-shared` is set, or its own USB driver conflicts with pcscd.",
        detection: """
            Checked with `--app gpg`: scdaemon.conf has neither `pcsc-shared` nor `disable-ccid`, and the \
            service has a reader. This is a failure if other PC/SC clients run, otherwise a warning.
            """,
        needs: [.reader],
        remedies: [
            Remedy(
                "make gpg use pcscd and share the card",
                commands: [
                    "printf 'disable-ccid\\npcsc-shared\\n' >> ~/.gnupg/scdaemon.conf", "gpgconf --kill scdaemon",
                ]
            )
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.applications.contains(.gpg) else { return .irrelevant }
        let settings = machine.smartCardDaemonSettings
        let missing = ["disable-ccid", "pcsc-shared"].filter { !settings.contains($0) }
        guard !missing.isEmpty else { return .passed }
        let others = machine.clients.filter { $0.name != "scdaemon" }
        return .found(
            "gpg's scdaemon.conf lacks \(missing.joined(separator: " and "))",
            [Evidence("scdaemon.conf", "no \(missing.joined(separator: ", "))"), machine.clientEvidence],
            severity: others.isEmpty ? .warning : .failure,
            confidence: .likely
        )
    }
}
