internal import JetonPCSC

/// A card that was in use when the machine was suspended no longer works.
enum PcscdAfterSuspend: Check {
    static let page = CheckPage(
        id: "pcscd-after-suspend",
        layer: .service,
        title: "a card has not worked since the machine was suspended",
        symptom: """
            The card is visible, but programs fail until pcscd is restarted: `SCARD_W_RESET_CARD` (0x80100068), \
            `SCARD_W_UNPOWERED_CARD` (0x80100067), `SCARD_E_COMM_ERROR`.
            """,
        cause: "The card lost power during suspend, and the service did not notice.",
        detection: """
            A card is in a reader and refuses a connection for a reason other than exclusive access, and the \
            machine was suspended since pcscd started: `CLOCK_BOOTTIME` has advanced further than \
            `CLOCK_MONOTONIC`; pcscd's start time is read from /proc in one clock and from systemd in the other. \
            Without systemd, every suspend since boot counts.
            """,
        needs: [.reader],
        remedies: [
            restart(nil), Remedy("take the card out and insert it again", needs: .replug),
        ]
    )

    private static func restart(_ witnesses: Witnesses?) -> Remedy {
        Remedy(
            "restart the service and GnuPG's daemon",
            commands: [.restartService, "gpgconf --kill scdaemon"],
            needs: .root,
            fix: .run(["systemctl", "restart", "pcscd"]),
            witnesses: witnesses
        )
    }

    private static let otherReasons: Set<PCSCError.Code> = [.sharingViolation, .noSmartCard, .protocolMismatch]

    static func run(on machine: Machine) -> CheckOutcome {
        let faulty = machine.pcsc.readers.filter { reader in
            if case .refused(let code) = reader.connection { return !otherReasons.contains(code) }
            return reader.flags.contains(.mute)
        }
        guard !faulty.isEmpty else { return .passed }
        guard let sleep = machine.sleepOfService else {
            return .unknown("the time when pcscd started is not available")
        }
        guard sleep.milliseconds >= 1000 else { return .passed }
        let name: ReportText = sleep.isSinceBoot ? "suspended since boot" : "suspended since pcscd started"
        return .found(
            faulty.map { reader in
                let answer: ReportText =
                    if case .refused(let code) = reader.connection { "\(code.description)" } else { "not tried" }
                let connection = Evidence("SCardConnect", answer)
                let suspension = Evidence(name, "\(sleep.milliseconds / 1000) s")
                // A restart ends the sessions of other programs, and a suspend before pcscd started proves nothing.
                let isSure = !sleep.isSinceBoot && !machine.hasOtherClients
                return Sighting(
                    "the card in '\(reader.name.description)' has not worked since the machine was suspended",
                    [connection, Evidence("state", "\(reader.flags.description)"), suspension],
                    confidence: .likely,
                    about: [.reader(reader.name.description)],
                    remedies: [restart(isSure ? Witnesses(connection, suspension) : nil)] + page.remedies.dropFirst()
                )
            }
        )
    }
}
