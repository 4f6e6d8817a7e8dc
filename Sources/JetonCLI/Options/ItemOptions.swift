internal import ArgumentParser
internal import Keystore
internal import KeystoreBase
internal import Octets

/// Which item of the keystore is meant.
struct ItemOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The item's access group.", valueName: "group"))
    var group: String?

    @Option(name: .long, help: ArgumentHelp("The item's service.", valueName: "text"))
    var service: String?

    @Option(name: .long, help: ArgumentHelp("The item's account.", valueName: "text"))
    var account: String?

    @Option(name: .long, help: ArgumentHelp("The item's reference, as lists show it with --json.", valueName: "hex"))
    var reference: String?

    @Flag(name: .long, help: "Mean the synchronisable one of two items with one name.")
    var synchronizable = false

    @Flag(name: .long, help: "Mean the one of two items with one name that stays on this device.")
    var local = false

    /// What was asked for.
    ///
    /// - Throws: ``CommandError``, also if nothing was.
    func query() throws(CommandError) -> ItemQuery {
        if let reference {
            guard group == nil, service == nil, account == nil, !synchronizable, !local else {
                throw .usage("--reference stands alone")
            }
            guard let octets = Hex.decode(reference), let reference = PersistentReference(octets: octets) else {
                throw .usage("'\(reference)' is no reference of an item")
            }
            return ItemQuery(persistentReference: reference)
        }
        guard group != nil || service != nil || account != nil else {
            throw .usage("say which item: --service and --account, --group, or --reference")
        }
        guard !(synchronizable && local) else { throw .usage("--synchronizable and --local exclude each other") }
        return ItemQuery(
            service: service,
            account: account,
            accessGroup: try group.map { (group) throws(CommandError) in try AccessGroup(argument: group) },
            scope: synchronizable ? .synchronizableOnly : local ? .localOnly : .any
        )
    }

    /// The one item that matches.
    ///
    /// - Throws: ``CommandError`` if none does or several do; ``KeystoreError``.
    func item(in keychain: Keychain) throws -> Item {
        let items = try keychain.items(try query(), limit: .all)
        guard let item = items.first else {
            throw CommandError.notFound(
                "there is no such item in the keystore",
                hints: ["`jeton keystore list` lists the items"]
            )
        }
        guard items.count == 1 else {
            throw CommandError(
                "\(items.count) items match",
                hints: ["name one of them more closely"],
                exitCode: .ambiguous,
                candidates: items.map { ItemReport.options(for: $0) }
            )
        }
        return item
    }
}

extension AccessGroup {
    /// Reads a group from the command line.
    init(argument: String) throws(CommandError) {
        guard let group = AccessGroup(rawValue: argument) else {
            throw .usage(
                "'\(argument)' is no access group",
                hints: [
                    "a group is a team's ten characters, a dot and a name, such as ABCDE12345.rutoken.shared",
                    "a group of your own is 'local.' and small letters, such as local.notes",
                ]
            )
        }
        self = group
    }
}
