/// The name of an indirect object: `12 0 R`.
///
/// - SeeAlso: ISO 32000-2, 7.3.10.
public struct PDFReference: Hashable, Sendable, CustomStringConvertible {
    /// The object number, from 1.
    public let number: Int
    /// The generation, 0 to 65,535; 0 for what no revision freed.
    public let generation: Int

    /// Makes a reference.
    public init(_ number: Int, _ generation: Int = 0) {
        self.number = number
        self.generation = generation
    }

    /// As it is written in a file.
    public var description: String { "\(number) \(generation) R" }
}
