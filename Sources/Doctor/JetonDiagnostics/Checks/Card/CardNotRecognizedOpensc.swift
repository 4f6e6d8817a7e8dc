internal import JetonPCSC
internal import TokenKit

/// Modules read cards, but none of them knows this one.
enum CardNotRecognizedOpensc: Check {
    static let page = CheckPage(
        id: "card-not-recognized-opensc",
        layer: .card,
        title: "no module recognizes the card",
        symptom: """
            `pkcs11-tool -L` says "(token not recognized)", `CKR_TOKEN_NOT_RECOGNIZED` (0xE1); `opensc-tool -n` says \
            "Unsupported card".
            """,
        cause: "The card needs its vendor's module, or is blank.",
        detection: """
            The card accepts a connection; a module that uses PC/SC has started and shows a slot for the reader, but no \
            module shows a token there. The answer to reset is looked up to identify the card.
            """,
        needs: [.card, .module],
        causes: [
            "card-opensc-slot-limit", "card-contactless-can", "card-opensc-driver-disabled", "card-no-module",
            "card-wrong-module-for-card",
        ],
        remedies: [Remedy("install the token vendor's PKCS #11 module"), .install(.openSC)]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard machine.surveys.contains(where: { machine.usesPCSC(module: $0.path) }) else { return .passed }
        return .foundOrPassed(
            machine.unreadCards.map { reader in
                let name = reader.name.description
                return Sighting(
                    reader.knownToken.map { "no module recognizes the card in '\(name)', which is a \($0)" }
                        ?? "no module recognizes the card in '\(name)'",
                    [
                        reader.answerEvidence,
                        Evidence(
                            "modules",
                            "\(machine.surveys.map(\.path).filter { machine.usesPCSC(module: $0) }.joined(separator: ", "))"
                        ),
                    ],
                    severity: machine.severityOfUselessDevice,
                    about: [.reader(name)],
                    remedies: reader.makersModule.map { [$0] }
                )
            }
        )
    }
}
