internal import JetonKeystore
internal import JetonKeystoreBase
internal import JetonOctets
internal import UserFiles

/// Opens the user's keystore for a command.
///
/// The program is the store owner's tool, so that it has every group: the store's files give this user no
/// less.
struct KeystoreAccess {
    /// Where the store is and who uses it.
    let configuration: KeychainConfiguration
    /// The same as programs without a terminal open it.
    let userStore: UserKeystore

    init(_ options: KeystoreOptions) throws(CommandError) {
        try self.init(allowsNetworkFileSystem: options.allowNetworkFileSystem)
    }

    /// Names the user's store; nothing is opened yet.
    ///
    /// - Parameter allowsNetworkFileSystem: Whether the store may be where locks and renames are unreliable.
    /// - Throws: ``CommandError`` for a user without a data directory.
    init(allowsNetworkFileSystem: Bool) throws(CommandError) {
        let directory = try Process.required(Process.dataDirectory)
        let witness = try Process.required(Process.directories.witness)
        var configuration = KeychainConfiguration(
            directory: directory + "/keystore",
            witnessDirectory: witness,
            caller: Caller(hasEveryGroup: true)
        )
        configuration.allowsNetworkFileSystem = allowsNetworkFileSystem
        configuration.witnessFailed = { error in
            Console.note("warning: the change is saved, but without a witness an old copy is not detected: \(error)")
            Console.note("hint: `jeton keystore verify` shows what has no witness")
        }
        self.configuration = configuration
        userStore = UserKeystore(dataDirectory: directory, witnessDirectory: witness)
    }

    /// Opens the store as it is.
    func open() throws -> Keychain {
        // Secrets pass through this process from here on.
        try Keychain.hardenProcess()
        return try Keychain.open(configuration)
    }

    /// Opens the store and unlocks it.
    ///
    /// In this order: the way that was given, the key file in Jeton's data directory, what `unlock` left in the kernel's
    /// keyring, a passphrase from the terminal.
    ///
    /// - Parameters:
    ///   - options: The way that the command line gives.
    ///   - protection: The class of what is read or written: after a first unlock, items that need no more can be used
    ///     while the store is locked again.
    /// - Returns: The keystore, unlocked.
    /// - Throws: ``CommandError``, `KeystoreError`.
    func unlocked(_ options: UnlockOptions, toUse protection: FileProtection? = nil) throws -> Keychain {
        let keychain = try unlockedIfPossible(options)
        guard keychain.state != .unlocked else { return keychain }
        if keychain.state == .locked, protection == .completeUntilFirstUserAuthentication { return keychain }
        let method = try promptedMethod(keychain, false)
        try keychain.unlock(method)
        return keychain
    }

    /// Opens the store and unlocks it, where the command line says nothing of how: by the key file, by what `unlock` left,
    /// by a passphrase from the terminal.
    func unlocked(toUse protection: FileProtection) throws -> Keychain {
        let keychain = try open()
        _ = try userStore.unlock(keychain)
        guard keychain.state != .unlocked else { return keychain }
        if keychain.state == .locked, protection == .completeUntilFirstUserAuthentication { return keychain }
        try keychain.unlock(promptedMethod(keychain, false))
        return keychain
    }

    /// An item and its secret.
    ///
    /// A name that matches nothing, or two, is found before anybody is asked for a passphrase.
    func read(_ item: ItemOptions, _ options: UnlockOptions) throws -> ItemAndSecret {
        let locked = try open()
        let found = try item.item(in: locked, isChanged: false)
        let protection = found.attributes.accessible.fileProtection
        let keychain = try protection == .none ? locked : unlocked(options, toUse: protection)
        let secret = try keychain.copySecret(ItemQuery(persistentReference: found.persistentReference))
        return ItemAndSecret(item: found, secret: secret)
    }

    /// Opens the store, and unlocks it if that needs no prompt.
    func unlockedIfPossible(_ options: UnlockOptions) throws -> Keychain {
        let keychain = try open()
        if let method = try options.method() {
            try keychain.unlock(method)
        } else {
            _ = try userStore.unlock(keychain)
        }
        return keychain
    }

    /// The way that was given, or a passphrase from the terminal.
    ///
    /// - Parameters:
    ///   - options: The options of the command.
    ///   - keychain: The store.
    ///   - isUnlocking: Whether unlocking is what the command is for, so that it is not proposed.
    /// - Returns: The way.
    /// - Throws: ``CommandError``.
    func method(_ options: UnlockOptions, _ keychain: Keychain, isUnlocking: Bool = false) throws -> UnlockMethod {
        if let method = try options.method() { return method }
        return try promptedMethod(keychain, isUnlocking)
    }

    private func promptedMethod(_ keychain: Keychain, _ isUnlocking: Bool) throws -> UnlockMethod {
        let hasPassphrase = try keychain.slots().contains { $0.kind == .passphrase }
        guard hasPassphrase, Console.canAsk else {
            guard !isUnlocking else {
                throw CommandError(
                    hasPassphrase
                        ? "there is no terminal to ask for the keystore's passphrase"
                        : "the keystore has no passphrase",
                    hints: ["--passphrase-source, --key-file, --system-credential or --identity unlocks it"],
                    exitCode: .keystore
                )
            }
            throw KeystoreError(
                .interactionNotAllowed,
                hint: "--passphrase-source, --key-file, --system-credential or --identity unlock it for one command"
            )
        }
        return .passphrase(try SecretReader.passphrase.read(nil))
    }
}
