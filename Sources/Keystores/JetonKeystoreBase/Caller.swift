/// Who asks, as far as the store needs to know: which access groups the program has.
///
/// The value is made from a verified entitlement manifest; the store itself does not look at executables.
public struct Caller: Sendable, Hashable {
    /// The access groups in order: keychain access groups, the application identifier, application groups.
    public let accessGroups: [AccessGroup]
    /// The application's own group; nil without one.
    public let applicationIdentifier: AccessGroup?
    /// Whether every group is granted, as the list element `*` does for an administrator.
    public let hasEveryGroup: Bool

    /// Makes a caller from its entitlements.
    ///
    /// - Parameters:
    ///   - keychainAccessGroups: `keychain-access-groups`, in the manifest's order.
    ///   - applicationIdentifier: `application-identifier`; always a member of the list.
    ///   - applicationGroups: `application-groups`; they come last.
    ///   - hasEveryGroup: Whether the caller is an administrator.
    public init(
        keychainAccessGroups: [AccessGroup] = [],
        applicationIdentifier: AccessGroup? = nil,
        applicationGroups: [AccessGroup] = [],
        hasEveryGroup: Bool = false
    ) {
        var groups: [AccessGroup] = []
        for group in keychainAccessGroups + [applicationIdentifier].compactMap({ $0 }) + applicationGroups
        where !groups.contains(group) { groups.append(group) }
        accessGroups = groups
        self.applicationIdentifier = applicationIdentifier
        self.hasEveryGroup = hasEveryGroup
    }

    /// Where an item goes that names no group: the list's first element; nil if there is none.
    public var defaultGroup: AccessGroup? { hasEveryGroup ? nil : accessGroups.first }

    /// Whether the caller has a group.
    public func has(_ group: AccessGroup) -> Bool { hasEveryGroup || accessGroups.contains(group) }

    package func requireAnyGroup() throws(KeystoreError) {
        guard hasEveryGroup || !accessGroups.isEmpty else {
            throw KeystoreError(
                .missingEntitlement,
                "the program has neither an application identifier nor access groups"
            )
        }
    }

    package func require(_ group: AccessGroup) throws(KeystoreError) {
        try requireAnyGroup()
        guard has(group) else {
            let list = accessGroups.map(\.rawValue).joined(separator: ", ")
            throw KeystoreError(
                .missingEntitlement,
                "the program explicitly specifies access group \(group) but is only entitled for \(list)"
            )
        }
    }

    package func requireWritable(_ group: AccessGroup) throws(KeystoreError) {
        try require(group)
        guard group != .token else {
            throw KeystoreError(.missingEntitlement, "access group \(group) is read-only")
        }
    }
}
