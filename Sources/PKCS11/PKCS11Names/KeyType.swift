/// A key's type: CK_KEY_TYPE.
///
/// Open: vendors have numbers of their own, and those survive.
public struct KeyType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number.
    public let rawValue: UInt
    /// Makes a value from its number.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The C constant's name; one made from the number for those that PKCS #11 does not define.
    public var description: String { constantName(rawValue, KeyType.names, prefix: "CKK") }
}
