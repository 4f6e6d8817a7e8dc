internal import Cryptoki
package import JetonOctets

/// Words of a report that know which of their parts were read on the machine, and which of these are private.
///
/// What stands in the source text is never hidden; an interpolated value is hidden where it holds something known
/// to be private, and one marked `private:` always is.
///
/// ```swift
/// let text: ReportText = "token '\(private: label, .label)' in \(readerName)"
/// ```
public struct ReportText: Hashable, Sendable, ExpressibleByStringInterpolation {
    enum Part: Hashable, Sendable {
        case words(String)
        case value(String)
        case hidden(String, PrivateKind)
    }

    private(set) var parts: [Part] = []

    /// Makes words that came from nowhere but the source text.
    public init(stringLiteral value: String) { parts = [.words(value)] }

    /// Makes words from a literal with values in it.
    public init(stringInterpolation: Interpolation) { parts = stringInterpolation.parts }

    /// Makes words of a value that was read.
    public init(value: some CustomStringConvertible) {
        parts = [.value(value.description.withoutControlCharacters)]
    }

    /// Joins words with a separator.
    public init(joining texts: [ReportText], separator: String = ", ") {
        for (index, text) in texts.enumerated() {
            if index > 0 { parts.append(.words(separator)) }
            parts += text.parts
        }
    }

    /// The words with all their values, for the person at the machine.
    public var full: String {
        parts.map { part in
            switch part {
            case .words(let text), .value(let text), .hidden(let text, _): text
            }
        }.joined()
    }

    /// The values that were read on the machine, the private ones too.
    package var values: [ForeignText] {
        parts.compactMap { part in
            switch part {
            case .words: nil
            case .value(let text), .hidden(let text, _): ForeignText(text)
            }
        }
    }

    /// Collects the parts of a literal.
    public struct Interpolation: StringInterpolationProtocol {
        var parts: [Part] = []

        /// Starts with nothing.
        public init(literalCapacity: Int, interpolationCount: Int) { parts.reserveCapacity(interpolationCount * 2 + 1) }

        /// Adds words of the source text.
        public mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { parts.append(.words(literal)) }
        }

        /// Adds a value that was read on the machine.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            parts.append(.value(value.description.withoutControlCharacters))
        }

        /// Adds a value that a report for others does not show.
        public mutating func appendInterpolation(private value: String, _ kind: PrivateKind) {
            parts.append(.hidden(value.withoutControlCharacters, kind))
        }

        /// Adds words with their own parts.
        public mutating func appendInterpolation(_ text: ReportText) { parts += text.parts }
    }
}
