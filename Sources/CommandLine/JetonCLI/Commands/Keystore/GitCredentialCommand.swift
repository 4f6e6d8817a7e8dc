internal import ArgumentParser
internal import JetonFiles
internal import JetonKeystore
internal import JetonKeystoreBase
internal import JetonOctets

/// `jeton git-credential`, which git also starts as `git-credential-jeton`.
struct GitCredentialCommand: LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "git-credential",
        abstract: "Keep git's passwords in the keystore.",
        discussion: """
            git starts it: `git config --global credential.helper jeton` where a link git-credential-jeton to jeton is \
            in PATH, else `git config --global credential.helper '!jeton git-credential'`. A password is an item of \
            the group local.default; its service is the address, such as https://example.org, its account the user's \
            name. If several accounts match and git names none, none is returned.
            """
    )

    /// What git wants.
    enum Operation: String, ExpressibleByArgument, CaseIterable {
        case get, store, erase
    }

    /// How the comment of an item begins that has the time when git's password expires.
    private static let expiryMark = "git: password_expiry_utc="

    /// git may ask for more in later versions; a helper ignores what it does not know.
    @Argument(help: ArgumentHelp("git's operation: get, store or erase.", valueName: "operation")) var operation: String
    @OptionGroup var unlock: UnlockOptions
    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var general: GeneralOptions

    func execute() throws -> ExitCode {
        guard let operation = Operation(rawValue: operation) else { return .success }
        let message = try GitCredential(FileSource.secret(at: "-"))
        guard let service = message.service else { return .success }
        let access = try KeystoreAccess(keystore)
        let locked = try access.open()
        let query = ItemQuery(
            service: service,
            account: message.username,
            accessGroup: try AccessGroup(argument: ItemName.defaultGroup),
            scope: .localOnly
        )
        let items = try locked.items(query)
        switch operation {
        case .get: try get(items, access, message)
        case .store: try store(items.first, access, message, service)
        case .erase: try erase(items, access, message)
        }
        return .success
    }

    private func get(_ items: [Item], _ access: KeystoreAccess, _ message: borrowing GitCredential) throws {
        guard !Console.isTerminal(1) else {
            throw CommandError.usage(
                "a secret is not written to the terminal",
                hints: ["`jeton keystore get NAME --reveal` shows it"]
            )
        }
        guard let item = items.first else { return }
        guard items.count == 1 else {
            Console.message(
                "jeton: \(items.count) accounts match; choose one: git config credential.\(message.service ?? "").username NAME"
            )
            return
        }
        let keychain = try opened(access)
        let secret = try keychain.copySecret(ItemQuery(persistentReference: item.persistentReference))
        let isLine = secret.withBytes { octets in
            !octets.isEmpty && !octets.indices.contains { [0, UInt8(ascii: "\n")].contains(octets[$0]) }
        }
        guard isLine else {
            Console.message("jeton: the secret \(ItemReport.name(item)) has several lines, which git does not support")
            return
        }
        let account = item.attributes.account
        if !account.isEmpty, !account.contains("\n"), !account.contains("\0") {
            try Console.print(verbatim: "username=\(account)")
        }
        if let comment = item.attributes.comment, comment.hasPrefix(Self.expiryMark),
            let expiry = UInt64(comment.dropFirst(Self.expiryMark.count))
        {
            try Console.print(verbatim: "password_expiry_utc=\(expiry)")
        }
        try Console.write(Array("password=".utf8).span)
        try secret.withBytes { try Console.write($0) }
        try Console.print(verbatim: "")
    }

    private func store(
        _ present: Item?,
        _ access: KeystoreAccess,
        _ message: borrowing GitCredential,
        _ service: String
    ) throws {
        guard let username = message.username, !username.isEmpty, message.hasPassword else { return }
        let keychain = try opened(access)
        let comment = message.expiry.map { Self.expiryMark + "\($0)" }
        if let present {
            let query = ItemQuery(persistentReference: present.persistentReference)
            // git stores after each success; what is there already makes no new version.
            if try keychain.copySecret(query).equals(message.password),
                present.attributes.comment ?? "" == comment ?? ""
            {
                return
            }
            var changes = AttributeChanges()
            if comment != present.attributes.comment { changes.comment = comment ?? "" }
            try keychain.update(query, changes, secret: message.password)
            return
        }
        var attributes = ItemAttributes(
            service: service,
            account: username,
            accessGroup: try AccessGroup(argument: ItemName.defaultGroup),
            accessible: .whenUnlocked
        )
        attributes.kind = "git password"
        attributes.comment = comment
        try keychain.add(attributes, secret: message.password)
    }

    /// Deletes what git found to be wrong; a password that another program has changed meanwhile stays.
    private func erase(_ items: [Item], _ access: KeystoreAccess, _ message: borrowing GitCredential) throws {
        guard !items.isEmpty else { return }
        let keychain = message.hasPassword ? try opened(access) : try access.open()
        for item in items {
            let query = ItemQuery(persistentReference: item.persistentReference)
            if message.hasPassword, try !keychain.copySecret(query).equals(message.password) { continue }
            try keychain.delete(query)
        }
    }

    /// The unlocked store; where git must not ask, jeton does not either.
    private func opened(_ access: KeystoreAccess) throws -> Keychain {
        guard Process.variable("GIT_TERMINAL_PROMPT") == "0" else { return try access.unlocked(unlock) }
        return try access.unlockedIfPossible(unlock)
    }
}
