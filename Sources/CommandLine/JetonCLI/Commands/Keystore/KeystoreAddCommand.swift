internal import ArgumentParser
internal import JetonKeystore
internal import JetonKeystoreBase
internal import JetonOctets

/// `jeton keystore add`.
struct KeystoreAddCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a secret; prompt for it unless a source is given."
    )

    @Argument(help: ArgumentHelp("Service and account of the item, as in mail/me.", valueName: "service/account"))
    var name: ItemName?

    @OptionGroup var secret: ItemSecretOptions
    @OptionGroup var accessibility: AccessibilityOptions
    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @OptionGroup var group: NewItemGroupOptions

    @Option(help: ArgumentHelp("Service.", valueName: "text"))
    var service: String?

    @Option(help: ArgumentHelp("Account.", valueName: "text"))
    var account: String?

    @Option(help: ArgumentHelp("Display label.", valueName: "text"))
    var label: String?

    @Option(help: ArgumentHelp("Comment.", valueName: "text"))
    var comment: String?

    @Option(help: ArgumentHelp("Kind of secret, as free text.", valueName: "text"))
    var kind: String?

    @Flag(help: "Synchronize it with your other devices (`jeton keystore sync`).")
    var synchronizable = false

    var asksLate: Bool { true }

    func execute() throws -> ExitCode {
        guard name == nil || (service == nil && account == nil) else {
            throw CommandError.usage("the item is given twice: by service/account, and by --service or --account")
        }
        guard let service = name?.service ?? service else {
            throw CommandError.usage("no item is named: give service/account or --service")
        }
        let group = try group.group()
        if synchronizable { try group.requireSynchronizable() }
        var attributes = ItemAttributes(
            service: service,
            account: name?.account ?? account ?? "",
            label: label,
            accessGroup: group,
            accessible: accessibility.choice() ?? .whenUnlocked,
            isSynchronizable: synchronizable
        )
        attributes.comment = comment
        attributes.kind = kind
        let access = try KeystoreAccess(keystore)
        // An item that is readable always, or can be written while locked, needs no unlocked store.
        let protection = attributes.accessible.fileProtection
        let needsUnlock = ![.none, .completeUnlessOpen].contains(protection)
        let keychain =
            try needsUnlock
            ? access.unlocked(unlock, toUse: protection) : access.unlockedIfPossible(unlock)
        let reference = try keychain.add(attributes, secret: secret.secret())
        return try answer("jeton.keystore.add/1", of: reference, in: keychain) { "the secret \($0) is saved" }
    }
}
