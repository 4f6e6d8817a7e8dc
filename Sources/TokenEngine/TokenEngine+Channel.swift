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

    /// Looks for the pairing of the token in a slot in a group that the store's owner names, instead of where the
    /// program's entitlements say, until the engine is closed; the token's sessions end.
    ///
    /// - Parameter group: The group, and behind a blank the path of the program that is meant; nil goes back to the
    ///   program's own.
    /// - Throws: `CKR_ARGUMENTS_BAD` for what is no group.
    public func useChannelGroup(slot identifier: UInt, _ group: String?) throws(TokenFault) {
        let slot = try slot(identifier)
        let named: ChannelGroup?
        if let group { named = try ChannelGroup(named: group) } else { named = nil }
        slot.useChannelGroup(named)
    }

    /// How the program stands with the token in a slot, if its channel can't be used; nil for any other.
    public func channelState(slot identifier: UInt) throws(TokenFault) -> ChannelState? {
        try slot(identifier).channelState()
    }

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
