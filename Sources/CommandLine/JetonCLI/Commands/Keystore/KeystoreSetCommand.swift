internal import ArgumentParser
internal import JetonKeystore
internal import JetonKeystoreBase
internal import JetonOctets

/// `jeton keystore set`.
struct KeystoreSetCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change the secret, name or protection of an item."
    )

    @OptionGroup var item: ItemOptions
    @OptionGroup var secret: ItemSecretOptions
    @OptionGroup var accessibility: AccessibilityOptions
    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp("Move it to this access group.", valueName: "group"))
    var newGroup: String?

    @Option(help: ArgumentHelp("New service.", valueName: "text"))
    var newService: String?

    @Option(help: ArgumentHelp("New account.", valueName: "text"))
    var newAccount: String?

    @Option(help: ArgumentHelp("New display label.", valueName: "text"))
    var label: String?

    @Option(help: ArgumentHelp("New comment.", valueName: "text"))
    var comment: String?

    @Option(help: ArgumentHelp("Kind of secret, as free text.", valueName: "text"))
    var kind: String?

    var asksLate: Bool { true }

    func execute() throws -> ExitCode {
        let isNamed = [newGroup, newService, newAccount, label, comment, kind]
            .contains { $0 != nil }
        guard isNamed || accessibility.choice() != nil || secret.isGiven else {
            throw CommandError.usage(
                "nothing to change: give --secret-source, --label, --new-account or another option"
            )
        }
        let access = try KeystoreAccess(keystore)
        let found = try item.item(in: access.open(), isChanged: true)
        var changes = AttributeChanges()
        changes.accessGroup = try newGroup.map { try AccessGroup(argument: $0) }
        if found.attributes.isSynchronizable { try changes.accessGroup?.requireSynchronizable() }
        changes.service = newService
        changes.account = newAccount
        changes.label = label
        changes.comment = comment
        changes.kind = kind
        changes.accessible = accessibility.choice(over: found.attributes.accessible)
        let protection = found.attributes.accessible.fileProtection
        let staysInClass = (changes.accessible ?? found.attributes.accessible).fileProtection == protection
        let keychain = try access.unlocked(unlock, toUse: staysInClass ? protection : nil)
        let query = ItemQuery(persistentReference: found.persistentReference)
        if secret.isGiven {
            try keychain.update(query, changes, secret: secret.secret())
        } else {
            try keychain.update(query, changes)
        }
        return try answer("jeton.keystore.set/1", of: found.persistentReference, in: keychain) {
            "the item \($0) is changed"
        }
    }
}
