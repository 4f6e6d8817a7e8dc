internal import JetonPCSC

/// A program holds a transaction, and all others wait.
enum ExclTransactionHeld: Check {
    static let page = CheckPage(
        id: "excl-transaction-held",
        layer: .access,
        title: "a program holds a transaction on the card, and all others wait",
        symptom: "Programs hang as soon as they access the card, without an error.",
        cause:
            "A browser or module is waiting for a user, or was stopped, in the middle of a transaction.",
        detection: """
            The service answers and lists readers, but a connection to the card does not return within the \
            deadline: pcscd waits inside SCardConnect for the transaction to end. Another program must be \
            connected to the service; otherwise the card itself hangs (`card-hangs`).
            """,
        needs: [.card],
        remedies: [
            Remedy("finish or close the program that uses the card: it may be waiting for a PIN or a touch"),
            Remedy("as a last resort, restart the service", commands: [.restartService], needs: .root),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        // Without a program that could hold it, the card itself does not answer: see card-hangs.
        let blocked = machine.hasOtherClients ? machine.pcsc.readers.filter { $0.connection == .blocked } : []
        return .foundOrPassed(
            blocked.map { reader in
                Sighting(
                    "a program holds a transaction on the card in '\(reader.name.description)'",
                    [
                        Evidence("SCardConnect", "does not return"),
                        Evidence("state", "\(reader.flags.description)"), machine.clientEvidence,
                    ],
                    confidence: machine.clients.isEmpty ? .likely : .proven,
                    about: [.reader(reader.name.description)]
                )
            }
        )
    }
}
