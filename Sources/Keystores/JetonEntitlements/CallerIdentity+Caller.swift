public import JetonKeystoreBase

extension CallerIdentity {
    /// The caller for a ``Keychain`` of this program.
    ///
    /// A pattern of the manifest grants groups that are named: those that the program will name are given here, and
    /// come behind the others, so that none of them becomes the default.
    ///
    /// - Parameter named: Groups that the program names; those that it may not use are left out, and naming one in a
    ///   query is refused with -34018.
    /// - Returns: The caller.
    public func caller(naming named: [AccessGroup] = []) -> Caller {
        Caller(
            keychainAccessGroups: accessGroups,
            applicationIdentifier: manifest.manifest?.applicationIdentifier.accessGroup,
            applicationGroups: named.filter { isEntitled(to: $0) }
        )
    }
}
