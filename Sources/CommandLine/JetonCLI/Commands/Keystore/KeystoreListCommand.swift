internal import ArgumentParser
internal import JetonKeystore
internal import JetonKeystoreBase

/// `jeton keystore list`.
struct KeystoreListCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List items without their secrets, also while locked."
    )

    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp("Only items of this access group.", valueName: "group"))
    var group: String?

    @Option(help: ArgumentHelp("Only items of this service.", valueName: "text"))
    var service: String?

    @Option(help: ArgumentHelp("Only items of this account.", valueName: "text"))
    var account: String?

    @Option(help: ArgumentHelp("Only items with this label.", valueName: "text"))
    var label: String?

    @Flag(help: "Include items that programs marked as invisible.")
    var all = false

    func execute() throws -> ExitCode {
        let query = ItemQuery(
            service: service,
            account: account,
            accessGroup: try group.map { try AccessGroup(argument: $0) },
            scope: .any,
            label: label
        )
        let keychain = try KeystoreAccess(keystore).open()
        let found = try keychain.items(query)
        for obstacle in try keychain.obstacles(query) { Console.note("warning: not all items are listed: \(obstacle)") }
        let report = ItemReport(items: all ? found : found.filter { $0.attributes.isInvisible != true })
        return try answer("jeton.keystore.list/1", ["items": report.json], report.lines)
    }
}
