/// The kind of an item.
///
/// Open, so that a vault written by a later version can be read as far as it is understood.
public struct ItemClass: RawRepresentable, Hashable, Sendable {
    /// Four ASCII characters.
    public let rawValue: String

    /// Makes a kind from its four characters.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A small secret named by service and account; the corresponding constant is `kSecClassGenericPassword`.
    public static let genericPassword = ItemClass(rawValue: "genp")
}
