internal import JetonOctets

/// GnuPG's daemon has opened the reader itself.
enum ExclScdaemonCcid: Check {
    static let page = CheckPage(
        id: "excl-scdaemon-ccid",
        layer: .access,
        title: "GnuPG's scdaemon has the USB reader, so pcscd can't use it",
        symptom: "pcscd logs \"Can't claim interface …: LIBUSB_ERROR_BUSY\"; no program but gpg sees a reader.",
        cause: "scdaemon uses its own driver for USB readers by default.",
        detection: """
            The reader's interface belongs to `usbfs`, the service has no reader for it, and a process named \
            scdaemon has the device node open (proven), or runs without `disable-ccid` in its scdaemon.conf \
            (likely).
            """,
        needs: [.service],
        remedies: [
            Remedy(
                "make scdaemon use pcscd, and restart both",
                commands: [
                    "printf 'disable-ccid\\npcsc-shared\\n' >> ~/.gnupg/scdaemon.conf", "gpgconf --kill scdaemon",
                    .restartService,
                ]
            )
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let sightings = machine.devicesWithoutReader.compactMap { device -> Sighting? in
            guard device.smartCardInterfaces.contains(where: { $0.driver == "usbfs" }),
                let daemon = machine.processes.first(where: { $0.name == "scdaemon" })
            else { return nil }
            let holds = machine.holders(of: device.node).contains { $0.name == "scdaemon" }
            // Root sees who has it open: then it is another one.
            let isPossible =
                !machine.probe.identity.isRoot && !machine.smartCardDaemonSettings.contains("disable-ccid")
            guard holds || isPossible else { return nil }
            return Sighting(
                "scdaemon has '\(device.title)', so pcscd can't use it",
                device.evidence + [
                    Evidence("scdaemon", "process \(daemon.id)"),
                    Evidence("\(device.node)", holds ? "open in scdaemon" : "can't see which process has it open"),
                ],
                confidence: holds ? .proven : .likely,
                about: [.device(device.name), .readers]
            )
        }
        return .foundOrPassed(sightings)
    }
}

extension Machine {
    private static let smartCardDaemonSettings = Fact<Set<String>>()

    /// The options in the user's scdaemon.conf.
    var smartCardDaemonSettings: Set<String> {
        remember(Self.smartCardDaemonSettings) {
            let home = probe.variables["GNUPGHOME"] ?? "\(probe.variables["HOME"] ?? "")/.gnupg"
            let lines = text("\(home)/scdaemon.conf")?.lines() ?? []
            return Set(lines.compactMap { $0.split(separator: " ").first.map(String.init) })
        }
    }
}
