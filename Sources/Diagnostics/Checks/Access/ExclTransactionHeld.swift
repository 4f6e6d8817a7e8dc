internal import PCSC

/// A program sits in a transaction and everybody else waits.
enum ExclTransactionHeld: Check {
    static let page = CheckPage(
        id: "excl-transaction-held",
        layer: .access,
        title: "a program sits in a transaction with the card, and all others wait",
        symptom: "Programs hang as soon as they touch the card, without an error.",
        cause:
            "A browser or module waits for a person, or has stopped, between the beginning and end of a transaction.",
        detection: """
            The service answers and lists readers, and a connection to the card does not come back within the \
            deadline: pcscd waits for the transaction's end inside SCardConnect.
            """,
        needs: [.card],
        remedies: [
            Remedy("finish or close the program that uses the card: it may be waiting for a PIN or a touch"),
            Remedy("as a last resort start the service anew", commands: ["systemctl restart pcscd"], needs: .root),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let blocked = machine.pcsc.readers.filter { $0.connection == .blocked }
        return .foundOrPassed(
            blocked.map { reader in
                Sighting(
                    "a program keeps the card in '\(reader.name.description)' in a transaction",
                    [
                        Evidence("SCardConnect", "does not come back"),
                        Evidence("state", "\(reader.flags.description)"), machine.clientEvidence,
                    ],
                    about: [.reader(reader.name.description)]
                )
            }
        )
    }
}
