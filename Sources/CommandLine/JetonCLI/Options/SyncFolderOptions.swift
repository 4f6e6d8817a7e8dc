internal import ArgumentParser

/// The folder in which devices synchronize, and this device's name there.
struct SyncFolderOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The folder.", valueName: "folder"), completion: .directory) var folder: String
    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp("This device's name (default: the machine's name).", valueName: "name"))
    var name: String?

    /// Opens this device's part, and sets it up if the device takes no part yet.
    func open() throws -> SyncAccess { try SyncAccess(folder: folder, name: name, unlock, keystore) }
}
