internal import ArgumentParser
internal import Cryptoki
internal import JetonKeystore
internal import PairingDesk
internal import TokenKit

/// What `jeton pair` prints: a line for each step when it is done, then what came of it.
struct PairingReport {
    let json: Bool
    private var taken: [PairingStep] = []

    init(json: Bool) { self.json = json }

    /// The steps taken, as JSON.
    var steps: JSON {
        .array(
            taken.map { step in
                .object([
                    "number": step.kind.rawValue, "step": step.kind.name, "function": step.function,
                    "result": step.result, "detail": step.detail,
                ])
            }
        )
    }

    /// Takes in a step, and prints it unless a JSON document was requested.
    mutating func note(_ step: PairingStep) throws(CommandError) {
        taken.append(step)
        if !json { try Console.print(PairingReport.line(step)) }
    }

    /// Prints how it ended.
    ///
    /// - Parameters:
    ///   - outcome: How pairing ended.
    ///   - keys: The pairings with the token that the keystore holds.
    ///   - group: The access group that was named; nil for jeton's own.
    ///   - store: The keystore, if it was made for this pairing.
    /// - Throws: ``CommandError`` if the output can't be written.
    func show(
        _ outcome: PairingOutcome,
        keys: [ChannelRegister.Entry],
        group: String?,
        madeStore store: UserKeystore?
    ) throws(CommandError) {
        let name = outcome.isNew ? "paired" : outcome.hasChannel ? "alreadyPaired" : "notNeeded"
        if json {
            try Console.print(document(outcome.token, name, keys, store))
        } else {
            let words =
                outcome.isNew ? "is paired" : outcome.hasChannel ? "is paired already" : "needs no pairing"
            let media = MediaName.name(of: outcome.token.token)
            let end = outcome.isNew ? "" : "; nothing to do"
            try Console.print("token '\(outcome.token.token.name)' \(words): \(media)\(end)")
            for entry in keys {
                try Console.print("its keys are in '\(entry.group)', for: \(entry.users.joined(separator: ", "))")
            }
            if !keys.isEmpty {
                let option = keys.count > 1 ? group.map { " --group \($0)" } ?? "" : ""
                Console.note(
                    "hint: `jeton pairings allow \(media) PROGRAM\(option)` allows another program to use the pairing"
                )
            }
            if let store {
                Console.note(
                    "created keystore \(store.directory) for the pairing; the file \(store.keyFile) opens it without asking"
                )
                Console.note(
                    "hint: `jeton keystore slot add` adds a passphrase; without that file, every use asks for the passphrase"
                )
            }
        }
        if let problem = outcome.closingProblem { Console.note("warning: \(problem)") }
    }

    private func document(
        _ token: TokenEntry,
        _ outcome: String,
        _ keys: [ChannelRegister.Entry],
        _ store: UserKeystore?
    ) -> JSON {
        .object([
            "schema": "jeton.pair/1", "outcome": outcome, "media": MediaName.name(of: token.token),
            "label": token.token.label.description, "serial": token.token.serialNumber.description,
            "serialDecimal": token.decimalSerial, "reader": token.slot.info.slotDescription.description,
            "module": token.modulePath, "slot": token.slot.id.rawValue, "groups": keys.map(\.json),
            "keystoreMade": store?.directory, "steps": steps,
        ])
    }

    private static func line(_ step: PairingStep) -> String {
        func pad(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(1, width - text.count))
        }
        let result = step.result.map { text in
            if text == ReturnValue.ok.description { return ReturnValue.ok.name }
            let parts = text.split(separator: ",", maxSplits: 1)
            return parts.count == 2 ? "\(parts[0]) (\(parts[1].dropFirst()))" : text
        }
        let words = [result, step.detail].compactMap { $0 }.joined(separator: ": ")
        let place = "\(step.kind.rawValue)/\(PairingStep.Kind.allCases.count) "
        return place + pad(step.kind.words, 19) + pad(step.function, 29) + words
    }
}
