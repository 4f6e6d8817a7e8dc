public import JetonKeystoreBase

/// What names an item on every device: access group, service and account, compared octet by octet.
public struct SyncKey: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The access group.
    public let group: AccessGroup
    /// The service; at most 4096 octets.
    public let service: String
    /// The account; at most 4096 octets.
    public let account: String

    /// Makes a key.
    public init(group: AccessGroup, service: String, account: String) {
        self.group = group
        self.service = service
        self.account = account
    }

    /// Group, service and account.
    public var description: String { "\(group) '\(service)' '\(account)'" }

    private var octets: [[UInt8]] { [Array(group.rawValue.utf8), Array(service.utf8), Array(account.utf8)] }

    /// Whether the bytes are the same; "é" in two normal forms is two keys.
    public static func == (left: SyncKey, right: SyncKey) -> Bool {
        left.group == right.group && left.service.utf8.elementsEqual(right.service.utf8)
            && left.account.utf8.elementsEqual(right.account.utf8)
    }

    /// Hashes the octets.
    public func hash(into hasher: inout Hasher) { hasher.combine(octets) }

    /// Orders by the octets.
    public static func < (left: SyncKey, right: SyncKey) -> Bool {
        for (mine, other) in zip(left.octets, right.octets) where mine != other {
            return mine.lexicographicallyPrecedes(other)
        }
        return false
    }
}
