internal import AgeFiles
internal import ArgumentParser
internal import JetonFiles
internal import JetonKeystore

/// How the keystore is unlocked.
struct UnlockOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where to read the keystore's passphrase: prompt, pinentry, fd:N, file:PATH, env:NAME or credential:NAME.",
            discussion: "Default: what `jeton keystore unlock` left, then prompt.",
            valueName: "source"
        )
    )
    var passphraseSource: String?

    @Option(help: ArgumentHelp("Unlock with this key file.", valueName: "path"), completion: .file())
    var keyFile: String?

    @Flag(help: "Unlock with the credential that systemd-creds made for this machine.")
    var systemCredential = false

    @Option(
        help: ArgumentHelp("Unlock with the age identity of a recovery recipient, in this file.", valueName: "path"),
        completion: .file()
    )
    var identity: String?

    func validate() throws {
        try OptionRule.check(
            .excludes([
                "--passphrase-source": passphraseSource != nil, "--key-file": keyFile != nil,
                "--system-credential": systemCredential, "--identity": identity != nil,
            ])
        )
    }

    /// Whether one of them was given.
    var isGiven: Bool { passphraseSource != nil || keyFile != nil || systemCredential || identity != nil }

    /// The way that was given; nil if none was.
    ///
    /// - Throws: ``CommandError`` if several were given, or the secret can't be had.
    func method() throws -> UnlockMethod? {
        if let passphraseSource { return .passphrase(try SecretReader.passphrase.read(passphraseSource)) }
        if let keyFile { return .keyFile(try FileSource.privateSecret(at: keyFile)) }
        if systemCredential { return .systemCredential(SystemCredential()) }
        guard let identity else { return nil }
        return .recovery(AgeKeyUnwrapping(try AgeIdentity(text: FileSource.privateSecret(at: identity))))
    }
}
