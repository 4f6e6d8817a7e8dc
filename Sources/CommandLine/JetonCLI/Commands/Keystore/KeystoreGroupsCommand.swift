internal import ArgumentParser
internal import Glibc
internal import Keystore
internal import KeystoreBase

/// `jeton keystore groups`.
struct KeystoreGroupsCommand: LocalSubcommand {
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
        try answer(
            "jeton.keystore.groups/1",
            [
                (
                    "groups",
                    .array(
                        groups.map { group in
                            .object([
                                ("group", .string(group.group.rawValue)), ("items", .number(group.items)),
                                ("unixGroup", .text(group.unixGroup.map { UnixGroup.name(of: $0) })),
                                ("problem", .text(group.problem?.description)),
                            ])
                        }
                    )
                )
            ],
            groups.isEmpty ? ["there is no group"] : table.lines(style: Console.style)
        )
        return .success
    }
}
