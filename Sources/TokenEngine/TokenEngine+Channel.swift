public import Octets

/// Secure channels, and what else Rutoken's extension asks for.
extension TokenEngine {
    /// Pairs with the token in a slot, with the activation password that came with it.
    ///
    /// - Throws: `CKR_FUNCTION_NOT_SUPPORTED` for a token that needs no pairing; the numbers of docs/pairing.md.
    public func pair(slot identifier: UInt, _ password: borrowing Secret) throws(TokenFault) {
        try slot(identifier).pair(password)
    }

    /// Ends the pairing with the token in a slot, on the token and here.
    public func unpair(slot identifier: UInt) throws(TokenFault) { try slot(identifier).unpair() }

    /// The label of a session's token.
    public func tokenName(_ handle: UInt) throws(TokenFault) -> String {
        try session(handle).token.description().label
    }

    /// Gives a session's token another label; the user must have logged in.
    ///
    /// - Throws: `CKR_USER_NOT_LOGGED_IN`, `CKR_SESSION_READ_ONLY`.
    public func setTokenName(_ handle: UInt, _ label: String) throws(TokenFault) {
        let session = try session(handle)
        try session.requireReadWrite()
        try session.token.rename(label)
    }

    /// More about the token in a slot.
    public func describeExtended(slot identifier: UInt) throws(TokenFault) -> ExtendedTokenDescription {
        let slot = try slot(identifier)
        let token: Token
        do throws(TokenFault) {
            token = try slot.requireToken()
        } catch {
            guard let description = slot.unpairedDescription else { throw error }
            return ExtendedTokenDescription(serialNumber: description.serialNumber)
        }
        return try token.extendedDescription()
    }
}
