internal import ArgumentParser
internal import JetonFiles
internal import JetonKeystore
internal import JetonKeystoreBase
internal import JetonOctets

/// `jeton keystore generate`.
struct KeystoreGenerateCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Generate a random secret and keep it.",
        discussion: """
            Without a name the secret is not stored: it is written to another program, or with --reveal to the \
            terminal. `jeton keystore copy` copies a stored one to the clipboard.
            """
    )

    @Argument(help: ArgumentHelp("Service and account of the item, as in mail/me.", valueName: "service/account"))
    var name: ItemName?

    @Option(help: ArgumentHelp("Characters of the secret; 8 to 1024 (default: 20).", valueName: "number"))
    var length: Int?

    @Option(
        help: ArgumentHelp(
            "Character classes, separated by commas, each used at least once: lower, upper, digits, symbols.",
            valueName: "classes"
        )
    )
    var classes: String?

    @Option(
        help: ArgumentHelp(
            "Generate pronounceable words instead, this many; 4 to 32, 16 bits each.",
            valueName: "number"
        )
    )
    var words: Int?

    @OptionGroup var group: NewItemGroupOptions

    @Flag(help: "Replace the secret of an existing item.")
    var replace = false

    @Flag(help: "Show the secret on the terminal.")
    var reveal = false

    @OptionGroup var accessibility: AccessibilityOptions
    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let generator = SecretGenerator(form: try form())
        guard !(reveal && output.json) else { throw CommandError.usage("a secret is never part of JSON") }
        guard let name else { return try show(generator) }
        let group = try group.group()
        let attributes = ItemAttributes(
            service: name.service,
            account: name.account ?? "",
            accessGroup: group,
            accessible: accessibility.choice() ?? .whenUnlocked
        )
        let keychain = try KeystoreAccess(keystore).unlocked(unlock)
        let secret = generator.make()
        let query = ItemQuery(service: name.service, account: name.account ?? "", accessGroup: group, scope: .localOnly)
        let reference: PersistentReference
        if let present = try keychain.items(query, limit: .one).first {
            guard replace else {
                throw CommandError(
                    "the item \(ItemReport.name(present)) exists",
                    hints: ["use --replace to overwrite the secret"],
                    exitCode: .keystore,
                    code: "errSecDuplicateItem, -25299"
                )
            }
            reference = present.persistentReference
            var changes = AttributeChanges()
            changes.accessible = accessibility.choice(over: present.attributes.accessible)
            try keychain.update(ItemQuery(persistentReference: reference), changes, secret: secret)
        } else {
            reference = try keychain.add(attributes, secret: secret)
        }
        if reveal {
            try FileOutput.write(secret, to: "-", force: false)
            try Console.print("")
        }
        guard let item = try keychain.items(ItemQuery(persistentReference: reference), limit: .one).first else {
            throw CommandError("the item vanished", exitCode: .keystore)
        }
        return try answer("jeton.keystore.generate/1", ["item": ItemReport.json(item), "bits": generator.bits]) {
            Console.note("a secret of \(generator.bits) bits is saved as \(ItemReport.name(item))")
        }
    }

    private func show(_ generator: SecretGenerator) throws -> ExitCode {
        guard !replace, !accessibility.thisDeviceOnly, accessibility.accessible == nil else {
            throw CommandError.usage("no item is named: give service/account")
        }
        guard !output.json else { throw CommandError.usage("a secret is never part of JSON") }
        guard reveal || !Console.isTerminal(1) else {
            throw CommandError.usage(
                "a secret is not written to the terminal",
                hints: ["--reveal shows it", "add service/account to save it under that name"]
            )
        }
        try FileOutput.write(generator.make(), to: "-", force: false)
        if Console.isTerminal(1) { try Console.print("") }
        return .success
    }

    private func form() throws(CommandError) -> SecretGenerator.Form {
        if let words {
            guard length == nil, classes == nil else {
                throw .usage("--words cannot be combined with --length or --classes")
            }
            guard (4...32).contains(words) else { throw .usage("--words must be between 4 and 32, not \(words)") }
            return .words(words)
        }
        let length = length ?? 20
        guard (8...1024).contains(length) else { throw .usage("--length must be between 8 and 1024, not \(length)") }
        guard let classes else { return .characters(length, SecretGenerator.CharacterClass.allCases) }
        var chosen: [SecretGenerator.CharacterClass] = []
        for word in classes.split(separator: ",", omittingEmptySubsequences: false) {
            guard let kind = SecretGenerator.CharacterClass(rawValue: String(word)) else {
                throw .usage(
                    "'\(word)' is not a class of characters",
                    hints: [
                        "one of: \(SecretGenerator.CharacterClass.allCases.map(\.rawValue).joined(separator: ", "))"
                    ]
                )
            }
            if !chosen.contains(kind) { chosen.append(kind) }
        }
        return .characters(length, chosen)
    }
}
