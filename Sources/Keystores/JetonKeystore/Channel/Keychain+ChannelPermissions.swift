public import JetonKeystoreBase

extension Keychain {
    /// Lets the programs of a group use a pairing of another group; an earlier permission for the token is replaced.
    ///
    /// - Throws: ``KeystoreError``; ``KeystoreError/Code/missingEntitlement`` if the caller lacks the user's group.
    public func allow(_ permission: ChannelPermission) throws(KeystoreError) {
        var attributes = ItemAttributes(
            service: ChannelPermission.service,
            account: permission.token,
            generic: Array(permission.holder.rawValue.utf8),
            accessGroup: permission.user,
            accessible: .alwaysThisDeviceOnly
        )
        attributes.kind = "permission to use a channel key"
        attributes.comment = permission.program
        do throws(KeystoreError) {
            try add(attributes)
        } catch {
            guard error.code == .duplicateItem else { throw error }
            var changes = AttributeChanges()
            changes.generic = attributes.generic
            changes.comment = attributes.comment
            try update(Keychain.query(permission.token, permission.user), changes)
        }
    }

    /// Takes a permission back.
    ///
    /// - Throws: ``KeystoreError/Code/itemNotFound`` if there is none.
    public func disallow(token: String, user: AccessGroup) throws(KeystoreError) {
        try delete(Keychain.query(token, user))
    }

    /// The group whose pairing with a token the programs of another group may use; nil for none.
    public func permission(token: String, user: AccessGroup) throws(KeystoreError) -> ChannelPermission? {
        try items(Keychain.query(token, user), limit: .one).first.flatMap { ChannelPermission($0) }
    }

    /// The permissions in one of the caller's groups, nil for all of them.
    public func channelPermissions(of user: AccessGroup? = nil) throws(KeystoreError) -> [ChannelPermission] {
        try items(ItemQuery(service: ChannelPermission.service, accessGroup: user)).compactMap { ChannelPermission($0) }
    }

    private static func query(_ token: String, _ user: AccessGroup) -> ItemQuery {
        ItemQuery(service: ChannelPermission.service, account: token, accessGroup: user)
    }
}
