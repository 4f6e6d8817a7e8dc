internal import JetonPCSC

/// A program holds the card exclusively.
enum ExclAppExclusive: Check {
    static let page = CheckPage(
        id: "excl-app-exclusive",
        layer: .access,
        title: "a program holds the card exclusively",
        symptom: "`SCARD_E_SHARING_VIOLATION` (0x8010000B); gpg: \"selecting card failed\".",
        cause: """
            A program connected with exclusive access: scdaemon without `pcsc-shared`, ykman, yubikey-agent, piv-go, \
            vendor tools.
            """,
        detection: """
            A shared connection to the card is refused with 0x8010000B. Programs that have the client library loaded \
            are listed; pcscd does not say which of them it is.
            """,
        needs: [.card],
        causes: ["excl-gnome-smartcard"],
        remedies: [
            Remedy(
                "if gpg has it, make gpg share",
                commands: ["echo pcsc-shared >> ~/.gnupg/scdaemon.conf", "gpgconf --kill scdaemon"]
            ),
            Remedy("close the program that has the card, or wait until it is done"),
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
