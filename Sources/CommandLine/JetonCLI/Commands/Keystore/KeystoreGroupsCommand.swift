internal import ArgumentParser
internal import Glibc
internal import JetonKeystore
internal import JetonKeystoreBase

/// `jeton keystore groups`.
struct KeystoreGroupsCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "groups",
        abstract: "List access groups, their items and who can open them."
    )

    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let groups = try KeystoreAccess(keystore).open().groupInformation()
        var table = Table(["group", "items", "reached by", "trouble"])
        for group in groups {
            let reach = group.unixGroup.map { "Unix group \(UnixGroup.name(of: $0))" } ?? "this user"
            table.add([
                group.group.rawValue, group.problem == nil ? "\(group.items)" : "", group.problem == nil ? reach : "",
                group.problem?.description ?? "",
            ])
        }
        return try answer(
            "jeton.keystore.groups/1",
            [
                "groups": JSON.array(groups) { group in
                    .object([
                        "group": group.group.rawValue, "items": group.items,
                        "unixGroup": group.unixGroup.map { UnixGroup.name(of: $0) },
                        "problem": group.problem?.description,
                    ])
                }
            ],
            groups.isEmpty ? ["there is no group"] : table.lines(style: Console.style)
        )
    }
}
