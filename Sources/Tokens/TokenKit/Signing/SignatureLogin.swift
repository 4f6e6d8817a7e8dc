public import Cryptoki

/// How a key that wants a login for every signature gets it (`CKA_ALWAYS_AUTHENTICATE`).
///
/// In two steps, since modules end the signature if anything is called between `C_SignInit` and the login: what asks
/// the token or a person comes before `C_SignInit`.
///
/// - SeeAlso: PKCS #11 Specification Version 3.2, 5.6.8.
public struct SignatureLogin: Sendable {
    /// Gets the PIN; may ask the token how many tries are left.
    public let read: @Sendable () throws -> PINEntry
    /// Sends the PIN as `CKU_CONTEXT_SPECIFIC`, and calls nothing else of the module before.
    public let send: @Sendable (inout Session, consuming PINEntry) throws -> Void

    /// Makes a login of its two steps.
    public init(
        read: @escaping @Sendable () throws -> PINEntry,
        send: @escaping @Sendable (inout Session, consuming PINEntry) throws -> Void
    ) {
        self.read = read
        self.send = send
    }
}
