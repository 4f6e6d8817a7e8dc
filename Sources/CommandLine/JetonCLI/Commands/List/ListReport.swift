internal import Cryptoki
internal import JetonDiagnostics
internal import TokenKit

/// What `jeton list` prints.
struct ListReport {
    let inventory: Inventory
    let all: Bool
    /// Whether the modules were named on the command line, so that each that fails is worth a line.
    let namesModules: Bool

    /// The readers that are shown: all of PC/SC's, and slots of modules with something in them.
    var readers: [ReaderEntry] {
        inventory.readers.filter { all || $0.reader != nil || $0.token != nil || $0.state == .unknown }
    }

    func lines(style: Style) -> [String] {
        var table = Table(
            [
                "nickname", "name", "media", "flags", "state", "channel", "label", "model", "serial", "uri",
                "also seen by",
            ],
            expendable: ["flags", "uri", "also seen by", "model", "nickname", "serial", "label", "channel"]
        )
        for reader in readers {
            let token = reader.token
            table.add([
                reader.nickname, reader.name, reader.media, ListReport.text(of: reader.flags), reader.state.rawValue,
                token?.slot.channel.map { ListReport.text(of: $0) } ?? "", token?.token.label.description ?? "",
                token?.token.model.description ?? "",
                token?.token.serialNumber.description ?? "",
                token.map { inventory.shortestURI(of: $0).description } ?? "",
                ListReport.text(of: reader.alsoSeenBy.map { ModulePath.moduleName(of: $0.modulePath) }),
            ])
        }
        return table.isEmpty ? [] : table.lines(style: style)
    }

    // Not `joined`, which makes generic types first: a hundredth of the time that the whole program takes.
    private static func text(of words: [String]) -> String {
        var text = ""
        for word in words { text += text.isEmpty ? word : "," + word }
        return text
    }

    /// Words for the error stream: what could not be looked at, and what to do if there is nothing.
    var notes: [String] {
        var notes: [String] = []
        let failures = inventory.failures
        if all || namesModules || failures.count == inventory.modules.count || Verbosity.current == .verbose {
            notes += failures.map { "warning: \($0)" }
            if namesModules, let failed = inventory.modules.first(where: { !$0.isUsable }) {
                let command: ShellCommand = "jeton doctor --only pkcs11-module --module \(failed.path)"
                notes.append("hint: `\(command.text)` finds out why")
            }
        } else if !failures.isEmpty {
            notes.append(
                "note: \(failures.count) of \(inventory.modules.count) modules can't be used; `jeton modules show` says why"
            )
        }
        if readers.isEmpty {
            notes.append("no readers or tokens found")
            notes.append("hint: `jeton doctor` finds out why")
        }
        let shown = failures.first.flatMap { failure in
            DoctorHint(failure).map { ErrorReport.doctor($0, failure.modulePath) }
        }
        notes += (shown ?? []).map { "hint: \($0)" }
        // Names of files and readers may be in any of them.
        return (notes + hints).map(\.withoutControlCharacters)
    }

    /// One hint for each state that needs an action, with the first reader it is about.
    private var hints: [String] {
        let readers = readers
        let hasReadyToken = readers.contains { $0.state == .ready || $0.state == .factory }
        // A module's spare slot is no news where there is a token to work with.
        let mattering = readers.filter { $0.state != .uninitialized || $0.reader != nil || !hasReadyToken }
        func isRefused(_ reader: ReaderEntry) -> Bool { reader.token?.slot.channel?.refusal != nil }
        func hint(_ isMeant: (ReaderEntry) -> Bool, _ words: (ReaderEntry) -> String) -> [String] {
            let alike = mattering.filter(isMeant)
            // A card comes before a module's spare slot.
            guard let first = alike.first(where: { $0.reader != nil }) ?? alike.first else { return [] }
            return ["hint: \(words(first))" + (alike.count > 1 ? " (and \(alike.count - 1) more like it)" : "")]
        }
        func hint(_ state: TokenState, _ words: (String) -> String) -> [String] {
            hint({ $0.state == state && !isRefused($0) }, { words($0.name) })
        }
        // Names of readers come from devices: in a command they are quoted.
        func command(_ command: ShellCommand, _ words: String) -> String { "`\(command.text)` \(words)" }
        func doctor(_ hint: DoctorHint) -> String { ErrorReport.doctor(hint).joined() }
        let refusals = hint(isRefused) { reader in
            let channel = reader.token?.slot.channel
            let words = [channel?.refusal, channel?.advice].compactMap { $0 }.joined(separator: "; ")
            return "the channel of the token in '\(reader.name)' can't be used: \(words)"
        }
        return refusals
            + hint(.unpaired) { command("jeton pair --reader \($0)", "sets up the secure channel") }
            + hint(.uninitialized) {
                command(ListReport.initCommand(reader: $0), "sets up the token; it erases what is on it")
            }
            + hint(
                { $0.state == .factory && !$0.isSetUp },
                { command(ListReport.setupCommand(reader: $0.name), ListReport.factoryWords) }
            )
            + hint(
                { $0.state == .factory && $0.isSetUp },
                { command("jeton pin change --reader \($0.name)", "changes the factory PIN, which is published") }
            )
            + hint(.noUserPIN) {
                command("jeton pin set --reader \($0)", "sets the user's first PIN, with the security officer's")
            }
            + hint(.pinFinalTry) {
                command(
                    "jeton key list --reader \($0) --last-try",
                    "uses the last try before the PIN is locked; the right PIN restores the others"
                )
            }
            + hint(.pinLocked) {
                command("jeton pin unblock --reader \($0)", "sets a new PIN, with the security officer's")
            }
            + hint(
                { $0.state == .unknown && $0.token != nil && !isRefused($0) },
                { "the token in '\($0.name)' accepts no login; \(doctor(.token))" }
            )
            + hint(
                { $0.state == .unknown && $0.token == nil && !$0.sharesName },
                { "no module reads the card in '\($0.name)'; \(doctor(.card))" }
            )
            + hint({ $0.sharesName && $0.state == .unknown }, { ListReport.sharedName($0.name) })
            + hint(.mute) { "the card in '\($0)' does not answer: is it the right way round? \(doctor(.card))" }
    }

    /// Why no slot can be attributed to a reader.
    static func sharedName(_ reader: String) -> String {
        "the name of reader '\(reader)' and that of another one begin with the same 64 bytes, all that modules "
            + "show of it; unplug one, or name the token by its label or serial number"
    }

    /// What setting up a card from the factory does.
    private static let factoryWords =
        "replaces its factory PIN, PUK and management key, which are published, and makes a key and a certificate"

    /// The command that leads from a card of the factory to a signature.
    static func setupCommand(reader: String) -> ShellCommand { "jeton setup --reader \(reader)" }

    /// The command that sets up the token in a reader.
    static func initCommand(reader: String) -> ShellCommand { "jeton token init --reader \(reader) --label LABEL" }

    var json: JSON {
        .object(["schema": "jeton.list/1", "readers": readers.map(reader), "modules": inventory.modules.map(module)])
    }

    private func reader(_ reader: ReaderEntry) -> JSON {
        .object([
            "nickname": reader.nickname, "name": reader.name, "media": reader.media, "flags": reader.flags,
            "state": reader.state.rawValue, "token": reader.token.map { ListReport.token($0, in: inventory) },
            "otherTokens": reader.tokens.dropFirst().map { ListReport.token($0, in: inventory) },
            "alsoSeenBy": reader.alsoSeenBy.map(ListReport.sighting),
        ])
    }

    /// A card as a module shows it that does not drive it.
    private static func sighting(_ entry: TokenEntry) -> JSON {
        .object([
            "module": entry.modulePath, "label": entry.token.label.description,
            "serial": entry.token.serialNumber.description,
        ])
    }

    /// One token as JSON, in `list` and in `token show`.
    static func token(_ entry: TokenEntry, in inventory: Inventory) -> JSON {
        let token = entry.token
        let tries = entry.slot.tries
        return .object([
            "label": token.label.description, "model": token.model.description,
            "manufacturer": token.manufacturer.description, "serial": token.serialNumber.description,
            "serialDecimal": entry.decimalSerial, "module": entry.modulePath, "slot": entry.slot.id.rawValue,
            "uri": inventory.shortestURI(of: entry).description, "state": entry.state.rawValue,
            "channel": entry.slot.channel.map(ListReport.channel), "flags": TokenFlagWords.words(token.flags),
            "counters": JSON.object([
                "userTriesLeft": tries?.userLeft.number, "userTriesMaximum": tries?.userMaximum.number,
                "securityOfficerTriesLeft": tries?.securityOfficerLeft.number,
                "securityOfficerTriesMaximum": tries?.securityOfficerMaximum.number,
            ]),
        ])
    }

    private static func channel(_ channel: TokenChannel) -> JSON {
        .object([
            "suite": channel.suite?.rawValue, "offered": channel.offered.map { $0.rawValue },
            "refusal": channel.refusal,
        ])
    }

    /// A token's channel in words: the suite in use, or those that there are.
    static func text(of channel: TokenChannel) -> String {
        if let suite = channel.suite { return suite.rawValue }
        return channel.refusal == nil ? "not set up (\(text(of: channel.offered.map(\.rawValue))))" : "refused"
    }

    private func module(_ module: Inventory.ModuleEntry) -> JSON {
        switch module.outcome {
        case .success(let survey):
            .object([
                "path": module.path, "description": survey.info.libraryDescription.description,
                "slots": survey.slots.count, "error": JSON.null,
            ])
        case .failure(let failure):
            .object(["path": module.path, "description": JSON.null, "slots": JSON.null, "error": failure.description])
        }
    }
}

extension ReaderEntry {
    /// Whether the token was set up, by whatever program.
    fileprivate var isSetUp: Bool { token?.token.flags.contains(.tokenInitialized) == true }
}
