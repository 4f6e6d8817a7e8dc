/// How much a peer may send before a body begins, and between its parts.
public struct HTTPLimits: Sendable {
    /// The length of a start line, in bytes without its end.
    public var startLine = 8_192
    /// The length of a field section (head or trailer), in bytes.
    public var fieldSection = 65_536
    /// The number of fields of a section.
    public var fields = 100
    /// The length of a chunk's line, its extensions included, in bytes.
    public var chunkLine = 256

    /// The bytes of chunks' lines beyond what chunks of a sensible size need, in bytes: 16 for each chunk, and as many
    /// as twice its own.
    public var chunkOverhead = 16_384

    /// Makes the defaults.
    public init() {}
}
