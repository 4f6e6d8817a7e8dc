internal import ArgumentParser
internal import Cryptoki
internal import JetonOctets
internal import PairingDesk
internal import SigningDesk
internal import TokenKit

/// `jeton token show`.
struct TokenShowCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a token's properties, without logging in."
    )

    @OptionGroup var target: TokenArgument
    @OptionGroup var output: OutputOptions

    @Flag(help: "List the mechanisms too.")
    var mechanisms = false

    func execute() throws -> ExitCode {
        let token = try Desk.find(target.query(), among: .any)
        var infos: [(MechanismType, MechanismInfo?)] = []
        if mechanisms {
            let slot = try token.slot
            for type in try slot.mechanisms() { infos.append((type, try? slot.mechanismInfo(type))) }
        }
        return try answer(
            "jeton.token.show/1",
            members(token, infos),
            lines(token) + (mechanisms ? table(infos).lines(style: Console.style) : [])
        )
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
        let outlook = PINRoute(pairings: UserPairings(try? .ofThisUser()), policy: .channelWherePaired)
            .outlook(to: token.entry, in: token.inventory)
        let channel = token.entry.slot.channel.map { ListReport.text(of: $0) }
        if let words = token.entry.slot.isUnpaired ? channel : outlook?.words ?? channel {
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

    private func members(_ token: SelectedToken, _ infos: [(MechanismType, MechanismInfo?)]) -> JSON.Members {
        let info = token.token
        return [
            "token": ListReport.token(token.entry, in: token.inventory),
            "reader": token.readerName, "media": token.entry.media, "hardwareVersion": info.hardwareVersion.description,
            "firmwareVersion": info.firmwareVersion.description, "minimumPINLength": info.minimumPINLength.number,
            "maximumPINLength": info.maximumPINLength.number, "maximumSessions": info.maximumSessions.number,
            "freePublicMemory": info.freePublicMemory.number,
            "mechanisms": mechanisms
                ? JSON.array(infos) { type, info in
                    .object([
                        "name": type.description, "number": type.rawValue, "minimumKeySize": info?.minimumKeySize,
                        "maximumKeySize": info?.maximumKeySize, "can": info.map { words($0.flags) } ?? [],
                    ])
                } : JSON.null,
        ]
    }
}
