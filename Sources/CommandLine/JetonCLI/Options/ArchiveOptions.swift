internal import ArgumentParser
internal import KeystoreSync

/// What opens an exported file.
struct ArchiveOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Where to read the file's own passphrase: prompt, pinentry, fd:N, file:PATH, env:NAME, \
            credential:NAME or keystore:SERVICE/ACCOUNT.
            """,
            valueName: "source"
        )
    )
    var filePassphraseSource: String?

    /// The passphrase's protection of a new file.
    func newPassphrase(_ weak: WeakPassphraseOptions) throws -> ArchiveProtection {
        let passphrase = try SecretReader.filePassphrase.read(filePassphraseSource, isNew: true)
        try weak.check(passphrase)
        return .passphrase(passphrase)
    }

    /// The passphrase of a file that is there.
    func passphrase() throws -> ArchiveKey {
        .passphrase(try SecretReader.filePassphrase.read(filePassphraseSource))
    }
}
