/// Transmission protocols between reader and card.
public struct CardProtocols: OptionSet, Hashable, Sendable {
    /// The bits as PC/SC numbers them.
    public let rawValue: UInt

    /// Makes a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// T=0, by octets; the corresponding C constant is `SCARD_PROTOCOL_T0`.
    public static let t0 = CardProtocols(rawValue: 1)
    /// T=1, by blocks; the corresponding C constant is `SCARD_PROTOCOL_T1`.
    public static let t1 = CardProtocols(rawValue: 2)
    /// The reader's own; the corresponding C constant is `SCARD_PROTOCOL_RAW`.
    public static let raw = CardProtocols(rawValue: 4)
    /// T=0 or T=1; the corresponding C constant is `SCARD_PROTOCOL_ANY`.
    public static let any: CardProtocols = [.t0, .t1]
}

extension CardProtocols: CustomStringConvertible {
    /// "T=0", "T=1", "raw", with commas between; "none" without.
    public var description: String {
        let names = [(CardProtocols.t0, "T=0"), (.t1, "T=1"), (.raw, "raw")].filter { contains($0.0) }.map(\.1)
        return names.isEmpty ? "none" : names.joined(separator: ", ")
    }
}
