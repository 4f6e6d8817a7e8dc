/// A slot's number in its module: CK_SLOT_ID.
///
/// Numbers may change from one initialization to the next and say nothing about the reader.
public struct SlotID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number.
    public let rawValue: UInt
    /// Makes a slot number.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The number in decimal.
    public var description: String { String(rawValue) }
}
