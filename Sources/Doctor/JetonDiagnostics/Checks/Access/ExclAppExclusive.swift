internal import JetonPCSC

/// A program holds the card exclusively.
enum ExclAppExclusive: Check {
    static let page = CheckPage(
        id: "excl-app-exclusive",
        layer: .access,
        title: "a program holds the card exclusively",
        symptom: "`SCARD_E_SHARING_VIOLATION` (0x8010000B); gpg: \"selecting card failed\".",
        cause: """
            A program has connected with exclusive access: scdaemon without `pcsc-shared`, ykman, yubikey-agent, \
            piv-go, vendor tools.
            """,
        detection: """
            A shared connection to the card is refused with 0x8010000B. Programs that have loaded the client \
            library are listed; pcscd does not report which of them holds the card.
            """,
        needs: [.card],
        causes: ["excl-gnome-smartcard"],
        remedies: [
            Remedy(
                "if gpg holds the card, make gpg share it",
                commands: ["echo pcsc-shared >> ~/.gnupg/scdaemon.conf", "gpgconf --kill scdaemon"]
            ),
            Remedy("close the program that uses the card, or wait until it finishes"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let held = machine.pcsc.readers.filter { $0.connection == .refused(.sharingViolation) }
        return .foundOrPassed(
            held.map { reader in
                Sighting(
                    "a program holds the card in '\(reader.name.description)' exclusively",
                    [
                        Evidence("SCardConnect", "\(PCSCError.Code.sharingViolation.description)"),
                        Evidence("state", "\(reader.flags.description)"), machine.clientEvidence,
                    ],
                    about: [.reader(reader.name.description)]
                )
            }
        )
    }
}
