internal import ArgumentParser
internal import JetonKeystore
internal import JetonKeystoreBase

/// `jeton keystore file`.
struct KeystoreFileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "file",
        abstract: "Keep files of any size, sealed under a protection class.",
        discussion: """
            A name is a file in the keystore; a path, which has a / in it, is a sealed file anywhere else. The class \
            says when the file can be read. none: always. complete: while the keystore is unlocked. \
            complete-unless-open: like complete, but the file can also be written while the keystore is locked. \
            until-first-authentication: from the first unlock until the machine restarts.
            """,
        subcommands: [
            KeystoreFileAddCommand.self, KeystoreFileGetCommand.self, KeystoreFileOpenCommand.self,
            KeystoreFileListCommand.self, KeystoreFileSetCommand.self, KeystoreFileDeleteCommand.self,
            KeystoreFileRotateCommand.self,
        ]
    )

    /// A file as a document.
    static func json(_ file: ProtectedFileAttributes) -> JSON {
        .object([
            "name": file.name, "path": file.path, "class": FileProtectionOptions.word(file.protection),
            "hidesName": file.hidesName, "size": UInt(clamping: file.size),
            "modified": ItemReport.moment(Timestamp(microseconds: file.modified)),
        ])
    }
}
