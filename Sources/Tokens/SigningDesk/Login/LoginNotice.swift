public import TokenKit

/// Something that a person should know about a login that goes on.
public enum LoginNotice: Hashable, Sendable, CustomStringConvertible {
    /// A wrong PIN was entered since the last right one.
    case countLow
    /// One more wrong PIN locks it, and the last try was allowed.
    case finalTry
    /// The PIN of a role has expired, or its issuer requires another.
    case toBeChanged(PINPrompt.Role)
    /// The PIN of a role is the factory's, by the token's own account.
    case factoryPIN(PINPrompt.Role)
    /// The new PIN of a role is a published one, and that was allowed.
    case publishedPIN(PINPrompt.Role)
    /// The PIN of a role that was typed is wrong; a person is asked again.
    case wrongPIN(PINPrompt.Role, PINPrompt.Tries)
    /// The PIN that was typed is one that the token has refused, and was not sent; a person is asked again.
    case refusedBefore
    /// The token waits for the PIN on its reader.
    case enterOnReader
    /// The PIN travels in clear, in the reader in which a paired token, which is another one, was seen last.
    case inClear(besidePairedToken: String)
    /// The record of refused PINs was damaged and counts as empty.
    case recordDamaged
    /// The refused PIN could not be recorded, with the system's reason.
    case notRecorded(String)

    /// One sentence without a full stop, about "the token".
    public var description: String { sentence(about: "the token") }

    /// One sentence without a full stop.
    ///
    /// - Parameter token: What the sentence calls the token, such as `token 'alpha'`.
    /// - Returns: The sentence.
    public func sentence(about token: String) -> String {
        switch self {
        case .countLow: "a wrong PIN was entered on \(token) before"
        case .finalTry: "this is the last try before the PIN of \(token) is locked"
        case .toBeChanged(let role): "the \(role.name) of \(token) must be changed"
        case .factoryPIN(let role): "the \(role.name) of \(token) is the published factory default"
        case .publishedPIN(let role): "the new \(role.name) of \(token) is a published factory default"
        case .wrongPIN(let role, let tries):
            if case .left(let count) = tries {
                "the \(role.name) of \(token) is wrong; \(count) tries are left"
            } else {
                "the \(role.name) of \(token) is wrong"
            }
        case .refusedBefore: "\(token) has refused this PIN before, so it was not sent"
        case .enterOnReader: "enter the PIN on the reader of \(token)"
        case .inClear(let paired):
            "the PIN of \(token) travels in clear; paired token '\(paired)' was last seen in this reader"
        case .recordDamaged: "the record of refused PINs was damaged and starts empty"
        case .notRecorded(let reason): "the refused PIN was not recorded: \(reason)"
        }
    }
}
