internal import JetonKeystore
internal import JetonKeystoreBase
internal import JetonOctets
internal import TokenKit

/// Secrets that the user's keystore keeps for other commands.
enum KeptSecret {
    /// The origins at which the keystore keeps a login for a user.
    ///
    /// The service of a login is the origin of a server, the account is the user: `jeton keystore add
    /// https://tsa.example/anna` keeps one. It is looked for by the origin that is about to be asked, so that no other
    /// server gets it.
    static func logins(_ user: String) throws -> [String] {
        guard Process.dataDirectory != nil else { return [] }
        let access = try KeystoreAccess(allowsNetworkFileSystem: false)
        guard access.userStore.exists else { return [] }
        let items = try access.open().items(ItemQuery(account: user))
        return items.map(\.attributes.service).filter { isOrigin($0) }.sorted()
    }

    /// Whether a service is the origin of a server, so that its secret is for that server alone.
    static func isOrigin(_ service: String) -> Bool { service.hasPrefix("https://") || service.hasPrefix("http://") }

    /// The secret of one item; a locked keystore is unlocked by its key file, by what `unlock` left, or by a passphrase
    /// from the terminal.
    ///
    /// - Throws: ``PINError/Code/noItem``, ``PINError/Code/severalItems``, ``PINError/Code/keystoreLocked``;
    ///   ``PINError/Code/unreadable`` for a keystore that can't be read.
    static func read(_ service: String, _ account: String?) throws(PINError) -> Secret {
        let source = PINSource.keystore(service: service, account: account).description
        do {
            let access = try KeystoreAccess(allowsNetworkFileSystem: false)
            guard access.userStore.exists else { throw PINError(.noItem, detail: source) }
            let locked = try access.open()
            let items = try locked.items(ItemQuery(service: service, account: account))
            guard items.count < 2 else { throw PINError(.severalItems, detail: source) }
            guard let item = items.first else { throw PINError(.noItem, detail: source) }
            let protection = item.attributes.accessible.fileProtection
            let keychain = try protection == .none ? locked : access.unlocked(toUse: protection)
            return try keychain.copySecret(ItemQuery(persistentReference: item.persistentReference))
        } catch let error as PINError {
            throw error
        } catch let error as KeystoreError where error.code == .interactionNotAllowed {
            throw PINError(.keystoreLocked, detail: source)
        } catch {
            throw PINError(.unreadable, detail: "\(source): \(ErrorReport.describe(error).message)")
        }
    }
}
