public import Cryptoki
public import Octets

/// Asks for the PIN of a token's user, once for each answer.
///
/// The answer is sent to the token at most once. When the token refuses it, every caller that waits for the login gets
/// the error; the next work that needs a login asks again, and an answer that was refused before is not sent. Throw to
/// decline, such as `CancellationError`; the work fails with what was thrown. May be called on any thread, and must not
/// block it.
public typealias PINProvider = @Sendable (PINRequest) async throws -> PINAnswer

/// The purpose of a PIN.
public struct PINRequest: Sendable {
    /// Why a PIN is asked for now.
    public enum Reason: Hashable, Sendable {
        /// The first login.
        case login
        /// The token went away or the login was ended, and work goes on.
        case loginLost
        /// The last answer was refused, with this return value.
        case refused(ReturnValue)
    }

    /// Why a PIN is asked for now.
    public let reason: Reason
    /// The token as it was just before asking; its flags tell how many tries are left.
    public let token: TokenInfo

    /// Makes a request.
    public init(reason: Reason, token: TokenInfo) {
        self.reason = reason
        self.token = token
    }

    /// Whether the PIN is typed on the reader: answer ``PINAnswer/typedOnReader``, and tell the person to look there.
    public var isTypedOnReader: Bool { token.flags.contains(.protectedAuthenticationPath) }
}

/// The answer to a ``PINRequest``.
public enum PINAnswer: ~Copyable, Sendable {
    /// The PIN; wiped after use.
    case pin(Secret)
    /// The person types the PIN on the reader.
    case typedOnReader
}
