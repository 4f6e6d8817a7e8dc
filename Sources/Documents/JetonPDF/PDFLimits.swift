/// What a document may ask of the reader; its size has no limit.
public struct PDFLimits: Sendable {
    /// The highest object number, which is also the highest of the Acrobat products (ISO 32000-1, annex C).
    public var objectNumber = 8_388_607
    /// How deep arrays and dictionaries may nest.
    public var depth = 100
    /// How many entries a dictionary may have.
    public var entries = 16_384
    /// How many bytes an object may have, without the data of a stream.
    public var objectSize = 8 << 20
    /// How many bytes the data of an object stream or cross-reference stream may have, before and after expansion.
    public var streamSize = 64 << 20
    /// How many cross-reference sections a file may have.
    public var sections = 10_000
    /// How many nodes the page tree and the field tree may have.
    public var nodes = 500_000

    /// Makes the defaults.
    public init() {}
}
