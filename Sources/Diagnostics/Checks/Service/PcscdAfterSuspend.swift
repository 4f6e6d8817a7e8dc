internal import PCSC

/// A card that was in use when the machine slept does not work any more.
enum PcscdAfterSuspend: Check {
    static let page = CheckPage(
        id: "pcscd-after-suspend",
        layer: .service,
        title: "a card does not work since the machine slept",
        symptom: """
            The card shows, and programs fail until pcscd is started anew: `SCARD_W_RESET_CARD` (0x80100068), \
            `SCARD_W_UNPOWERED_CARD` (0x80100067), `SCARD_E_COMM_ERROR`.
            """,
        cause: "The card lost its power while the machine slept, and the service did not notice.",
        detection: """
            A card is in a reader and takes no connection for another reason than being held, and the machine slept \
            since pcscd started: `CLOCK_BOOTTIME` has gone further than `CLOCK_MONOTONIC`, and the start of pcscd is in \
            /proc in the one and told by systemd in the other. Where systemd tells nothing, sleep since the machine's \
            start counts.
            """,
        needs: [.reader],
        remedies: [
            Remedy(
                "start the service anew, and GnuPG's daemon with it",
                commands: ["systemctl restart pcscd", "gpgconf --kill scdaemon"],
                needs: .root,
                fix: .run(["systemctl", "restart", "pcscd"])
            ),
            Remedy("take the card out and put it back", needs: .replug),
        ]
    )

    private static let otherReasons: Set<PCSCError.Code> = [.sharingViolation, .noSmartCard, .protocolMismatch]

    static func run(on machine: Machine) -> CheckOutcome {
        let faulty = machine.pcsc.readers.filter { reader in
            if case .refused(let code) = reader.connection { return !otherReasons.contains(code) }
            return reader.flags.contains(.mute)
        }
        guard !faulty.isEmpty else { return .passed }
        guard let sleep = machine.sleepOfService else {
            return .unknown("when pcscd started can't be seen")
        }
        guard sleep.milliseconds >= 1000 else { return .passed }
        let name: ReportText = sleep.isSinceBoot ? "slept since the machine's start" : "slept since pcscd started"
        return .found(
            faulty.map { reader in
                let answer: ReportText =
                    if case .refused(let code) = reader.connection { "\(code.description)" } else { "not tried" }
                return Sighting(
                    "the card in '\(reader.name.description)' does not work since the machine slept",
                    [
                        Evidence("SCardConnect", answer), Evidence("state", "\(reader.flags.description)"),
                        Evidence(name, "\(sleep.milliseconds / 1000) s"),
                    ],
                    confidence: .likely,
                    about: [.reader(reader.name.description)]
                )
            }
        )
    }
}
