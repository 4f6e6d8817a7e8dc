internal import AgeFiles
internal import ArgumentParser
internal import JetonFiles
internal import JetonKeystore

/// A way to unlock the keystore that is to be made.
struct NewSlotOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where to read the new passphrase: prompt, pinentry, fd:N, file:PATH, env:NAME or credential:NAME.",
            valueName: "source"
        )
    )
    var newPassphraseSource: String?

    @Option(
        help: ArgumentHelp(
            "Unlock with this key file of 32 to 65,536 bytes.",
            discussion: "A missing file is created with 64 random bytes.",
            valueName: "path"
        ),
        completion: .file()
    )
    var newKeyFile: String?

    @Flag(help: "Unlock with a credential of this machine that systemd-creds creates; needs root before systemd 256.")
    var newSystemCredential = false

    @Option(help: ArgumentHelp("Unlock with the identity of this age recipient, for recovery.", valueName: "age1…"))
    var newRecovery: String?

    @OptionGroup var weak: WeakPassphraseOptions

    func validate() throws {
        try OptionRule.check(
            .excludes([
                "--new-passphrase-source": newPassphraseSource != nil, "--new-key-file": newKeyFile != nil,
                "--new-system-credential": newSystemCredential, "--new-recovery": newRecovery != nil,
            ])
        )
    }

    /// Whether one of them was given.
    var isGiven: Bool {
        newPassphraseSource != nil || newKeyFile != nil || newSystemCredential || newRecovery != nil
    }

    /// The slot; a passphrase that is prompted for if nothing was given.
    func slot() throws -> NewSlot {
        if let newKeyFile {
            try FileSource.makeKeyFile(at: newKeyFile)
            return .keyFile(try FileSource.privateSecret(at: newKeyFile))
        }
        if newSystemCredential { return .systemCredential(SystemCredential()) }
        if let newRecovery { return .recovery(try AgeRecipient(argument: newRecovery)) }
        let passphrase = try SecretReader.newPassphrase.read(newPassphraseSource, isNew: true)
        try weak.check(passphrase)
        return .passphrase(passphrase)
    }
}

extension AgeRecipient {
    /// Reads a recipient from the command line.
    init(argument: String) throws(CommandError) {
        guard let recipient = AgeRecipient(rawValue: argument) else {
            throw .usage(
                "'\(argument)' is not a valid age recipient",
                hints: ["a recipient starts with age1; `age-keygen -y` prints it"]
            )
        }
        self = recipient
    }
}
