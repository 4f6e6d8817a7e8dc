public import JetonKeystoreBase

extension Keychain {
    /// Hands a group over to a Unix group, so that the kernel keeps other programs out (mode M1).
    ///
    /// The group's directory becomes mode 2770. Only programs that run with that Unix group, such as set-group-id
    /// ones, reach the vault; the directory should belong to root, or its owner could take it back.
    ///
    /// - Parameters:
    ///   - group: The access group.
    ///   - unixGroup: The number of a Unix group of this process.
    /// - Throws: ``KeystoreError/Code/invalidParameter`` if the group has a vault already.
    public func share(_ group: AccessGroup, withUnixGroup unixGroup: UInt32) throws(KeystoreError) {
        try caller.requireWritable(group)
        let vault = context.vault(group)
        guard try vault.current() == nil else {
            throw KeystoreError(.invalidParameter, "\(group) already has items")
        }
        try vault.makeDirectory().share(with: unixGroup)
        vault.forgetDirectory()
    }

    /// The caller's groups that have a vault.
    ///
    /// - Throws: ``KeystoreError/Code/notAvailable`` for a vault that cannot be used, or was seen before and is missing.
    public func groups() throws(KeystoreError) -> [AccessGroup] {
        try caller.requireAnyGroup()
        var groups: [AccessGroup] = []
        for group in try context.knownGroups() where caller.has(group) {
            if try context.vault(group).current() != nil { groups.append(group) }
        }
        return groups
    }

    /// The caller's groups that have a directory or had a vault before, each with what can be said of it.
    ///
    /// A group that cannot be used is not an error: it says so itself.
    public func groupInformation() throws(KeystoreError) -> [GroupInformation] {
        try caller.requireAnyGroup()
        return try context.knownGroups().filter { caller.has($0) }.map { group in
            do throws(KeystoreError) {
                let vault = context.vault(group)
                return GroupInformation(
                    group: group,
                    items: try items(ItemQuery(accessGroup: group, scope: .any)).count,
                    unixGroup: try vault.directory()?.sharingGroup(),
                    problem: nil
                )
            } catch {
                return GroupInformation(group: group, items: 0, unixGroup: nil, problem: error)
            }
        }
    }
}
