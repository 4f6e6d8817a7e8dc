internal import JetonOctets
internal import TokenKit

/// Where a login gets its PIN.
enum PINProvider: Sendable {
    /// A source that `jeton` knows; nil for the reader's keys where the token has them, otherwise the terminal.
    case source(PINSource?)
    /// A function of the program; asked once a login, and once for a key that requires the PIN for each signature.
    case program(@Sendable (PINPrompt) throws -> Secret)
    /// A PIN that the program gave.
    case given(SharedSecret)

    /// The source to name to the login; nil for its choice.
    var source: PINSource? {
        if case .source(let source) = self { return source }
        return nil
    }

    /// Gets the PIN.
    ///
    /// - Parameters:
    ///   - source: The source that the login chose.
    ///   - prompt: What a person is shown.
    /// - Returns: The PIN, or that it is entered on the reader.
    /// - Throws: `PINError`; what the program's function throws.
    func read(_ source: PINSource, _ prompt: PINPrompt) throws -> PINEntry {
        switch self {
        case .source: return try Host.reader(for: source).read(source, for: prompt)
        case .program(let ask): return source == .pinpad ? .protectedAuthenticationPath : .pin(try ask(prompt))
        case .given(let pin): return .pin(pin.borrow { $0.clone() })
        }
    }
}
