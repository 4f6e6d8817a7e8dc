internal import ArgumentParser
internal import KeystoreSync

/// `jeton keystore sync init`.
struct KeystoreSyncInitCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Start synchronization in a directory, with this device as the first."
    )

    @OptionGroup var device: SyncFolderOptions

    var output: OutputOptions { device.output }

    func execute() throws -> ExitCode {
        let sync = try device.open()
        let list = try sync.found()
        let named = sync.name
        let path = sync.folder
        return try answer(
            "jeton.keystore.sync.init/1",
            ["folder": path, "name": named] + KeystoreSyncCommand.members(list),
            ["'\(named)' is the first device in \(path)", "list of devices: \(list.fingerprint)"]
        )
    }
}
