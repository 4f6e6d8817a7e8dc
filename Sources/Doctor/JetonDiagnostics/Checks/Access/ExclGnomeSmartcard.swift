internal import JetonPCSC

/// The desktop's own service holds the card.
enum ExclGnomeSmartcard: Check {
    static let page = CheckPage(
        id: "excl-gnome-smartcard",
        layer: .access,
        title: "the desktop's smart-card service holds the card",
        symptom: "`SCARD_E_SHARING_VIOLATION` right after login; killing gsd-smartcard helps.",
        cause: "GNOME's settings daemon loads PKCS #11 modules through p11-kit, and they hold the card.",
        detection:
            "A connection to the card is refused with 0x8010000B, and gsd-smartcard is a PC/SC client.",
        needs: [.card],
        remedies: [
            Remedy(
                "disable the desktop's service",
                commands: [.systemctl("--user mask org.gnome.SettingsDaemon.Smartcard.service")],
                needs: .newLogin
            ),
            Remedy("hide the modules from the service: put `disable-in: gsd-smartcard` in their p11-kit module files"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard let reader = machine.pcsc.readers.first(where: { $0.connection == .refused(.sharingViolation) }),
            let process = machine.clients.first(where: { $0.name == "gsd-smartcard" && machine.isInOurNamespace($0) })
        else { return .passed }
        return .found(
            "gsd-smartcard holds the card in '\(reader.name.description)'",
            [
                Evidence("SCardConnect", "\(PCSCError.Code.sharingViolation.description)"),
                Evidence("gsd-smartcard", "process \(process.id)"),
            ],
            confidence: .likely,
            about: [.reader(reader.name.description)]
        )
    }
}
