/// Why the engine did not do what was asked: the code for the caller, and a sentence for whoever looks.
///
/// Equality and hash look at the code only.
public struct TokenFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// A return value of PKCS #11; open, as the standard's are.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The number.
        public let rawValue: UInt

        /// Makes a code from its number.
        public init(rawValue: UInt) { self.rawValue = rawValue }
    }

    /// The return value.
    public let code: Code
    /// What was wrong, without secrets.
    public let reason: String

    /// Makes a fault.
    public init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// One sentence.
    public var description: String { reason }

    /// Whether both have one code.
    public static func == (left: TokenFault, right: TokenFault) -> Bool { left.code == right.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
