internal import Cryptoki
internal import JetonOctets
internal import TokenKit

// The doctor spends no try: before the user's command runs once more, all that it may reach is looked at.

extension Machine {
    private static let commandRefusal = Fact<ReportText?>()

    private static let loweredPIN = Fact<ReachablePIN?>()

    /// The PIN in reach of the command that was entered wrong before; nil if there is none.
    var loweredPIN: ReachablePIN? {
        remember(Self.loweredPIN) { command.isEmpty ? nil : pinsInReach.pins.first { $0.warning != nil } }
    }

    /// Why the user's command is not run; nil if it is, or if there is none.
    ///
    /// With a lowered counter it is not run at all. With a PIN in reach it is run if the user agrees; without one it runs.
    package var commandRefusal: ReportText? {
        remember(Self.commandRefusal) {
            guard !command.isEmpty else { return nil }
            let (pins, unknown) = pinsInReach
            if let warning = pins.lazy.compactMap(\.warning).first {
                return "\(warning), and the command could send a wrong one"
            }
            let open = pins.first { $0.tries != .locked }.map(\.title)
            guard let open = open ?? unknown else { return nil }
            let question: ReportText = "The command could send \(open), and a wrong PIN uses up a try. Run it again?"
            if mayRunAgain(question.full) { return nil }
            return "the command could send \(open), and a wrong PIN uses up a try; to run it anyway, use `--run-again`"
        }
    }

    /// The PINs that the command may send, and what could have more that can't be looked at.
    private var pinsInReach: (pins: [ReachablePIN], unknown: ReportText?) {
        remember(Self.pinsInReach) { findPINs() }
    }

    private static let pinsInReach = Fact<(pins: [ReachablePIN], unknown: ReportText?)>()

    private func findPINs() -> (pins: [ReachablePIN], unknown: ReportText?) {
        let only = modulesOfCommand
        let reached = probe.modules(
            forPrograms: only ?? namedLibraries + moduleMentions.map(\.path),
            areAll: only != nil
        )
        var unknown: ReportText? =
            usesOtherSurroundings ? "the PIN of a token that only another user or environment shows" : nil
        unknown = unknown ?? reached.notLoaded.first.map { "the PIN of a token of \($0), which was not examined" }
        var pins: [ReachablePIN] = []
        keepPrivate(tokensOf: reached.entries)
        var entries = reached.entries
        if only == nil { entries += modules }
        for case .success(let survey) in entries.map(\.outcome) {
            for slot in survey.slots where !slot.isUnpaired {
                guard let info = slot.token else { continue }
                let token = ExaminedToken(module: survey.realPath, slot: slot, info: info, contents: nil)
                if info.flags.contains(.userPINInitialized)
                    || info.flags.isSuperset(of: [.tokenInitialized, .loginRequired])
                {
                    pins += ReachablePIN.of(token)
                }
            }
        }
        if only?.allSatisfy({ !usesPCSC(module: $0) }) != true {
            switch cardCounters {
            case .all(let cards): pins += cards.flatMap(ReachablePIN.of)
            case .none(let why): unknown = unknown ?? "the PIN of a card whose remaining tries are unknown: \(why)"
            }
        }
        return (pins, unknown)
    }

    /// The modules that the command uses, and no others, by an option of its own; nil if it may use any.
    private var modulesOfCommand: [String]? {
        guard let program = command.first, ["pkcs11-tool", "jeton"].contains(Machine.name(of: program)) else {
            return nil
        }
        var paths: [String] = []
        for (index, argument) in command.enumerated() {
            if argument == "--module", command.indices.contains(index + 1) { paths.append(command[index + 1]) }
            if argument.hasPrefix("--module=") { paths.append(String(argument.dropFirst(9))) }
        }
        // A module that loads others may load any.
        let isOne = paths.allSatisfy { path in
            path.hasPrefix("/") && !["p11-kit", "pkcs11-spy"].contains { realPath(path).contains($0) }
        }
        return paths.isEmpty || !isOne ? nil : paths
    }

    /// Whether the command becomes another user, or sets a variable that leads to other tokens than are seen from here.
    private var usesOtherSurroundings: Bool {
        let programs: Set<Substring> = ["sudo", "su", "doas", "runuser", "pkexec", "setpriv", "docker", "podman"]
        let variables = [
            "SOFTHSM2_CONF", "JETON_DATA", "JETON_MODULES", "JETON_PROVIDER_CARDS", "TPM2_PKCS11_STORE", "HOME",
            "XDG_DATA_HOME", "XDG_CONFIG_HOME", "PKCS11_MODULE_PATH", "PKCS11_PROVIDER_MODULE", "OPENSSL_CONF",
        ]
        let words = command.flatMap { $0.split { " '\";".contains($0) } }
        return words.contains { word in
            programs.contains(Machine.name(of: String(word))) || variables.contains { word.hasPrefix("\($0)=") }
        }
    }

    /// The libraries that the command's arguments name.
    private var namedLibraries: [String] {
        command.flatMap { $0.split { " '\"=:,;".contains($0) } }.map(String.init)
            .filter { $0.hasSuffix(".so") || $0.contains(".so.") }
    }
}
