internal import ArgumentParser
internal import Cryptoki
internal import JetonEntitlements
internal import JetonKeystoreBase
internal import PairingDesk
internal import SigningDesk
internal import TokenKit

/// `jeton pairings`.
struct PairingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pairings",
        abstract: "List pairings, and choose who may use them and how.",
        subcommands: [
            PairingsListCommand.self, PairingsShowCommand.self, PairingsAllowCommand.self,
            PairingsDisallowCommand.self, PairingsPolicyCommand.self, PairingsNewPasswordCommand.self,
            PairingsNewKeysCommand.self,
        ]
    )
}

/// `jeton pairings list`.
struct PairingsListCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the pairings of this user's programs with tokens, connected or not.",
        discussion: """
            Pairings of Jeton's own module are in the keystore, each in the access group of the programs that use it. \
            Other modules do not disclose theirs; the list has those that jeton has seen.
            """
    )

    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let register = try ChannelRegister.ofThisUser()
        let pairings = try register.pairings()
        let hidden = try register.hidden()
        try answer(
            "jeton.pairings.list/1",
            ["pairings": pairings.map(\.json), "hidden": ChannelRegister.json(hidden)],
            table(pairings)
        )
        for line in ChannelRegister.notes(hidden) { Console.note(line) }
        if pairings.isEmpty, !output.json {
            Console.note(hidden.isEmpty ? "no token is paired" : "no pairing can be read")
            Console.note(
                hidden.isEmpty
                    ? "hint: `jeton pair` sets up a token's secure channel"
                    : "hint: `jeton keystore verify` reports the damage"
            )
        }
        return .success
    }

    private func table(_ pairings: [KnownPairing]) -> [String] {
        var table = Table(["media", "label", "serial", "reader", "suite", "paired", "programs", "kept in"])
        for pairing in pairings {
            let token = [pairing.media, pairing.label, pairing.serial, pairing.record?.reader ?? ""]
            for entry in pairing.entries {
                let users = entry.users.joined(separator: ", ")
                table.add(token + [entry.suite ?? "", entry.pairedWords, users, entry.group.rawValue])
            }
            if let record = pairing.record, pairing.entries.isEmpty {
                table.add(token + ["", PairingRecord.date(record.pairedAt), "", record.module])
            }
        }
        return table.isEmpty ? [] : table.lines(style: Console.style)
    }
}

/// `jeton pairings show`.
struct PairingsShowCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the pairings with a token, their users and status."
    )

    @OptionGroup var paired: PairedTokenArgument
    @OptionGroup var modules: ModuleOptions
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let register = try ChannelRegister.ofThisUser()
        let pairing = try KnownPairing.named(paired.target, in: register)
        let hidden = try register.hidden()
        let inventory = try modules.choice.finder().inventory()
        let tokens = inventory.tokens.filter { pairing.isOf($0) }
        let token = tokens.first { $0.modulePath == pairing.record?.module } ?? tokens.first
        try answer(
            "jeton.pairings.show/1",
            [
                "pairing": pairing.json, "connected": token != nil,
                "state": token?.state.rawValue, "channel": token.flatMap { channel($0) },
                "uri": token.map { inventory.shortestURI(of: $0).description },
                "hidden": ChannelRegister.json(hidden),
            ],
            lines(pairing, token)
        )
        for line in ChannelRegister.notes(hidden) { Console.note(line) }
        if token?.state == .unpaired, !output.json { Console.note(try hint(pairing)) }
        return .success
    }

    private func lines(_ pairing: KnownPairing, _ token: TokenEntry?) -> [String] {
        var lines = ["media:        \(pairing.media)", "label:        \(pairing.label)"]
        if let record = pairing.record {
            lines += ["model:        \(record.model)", "manufacturer: \(record.manufacturer)"]
        }
        lines.append("serial:       \(pairing.serial)")
        if let record = pairing.record {
            lines += [
                "reader:       \(record.reader)", "module:       \(record.module)",
                "paired:       \(PairingRecord.date(record.pairedAt))",
                "last seen:    \(PairingRecord.date(record.seenAt))",
            ]
        }
        lines.append("state:        \(token?.state.rawValue ?? "not connected")")
        if let token, let channel = channel(token) { lines.append("channel:      \(channel)") }
        if pairing.allowsLegacy { lines.append("passwords:    legacy ones are allowed") }
        for entry in pairing.entries {
            lines.append("group:        \(entry.group)")
            if let suite = entry.suite { lines.append("  suite:      \(suite)") }
            lines.append("  paired:     \(entry.pairedWords)")
            if let usedAt = entry.usedAt { lines.append("  last used:  \(usedAt)") }
            if !entry.reader.isEmpty {
                let policy = entry.requiresChannel ? ", no card is used in clear there" : ""
                lines.append("  reader:     \(entry.reader)\(policy)".withoutControlCharacters)
            }
            lines += entry.users.map { "  program:    \($0)" }
        }
        if pairing.entries.isEmpty { lines.append("keys:         stored by the module, which does not report more") }
        return lines
    }

    /// What commands to the connected token go through now.
    private func channel(_ token: TokenEntry) -> String? {
        guard let channel = token.slot.channel else {
            // Jeton's own module reports every channel.
            return token.moduleInfo.isJetonsOwn ? "in clear" : nil
        }
        return channel.refusal ?? ListReport.text(of: channel)
    }

    /// What to do about a token that jeton can't open.
    private func hint(_ pairing: KnownPairing) throws -> String {
        if let own = Process.executable, !pairing.entries.isEmpty {
            let group = try ChannelOwnerOptions.owner(of: own).group
            if !pairing.entries.contains(where: { $0.isUsable(by: group) }) {
                return "hint: jeton itself may not use it; `jeton pairings allow \(pairing.media) \(own)` lets it"
            }
        }
        return
            "hint: the token no longer has the pairing; `jeton pair \(pairing.serial)` creates another"
    }
}

extension ChannelRegister {
    /// What can't be seen, for programs.
    fileprivate static func json(_ hidden: [(group: AccessGroup, problem: KeystoreError)]) -> JSON {
        .array(
            hidden.map { group, problem in
                .object(["group": group.rawValue, "problem": problem.description])
            }
        )
    }

    /// What can't be seen, for people.
    fileprivate static func notes(_ hidden: [(group: AccessGroup, problem: KeystoreError)]) -> [String] {
        hidden.map { group, problem in
            "warning: pairings in group '\(group)' and its permissions can't be shown: \(problem)"
        }
    }
}

extension PairingRecord {
    /// A time as `2026-11-21T09:30:00Z`.
    static func date(_ seconds: Int) -> String { UTCTime(secondsSince1970: Int64(seconds))?.description ?? "?" }
}
