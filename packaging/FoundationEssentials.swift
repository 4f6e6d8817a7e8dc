// What ArgumentParser calls of FoundationEssentials, in its place (scripts/release): it encodes the tree of commands in
// JSON for an option that jeton refuses, and asks whether an error describes itself as Foundation's do. Four megabytes of
// dates, calendars and files would come with the real module. Only the names matter; nothing here is ever called.

/// No error of this program conforms to it.
public protocol LocalizedError: Error {
    /// The description.
    var errorDescription: String? { get }
}

/// Never made.
public struct Data {}

/// Never made.
public final class JSONEncoder {
    /// The layout of the text.
    public struct OutputFormatting: OptionSet, Sendable {
        /// The flags.
        public let rawValue: UInt
        /// Makes a layout from flags.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        /// With lines and indentation.
        public static let prettyPrinted = OutputFormatting(rawValue: 1)
        /// With the keys in order.
        public static let sortedKeys = OutputFormatting(rawValue: 2)
    }

    /// Ends the program.
    public init() { fatalError("jeton has no JSON encoder of Foundation") }
}

extension String {
    /// Never made.
    public struct Encoding: Sendable {
        /// UTF-8.
        public static let utf8 = Encoding()
    }

    /// Always nil.
    public init?(data: __shared Data, encoding: Encoding) { nil }
}
