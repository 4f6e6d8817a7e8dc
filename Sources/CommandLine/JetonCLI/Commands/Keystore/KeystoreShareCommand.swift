internal import ArgumentParser
internal import JetonKeystore
internal import JetonKeystoreBase

/// `jeton keystore share`.
struct KeystoreShareCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "share",
        abstract: "Restrict an empty access group to a Unix group.",
        discussion: """
            Then only programs that run with that Unix group, such as set-group-ID ones, reach the items. Let root own \
            the group's directory: its owner could undo this.
            """
    )

    @Argument(help: ArgumentHelp("The access group.", valueName: "group")) var group: String
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp("Unix group that you are in, by name or number.", valueName: "name"))
    var unixGroup: String

    func execute() throws -> ExitCode {
        let group = try AccessGroup(argument: group)
        guard let number = UnixGroup.number(of: unixGroup) else {
            throw CommandError.notFound("there is no Unix group '\(unixGroup)'")
        }
        try KeystoreAccess(keystore).open().share(group, withUnixGroup: number)
        return try answer(
            "jeton.keystore.share/1",
            ["group": group.rawValue, "unixGroup": UnixGroup.name(of: number)],
            ["\(group) is shared by programs with the Unix group \(UnixGroup.name(of: number))"]
        )
    }
}
