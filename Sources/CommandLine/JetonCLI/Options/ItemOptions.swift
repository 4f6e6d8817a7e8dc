internal import ArgumentParser
internal import JetonKeystore
internal import JetonKeystoreBase
internal import JetonOctets

/// Which item of the keystore is meant.
struct ItemOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("Service and account of the item, as in mail/me.", valueName: "service/account"))
    var name: ItemName?

    @Option(help: ArgumentHelp("Access group of the item.", valueName: "group"))
    var group: String?

    @Option(help: ArgumentHelp("Service of the item.", valueName: "text"))
    var service: String?

    @Option(help: ArgumentHelp("Account of the item.", valueName: "text"))
    var account: String?

    @Option(help: ArgumentHelp("Reference of the item, as `list --json` shows it.", valueName: "hex"))
    var reference: String?

    @Flag(help: "Choose the synchronizable one of two items with the same name.")
    var synchronizable = false

    @Flag(help: "Choose the local one of two items with the same name.")
    var local = false

    func validate() throws {
        try OptionRule.check(.excludes(["--synchronizable": synchronizable, "--local": local]))
    }

    /// What was asked for.
    ///
    /// - Throws: ``CommandError``, also if nothing was.
    func query() throws(CommandError) -> ItemQuery {
        guard name == nil || (service == nil && account == nil) else {
            throw .usage("the item is given twice: by service/account, and by --service or --account")
        }
        let service = name?.service ?? service
        let account = name?.account ?? account
        if let reference {
            guard group == nil, service == nil, account == nil, !synchronizable, !local else {
                throw .usage("--reference cannot be combined with other options that name an item")
            }
            guard let octets = Hex.decode(reference), let reference = PersistentReference(octets: octets) else {
                throw .usage("'\(reference)' is not a valid item reference")
            }
            return ItemQuery(persistentReference: reference)
        }
        guard group != nil || service != nil || account != nil else {
            throw .usage("no item is named: give service/account, --service, --account, --group or --reference")
        }
        return ItemQuery(
            service: service,
            account: account,
            accessGroup: try group.map { (group) throws(CommandError) in try AccessGroup(argument: group) },
            scope: synchronizable ? .synchronizableOnly : local ? .localOnly : .any
        )
    }

    /// The one item that matches.
    ///
    /// What can't be read must not decide in silence which item is meant.
    ///
    /// - Parameters:
    ///   - keychain: The keystore.
    ///   - isChanged: Whether the item will be changed: then damage that may hide another one is an error, and not only a
    ///     warning.
    /// - Returns: The item.
    /// - Throws: ``CommandError`` if none does or several do; ``KeystoreError``.
    func item(in keychain: Keychain, isChanged: Bool) throws -> Item {
        let query = try query()
        let items = try keychain.items(query, limit: .all)
        guard let item = items.first else {
            throw CommandError.notFound(
                "no such item in the keystore",
                hints: ["`jeton keystore list` lists the items"]
            )
        }
        guard items.count == 1 else {
            throw CommandError(
                "\(items.count) items match",
                hints: ["be more specific"],
                exitCode: .ambiguous,
                candidates: items.map { ItemReport.options(for: $0) }
            )
        }
        let isInAnyGroup = query.accessGroup == nil && query.persistentReference == nil
        if isInAnyGroup, let obstacle = try keychain.obstacles(query).first {
            let sentence = "another item may match, but can't be read: \(obstacle)"
            let hint = "choose the readable one: \(ItemReport.options(for: item))"
            guard !isChanged else { throw CommandError(sentence, hints: [hint], exitCode: .keystore) }
            Console.message("warning: \(sentence)")
            Console.message("hint: \(hint)")
        }
        return item
    }
}

extension AccessGroup {
    /// Refuses a group whose items no other device gets.
    func requireSynchronizable() throws(CommandError) {
        guard !isTeamGroup else { return }
        throw .usage(
            "items of '\(self)' can't be synchronized: only those of a team's group can",
            hints: ["choose a group such as ABCDE12345.mail, or leave out --synchronizable"]
        )
    }

    /// Reads a group from the command line.
    init(argument: String) throws(CommandError) {
        guard let group = AccessGroup(rawValue: argument) else {
            throw .usage(
                "'\(argument)' is not a valid access group",
                hints: [
                    "a group is a team's ten characters, a dot and a name, such as ABCDE12345.mail",
                    "your own groups are 'local.' and lower-case letters, such as local.notes",
                ]
            )
        }
        self = group
    }
}
