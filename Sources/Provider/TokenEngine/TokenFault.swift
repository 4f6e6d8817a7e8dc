public import JetonOctets
// Every call here takes or returns constants of PKCS #11, so a file that imports this module has them too.
@_exported public import PKCS11Names

/// Why the engine did not do what was asked: the code for the caller, and a sentence for people.
///
/// Equality and hash look at the code only.
public struct TokenFault: CodedError {
    /// The return value.
    public let code: ReturnValue
    /// What was wrong, without secrets.
    public let reason: String
    /// Tries that an activation password has left, if the token told.
    public let triesLeft: Int?
    /// How many seconds the token takes no activation password, if it told.
    public let waitSeconds: Int?

    /// Makes a fault.
    public init(_ code: ReturnValue, _ reason: String, triesLeft: Int? = nil, waitSeconds: Int? = nil) {
        self.code = code
        self.reason = reason
        self.triesLeft = triesLeft
        self.waitSeconds = waitSeconds
    }

    /// One sentence.
    public var description: String { reason }
}
