/// The symbols of an activation password that a token makes: ulPasswordCharacterSet of Rutoken's extension.
public struct ActivationCharacterSet: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: UInt
    /// Makes a set from its number.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// `CAPS_AND_DIGITS`: A to Z without O, and 1 to 9; 34 symbols.
    public static let capitalsAndDigits = ActivationCharacterSet(rawValue: 0)
    /// `CAPS_ONLY`: A to Z; 26 symbols.
    public static let capitals = ActivationCharacterSet(rawValue: 1)
}
