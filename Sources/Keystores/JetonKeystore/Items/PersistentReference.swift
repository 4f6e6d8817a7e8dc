/// A name of an item that survives updates: 20 octets, the item class and a random identifier.
///
/// It works in another process only if that process has the item's access group.
public struct PersistentReference: Hashable, Sendable {
    /// The class's four octets and the item's sixteen.
    public let octets: [UInt8]

    /// Takes octets that were given out before.
    ///
    /// - Returns: Nil unless there are 20 that begin with `genp`.
    public init?(octets: [UInt8]) {
        guard octets.count == 20, octets.starts(with: ItemClass.genericPassword.rawValue.utf8) else { return nil }
        self.octets = octets
    }

    init(identifier: ArraySlice<UInt8>) {
        octets = Array(ItemClass.genericPassword.rawValue.utf8) + identifier
    }

    var identifier: ArraySlice<UInt8> { octets[4...] }
}
