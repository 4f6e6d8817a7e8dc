internal import ArgumentParser

/// `jeton keystore`.
struct KeystoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keystore",
        abstract: "Keep small secrets in files, shared by the programs of one developer.",
        discussion: """
            The keystore is in JETON_DATA (default: ~/.local/share/jeton), with a group for each set of programs. \
            Programs of one user are not isolated from each other: groups prevent mistakes, not attacks. A secret is \
            never an argument, and never part of a list or of JSON.
            """,
        groupedSubcommands: [
            CommandGroup(
                name: "Store",
                subcommands: [
                    KeystoreInitCommand.self, KeystoreStatusCommand.self, KeystoreUnlockCommand.self,
                    KeystoreLockCommand.self, KeystoreWatchCommand.self, KeystoreSlotCommand.self,
                ]
            ),
            CommandGroup(
                name: "Items",
                subcommands: [
                    KeystoreAddCommand.self, KeystoreGenerateCommand.self, KeystoreGetCommand.self,
                    KeystoreCopyCommand.self, KeystoreEditCommand.self, KeystoreListCommand.self,
                    KeystoreSetCommand.self, KeystoreDeleteCommand.self, KeystoreGroupsCommand.self,
                    KeystoreShareCommand.self,
                ]
            ),
            CommandGroup(name: "Files", subcommands: [KeystoreFileCommand.self]),
            CommandGroup(
                name: "Care",
                subcommands: [
                    KeystoreVerifyCommand.self, KeystoreRepairCommand.self, KeystoreExportCommand.self,
                    KeystoreImportCommand.self, KeystoreSyncCommand.self,
                ]
            ),
        ]
    )
}
