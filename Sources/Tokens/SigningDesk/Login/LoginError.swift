public import Cryptoki
public import TokenKit

/// A login that the token refused.
public struct LoginError: Error, Sendable, CustomStringConvertible {
    /// What the token answered, with its label.
    public let cause: CryptokiError
    /// Whose PIN.
    public let role: PINPrompt.Role
    /// The tries that remain after a wrong PIN; `.left(0)` if the PIN is locked now, nil if the PIN was not wrong.
    public let tries: PINPrompt.Tries?
    /// Whether the PIN was entered on the reader.
    public let isOnReader: Bool

    /// The token's answer in one sentence.
    public var description: String { cause.description }
}
