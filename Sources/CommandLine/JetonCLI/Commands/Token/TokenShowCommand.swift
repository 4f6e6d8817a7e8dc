internal import ArgumentParser
internal import Cryptoki
internal import Octets
internal import SigningDesk
internal import TokenKit

/// `jeton token show`.
struct TokenShowCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a token's properties, without logging in."
    )

    @Argument(help: ArgumentHelp("The token's PKCS #11 URI or label.", valueName: "uri")) var uri: String?
    @OptionGroup var tokens: TokenOptions
    @OptionGroup var output: OutputOptions

    @Flag(name: .long, help: "List the mechanisms too.")
    var mechanisms = false

    func execute() throws -> ExitCode {
        let token = try Desk.find(tokens.query(uri: uri), among: .any)
        var infos: [(MechanismType, MechanismInfo?)] = []
        if mechanisms {
            let slot = try token.slot
            for type in try slot.mechanisms() { infos.append((type, try? slot.mechanismInfo(type))) }
        }
        if output.json {
            try Console.print(json(token, infos))
        } else {
            try Console.print(lines(token))
            if mechanisms { try Console.print(table(infos).lines(style: Console.style)) }
        }
        return .success
    }

    private func lines(_ token: SelectedToken) -> [String] {
        let info = token.token
        func count(_ count: Count) -> String {
            switch count {
            case .unavailable: "unknown"
            case .unlimited: "none"
            case .value(let number): "\(number)"
            }
        }
        let serial = info.serialNumber.description
        let decimal = token.entry.decimalSerial.map { $0 == serial ? "" : " (decimal \($0))" } ?? ""
        var lines = [
            "label:         \(info.label)",
            "uri:           \(token.uri)",
            "state:         \(token.entry.state.rawValue)",
            "media:         \(token.entry.media)",
            "manufacturer:  \(info.manufacturer)",
            "model:         \(info.model)",
            "serial:        \(serial)\(decimal)",
            "hardware:      \(info.hardwareVersion), firmware \(info.firmwareVersion)",
            "reader:        \(token.readerName)",
            "module:        \(token.entry.modulePath)",
            "PIN length:    \(count(info.minimumPINLength)) to \(count(info.maximumPINLength))",
            "sessions:      open: \(count(info.openSessions)), limit: \(count(info.maximumSessions))",
            "flags:         \(TokenFlagWords.words(info.flags).joined(separator: " "))",
        ]
        if let words = TokenPath(token).channel?.words ?? token.entry.slot.channel.map({ ListReport.text(of: $0) }) {
            lines.append("channel:       \(words)")
        }
        // Most modules don't report it.
        if info.freePublicMemory != .unavailable || info.totalPublicMemory != .unavailable {
            let (free, all) = (count(info.freePublicMemory), count(info.totalPublicMemory))
            lines.append("public memory: bytes free: \(free), of: \(all)")
        }
        if let tries = token.entry.slot.tries, tries.userLeft != .unavailable {
            lines.append(
                "PIN tries:     user \(count(tries.userLeft)) of \(count(tries.userMaximum)), "
                    + "SO \(count(tries.securityOfficerLeft)) of \(count(tries.securityOfficerMaximum))"
            )
        }
        return lines
    }

    private func table(_ infos: [(MechanismType, MechanismInfo?)]) -> Table {
        var table = Table(["mechanism", "key sizes", "can"])
        for (type, info) in infos {
            let sizes = info.map { $0.maximumKeySize == 0 ? "" : "\($0.minimumKeySize) to \($0.maximumKeySize)" } ?? ""
            table.add([type.description, sizes, info.map { words($0.flags).joined(separator: " ") } ?? ""])
        }
        return table
    }

    private func words(_ flags: MechanismFlags) -> [String] {
        let table: [(MechanismFlags, String)] = [
            (.hardware, "hardware"), (.sign, "sign"), (.verify, "verify"), (.encrypt, "encrypt"),
            (.decrypt, "decrypt"), (.digest, "digest"), (.generate, "generate"),
            (.generateKeyPair, "generateKeyPair"), (.wrap, "wrap"), (.unwrap, "unwrap"), (.derive, "derive"),
        ]
        return table.filter { flags.contains($0.0) }.map(\.1)
    }

    private func json(_ token: SelectedToken, _ infos: [(MechanismType, MechanismInfo?)]) -> JSON {
        let info = token.token
        return .object([
            ("schema", .string("jeton.token.show/1")),
            ("token", ListReport.token(token.entry, in: token.inventory)),
            ("reader", .string(token.readerName)),
            ("media", .string(token.entry.media)),
            ("hardwareVersion", .string(info.hardwareVersion.description)),
            ("firmwareVersion", .string(info.firmwareVersion.description)),
            ("minimumPINLength", .count(info.minimumPINLength.number)),
            ("maximumPINLength", .count(info.maximumPINLength.number)),
            ("maximumSessions", .count(info.maximumSessions.number)),
            ("freePublicMemory", .count(info.freePublicMemory.number)),
            (
                "mechanisms",
                mechanisms
                    ? .array(
                        infos.map { type, info in
                            .object([
                                ("name", .string(type.description)), ("number", .count(type.rawValue)),
                                ("minimumKeySize", .count(info?.minimumKeySize)),
                                ("maximumKeySize", .count(info?.maximumKeySize)),
                                ("can", .array((info.map { words($0.flags) } ?? []).map { .string($0) })),
                            ])
                        }
                    ) : .null
            ),
        ])
    }
}
