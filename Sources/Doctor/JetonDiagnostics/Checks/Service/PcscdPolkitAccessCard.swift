internal import JetonPCSC

/// polkit lets this user list readers but not use cards.
enum PcscdPolkitAccessCard: Check {
    // Not in the laboratory: Debian 12's pcscd does not support polkit

    static let page = CheckPage(
        id: "pcscd-polkit-access-card",
        layer: .service,
        title: "polkit lets this user list readers, but not use cards",
        symptom: "Readers are listed, but SCardConnect returns `SCARD_W_SECURITY_VIOLATION` (0x8010006A).",
        cause: "A polkit rule grants `access_pcsc` but not `access_card`.",
        detection: "A shared connection to a card is refused with 0x8010006A while the service works.",
        needs: [.service, .card],
        remedies: [PolkitRule.remedy]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let denied = machine.pcsc.readers.filter { $0.connection == .refused(.securityViolation) }
        let answer = denied.isEmpty ? nil : machine.isAuthorized("org.debian.pcsc-lite.access_card")
        return .foundOrPassed(
            denied.map { reader in
                Sighting(
                    "this user may list readers, but not use the card in '\(reader.name.description)'",
                    [
                        Evidence("SCardConnect", "\(PCSCError.Code.securityViolation.description)"),
                        Evidence(
                            "pkcheck access_card",
                            answer == nil ? "not available" : answer == true ? "authorized" : "not authorized"
                        ),
                    ],
                    about: [.reader(reader.name.description)]
                )
            }
        )
    }
}
