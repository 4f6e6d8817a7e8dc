import JetonOctets

/// A command line for a shell, in which every value that was read on the machine is quoted.
///
/// What stands in the source text is taken as it is; an interpolated text becomes one word, or a part of one, whatever
/// is in it: see ``ShellWord``. So a quote has no place around an interpolation.
///
/// ```swift
/// let command: ShellCommand = "mv \(file) /root/"
/// ```
public struct ShellCommand: Hashable, Sendable, ExpressibleByStringInterpolation {
    enum Part: Hashable, Sendable {
        case words(String)
        case value(String)
    }

    private(set) var parts: [Part] = []
    /// What it asks of systemd; nil for a command of another program.
    package internal(set) var systemdUse: SystemdUse?

    /// Makes a command that came from nowhere but the source text.
    public init(stringLiteral value: String) { parts = [.words(value)] }

    /// Makes a command from a literal with values in it.
    public init(stringInterpolation: Interpolation) { parts = stringInterpolation.parts }

    /// The command line with all its values, for the person at the machine.
    public var text: String {
        parts.map { part in
            switch part {
            case .words(let words): words
            case .value(let value): ShellWord.quote(value)
            }
        }.joined()
    }

    /// The command with the word READER of the source text replaced by a reader's name.
    func naming(reader: String) -> ShellCommand {
        var command = self
        command.parts = parts.flatMap { part -> [Part] in
            guard case .words(let words) = part else { return [part] }
            let pieces = words.split(separator: " ", omittingEmptySubsequences: false)
            return pieces.enumerated().flatMap { index, piece -> [Part] in
                let space: [Part] = index == 0 ? [] : [.words(" ")]
                return space + [piece == "READER" ? .value(reader) : .words(String(piece))]
            }
        }
        return command
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

        /// Adds a text that was read on the machine, quoted.
        public mutating func appendInterpolation(_ value: String) { parts.append(.value(value)) }

        /// Adds a command with its own parts.
        public mutating func appendInterpolation(_ command: ShellCommand) { parts += command.parts }

        /// Adds a number.
        public mutating func appendInterpolation(_ number: some BinaryInteger) { parts.append(.words("\(number)")) }
    }
}
