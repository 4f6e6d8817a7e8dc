internal import ArgumentParser
internal import Cryptoki
internal import Glibc
internal import TokenKit

/// `jeton pairings`.
struct PairingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pairings",
        abstract: "List the tokens that were paired, say who may use them, make new passwords and keys.",
        subcommands: [
            PairingsListCommand.self, PairingsShowCommand.self, PairingsAllowCommand.self,
            PairingsDisallowCommand.self, PairingsNewPasswordCommand.self, PairingsNewKeysCommand.self,
        ]
    )
}

/// `jeton pairings list`.
struct PairingsListCommand: JetonSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the tokens that were paired here; none of them need be connected."
    )

    @OptionGroup var output: OutputOptions

    var loadsModules: Bool { false }
    var wantsJSON: Bool { output.json }

    func execute() throws -> ExitCode {
        let records = try PairingRegisters.ofThisUser().pairings()
        let keys = try ChannelRegister().entries()
        func entries(_ record: PairingRecord) -> [ChannelRegister.Entry] {
            keys.filter { $0.serial == record.serial }
        }
        // What other programs paired: this user's jeton has not met the token, and owns the keystore.
        let others = keys.filter { key in !records.contains { $0.serial == key.serial } }
        if output.json {
            try Console.print(
                .object([
                    ("schema", .string("jeton.pairings.list/1")),
                    ("pairings", .array(records.map { $0.json(entries($0)) } + others.map(\.pairing))),
                ])
            )
            return .success
        }
        var table = Table(["media", "label", "serial", "reader", "paired", "module", "programs"])
        for record in records {
            let paired = PairingRecord.date(record.pairedAt)
            let programs = entries(record).flatMap(\.users).joined(separator: ", ")
            table.add([record.media, record.label, record.serial, record.reader, paired, record.module, programs])
        }
        for other in others {
            table.add([other.media, other.label, other.serial, "", "", "", other.users.joined(separator: ", ")])
        }
        if table.isEmpty {
            Console.note("no token was paired here")
            Console.note("hint: `jeton pair` sets up a token's secure channel")
        } else {
            try Console.print(table.lines(style: Console.style))
        }
        return .success
    }
}

/// `jeton pairings show`.
struct PairingsShowCommand: JetonSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a pairing, and how its token stands now."
    )

    @Argument(
        help: ArgumentHelp("The token's media, serial number or label, or its reader's name.", valueName: "target")
    )
    var target: String
    @OptionGroup var modules: ModuleOptions
    @OptionGroup var output: OutputOptions

    // Each module runs in a child of its own.
    var loadsModules: Bool { false }
    var wantsJSON: Bool { output.json }

    func execute() throws -> ExitCode {
        let record = try PairingRegisters.ofThisUser().pairing(named: target)
        let entries = try ChannelRegister().entries(serial: record.serial)
        let inventory = try InventoryReader(modules: modules.choice).read()
        let tokens = inventory.tokens.filter { record.isOf($0) }
        let token = tokens.first { $0.modulePath == record.module } ?? tokens.first
        if output.json {
            try Console.print(
                .object([
                    ("schema", .string("jeton.pairings.show/1")), ("pairing", record.json(entries)),
                    ("connected", .bool(token != nil)), ("state", .text(token?.state.rawValue)),
                    ("uri", .text(token.map { inventory.shortestURI(of: $0).description })),
                ])
            )
            return .success
        }
        try Console.print([
            "media:        \(record.media)", "label:        \(record.label)", "model:        \(record.model)",
            "manufacturer: \(record.manufacturer)", "serial:       \(record.serial)",
            "reader:       \(record.reader)", "module:       \(record.module)",
            "paired:       \(PairingRecord.date(record.pairedAt))",
            "last seen:    \(PairingRecord.date(record.seenAt))",
            "state:        \(token?.state.rawValue ?? "not connected")",
        ])
        for entry in entries {
            try Console.print("group:        \(entry.group)")
            for user in entry.users { try Console.print("  program:    \(user)") }
        }
        if token?.state == .unpaired {
            Console.note("hint: the token no longer knows of the pairing; `jeton pair \(record.serial)` makes another")
        }
        return .success
    }
}

extension PairingRecord {
    fileprivate func json(_ entries: [ChannelRegister.Entry]) -> JSON {
        .object([
            ("media", .string(media)), ("label", .string(label)), ("model", .string(model)),
            ("manufacturer", .string(manufacturer)), ("serial", .string(serial)), ("reader", .string(reader)),
            ("module", .string(module)), ("pairedAt", .string(PairingRecord.date(pairedAt))),
            ("seenAt", .string(PairingRecord.date(seenAt))), ("groups", .array(entries.map(\.json))),
        ])
    }

    /// A time as `2026-11-21T09:30:00Z`.
    fileprivate static func date(_ seconds: Int) -> String {
        var time = time_t(seconds)
        var parts = unsafe tm()
        guard unsafe gmtime_r(&time, &parts) != nil else { return "?" }
        var text = [CChar](repeating: 0, count: 32)
        let count = unsafe strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
        return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
