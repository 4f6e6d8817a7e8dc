/// An attribute of an object, or of a template.
public struct EngineAttribute: Hashable, Sendable {
    /// What it tells.
    public let type: AttributeType
    /// Its value: numbers in 8 octets, least significant first; truth values in one.
    public var value: [UInt8]

    /// Makes an attribute.
    public init(_ type: AttributeType, _ value: [UInt8]) {
        self.type = type
        self.value = value
    }
}
