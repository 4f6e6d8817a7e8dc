internal import JetonPCSC
internal import TokenKit

/// A card answers a reset and then no command.
enum CardHangs: Check {
    static let page = CheckPage(
        id: "card-hangs",
        layer: .card,
        title: "the card answers a reset, but no commands",
        symptom: "Every program that selects an application of the card hangs; `pcsc_scan` shows the card.",
        cause: "The program on the card hangs, its connection to the reader is bad, or a virtual card has stopped.",
        detection: """
            A connection to the card does not return within the deadline, or stopped returning after a module \
            hung on the card, and no other program that could hold the card is connected to the service.
            """,
        needs: [.card],
        remedies: [
            Remedy("take the card out and insert it again", needs: .replug),
            Remedy("restart the service", commands: [.restartService], needs: .root),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        guard !machine.hasOtherClients else { return .passed }
        let hung = machine.hungCardModules
        // A module that hangs on a card leaves its command behind, and the service waits for the answer.
        let readers = hung.isEmpty ? machine.pcsc.readers : machine.pcscAfterModules.readers
        return .foundOrPassed(
            readers.filter { $0.connection == .blocked }.map { reader in
                Sighting(
                    "the card in '\(reader.name.description)' does not answer commands",
                    [
                        Evidence("SCardConnect", "does not return"),
                        Evidence("state", "\(reader.flags.description)"),
                        Evidence("other programs connected", "none"),
                    ] + hung.map { Evidence("hangs too", "\($0)") },
                    confidence: .likely,
                    about: [.reader(reader.name.description)] + hung.map { .module($0) }
                )
            }
        )
    }
}

extension Machine {
    private static let hasOtherClients = Fact<Bool>()

    /// Whether another program than this one is connected to the PC/SC service, as far as that can be told.
    var hasOtherClients: Bool {
        remember(Self.hasOtherClients) {
            // Our own children are clients until they are done.
            _ = modules
            if !clients.isEmpty { return true }
            // The service keeps the connections of programs that have gone until the card answers.
            return unixSockets?.hasClients(of: socketPath) ?? (connectionStates?.contains("03") == true)
        }
    }

    /// The modules that use cards and did not come back.
    var hungCardModules: [String] {
        failedModules.compactMap { path, _ in hasHung(module: path) && usesPCSC(module: path) ? path : nil }
    }

    private static let pcscAfterModules = Fact<PCSCSurvey>()

    /// What PC/SC shows now that the modules are done.
    var pcscAfterModules: PCSCSurvey { remember(Self.pcscAfterModules) { probe.pcscAgain() } }
}
