internal import Cryptoki
internal import Glibc
internal import JetonDiagnostics
internal import JetonPCSC
internal import SigningDesk
internal import TokenKit

/// Leads a user who named no token to the one to pair: says what to connect, and goes on when it
/// appears.
struct PairingGuide {
    let modules: ModuleChoice
    /// Whether a token that is not there may be waited for; only done on a terminal.
    let waits: Bool

    /// How long to wait between two looks, in microseconds.
    private static let pause: UInt32 = 1_000_000

    /// Looks, and looks again until there is a token: the one that is not paired, or one that is.
    ///
    /// - Throws: ``CommandError``: no module that pairs, several unpaired tokens, or no user to wait for a token.
    func find() throws -> TokenEntry {
        var said: [String] = []
        var isFirst = true
        var bluetooth: [String]?
        while true {
            let inventory = try modules.finder().inventory()
            try PairCommand.check(inventory, modules)
            let selection = PairingSelection(inventory)
            guard selection.hasCapableModule else {
                throw PairingError(.noExtension, detail: modules.paths.first ?? "none of the installed ones has")
            }
            let tokens = selection.tokens
            let unpaired = tokens.filter { $0.state == .unpaired }
            if unpaired.count > 1 {
                if canAsk { return try ask(unpaired) }
                var error = PairingError(.ambiguous)
                error.candidates = unpaired.map { inventory.shortestURI(of: $0) }
                throw error
            }
            if let token = unpaired.first {
                note("token '\(token.token.name)' in '\(token.slot.info.slotDescription)' is not paired yet", &said)
                note("the activation password (capital letters and digits) came with the token", &said)
                return token
            }
            if let token = tokens.first {
                // The steps on one of them tell that nothing is to be done.
                if tokens.count > 1 { note("\(tokens.count) tokens found, none of them unpaired", &said) }
                return token
            }
            // Asked once: it takes a program.
            let link = bluetooth ?? PairingGuide.bluetoothAdvice
            bluetooth = link
            guard canAsk else {
                throw CommandError.notFound(
                    "no token to pair was found",
                    hints: ["plug in the token, or insert it into the reader; `jeton list` then shows it"] + link
                )
            }
            if isFirst {
                note("waiting for a token; Control-C stops", &said)
            }
            isFirst = false
            for line in advice(inventory, link) { note(line, &said) }
            usleep(PairingGuide.pause)
        }
    }

    /// Whether a user is at a terminal, and no JSON document was requested.
    private var canAsk: Bool { waits && Console.isTerminal(0) && Console.isTerminal(2) }

    /// Asks which of several tokens is meant.
    ///
    /// - Throws: ``CommandError`` for an answer that is not one of the numbers.
    private func ask(_ tokens: [TokenEntry]) throws(CommandError) -> TokenEntry {
        for (index, token) in tokens.enumerated() {
            let decimal = token.decimalSerial.map { " (decimal \($0))" } ?? ""
            let words = "serial \(token.token.serialNumber)\(decimal) in '\(token.slot.info.slotDescription)'"
            Console.message("\(index + 1): \(words)".withoutControlCharacters)
        }
        QuietTerminal.end()
        Console.noteWithoutNewline("Which token, 1 to \(tokens.count)? ")
        guard let answer = readLine(), let number = Int(answer), tokens.indices.contains(number - 1) else {
            throw .usage("no token was chosen; nothing was changed", hints: ["`jeton pair SERIAL` names one"])
        }
        return tokens[number - 1]
    }

    /// What the doctor knows of tokens with Bluetooth.
    private static var bluetoothAdvice: [String] {
        let settings = SystemProbe.Settings(variables: Process.variables, modules: Process.moduleEnvironment)
        return Machine(SystemProbe(settings)).bluetoothAdvice
    }

    /// What to do next, as things are now.
    private func advice(_ inventory: Inventory, _ bluetooth: [String]) -> [String] {
        guard let library = try? PCSCLibrary(), (try? Context(library: library)) != nil else {
            return [
                "1. the service pcscd does not answer: `systemctl start pcscd.socket` starts it (package pcscd)",
                "2. then switch the token on, or plug it in",
            ]
        }
        let readers = inventory.readers.filter { $0.reader != nil }
        if readers.isEmpty {
            let first = "1. plug the token in; one with a button shows by its light that it is on"
            return [first, "2. a token with Bluetooth:"] + bluetooth.map { "   " + $0 }
        }
        return readers.map { reader in
            switch reader.state {
            case .empty: "reader '\(reader.name)' is empty: insert the token"
            case .mute: "the card in '\(reader.name)' does not answer: is it inserted the right way round?"
            default: "no module that supports pairing reads the card in '\(reader.name)'"
            }
        }
    }

    /// Says something unless it was said before.
    private func note(_ line: String, _ said: inout [String]) {
        guard !said.contains(line) else { return }
        said.append(line)
        Console.message(line)
    }
}
