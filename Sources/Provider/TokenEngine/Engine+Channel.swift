public import JetonOctets
import SecureChannel

/// Secure channels, and what else Rutoken's extension asks for.
extension Engine {
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
    /// - Parameters:
    ///   - identifier: The slot.
    ///   - group: The group, and behind a blank the path of the program that is meant; nil goes back to the program's
    ///     own.
    /// - Throws: `CKR_ARGUMENTS_BAD` for an invalid group.
    public func useChannelGroup(slot identifier: UInt, _ group: String?) throws(TokenFault) {
        let slot = try slot(identifier)
        let named: ChannelGroup?
        if let group { named = try ChannelGroup(named: group) } else { named = nil }
        slot.useChannelGroup(named)
    }

    /// How the program stands with the token in a slot, if its channel can't be used; nil for any other.
    public func channelState(slot identifier: UInt) throws(TokenFault) -> TokenChannelState? {
        try slot(identifier).channelState()
    }

    /// Takes the management key of the card in a slot for the changes that follow, until the engine is closed.
    ///
    /// - Parameters:
    ///   - identifier: The slot.
    ///   - key: 16 to 32 octets; nil to forget it.
    /// - Throws: `CKR_PIN_INCORRECT` if it is not the card's, `CKR_PIN_LEN_RANGE` for another length.
    public func useManagementKey(slot identifier: UInt, _ key: SharedSecret?) throws(TokenFault) {
        try slot(identifier).requireToken().useManagementKey(key)
    }

    /// Has the card in a slot keep the management key that was given under the user's PIN.
    ///
    /// - Throws: `CKR_USER_NOT_LOGGED_IN`; `CKR_FUNCTION_NOT_SUPPORTED` for a card that can't protect it.
    public func protectManagementKey(slot identifier: UInt) throws(TokenFault) {
        try slot(identifier).requireToken().protectManagementKey()
    }

    /// Checks that a slot exists.
    ///
    /// - Throws: `CKR_SLOT_ID_INVALID`.
    public func requireSlot(_ identifier: UInt) throws(TokenFault) { _ = try slot(identifier) }

    /// How the last activation password for the token in a slot was refused; nil if it was not.
    ///
    /// - Throws: `CKR_SLOT_ID_INVALID`.
    public func pairingRefusal(slot identifier: UInt) throws(TokenFault) -> TokenFault? {
        try slot(identifier).pairingRefusal
    }

    /// Gives the user's PIN all its tries back; the security officer must have logged in.
    ///
    /// - Throws: `CKR_USER_NOT_LOGGED_IN`; `CKR_FUNCTION_NOT_SUPPORTED` for a card that unblocks by a new PIN only.
    public func unblockUserPIN(_ handle: UInt) throws(TokenFault) { try session(handle).token.unblockUserPIN() }

    /// Makes the card burn a new activation password; the security officer must have logged in.
    ///
    /// - Parameters:
    ///   - handle: The session.
    ///   - number: 1 for the first; 0 for the first that has no unused password.
    ///   - room: How many octets the caller can take; nil if it only asks for the length.
    /// - Returns: The password's length, and the password, unless there is no room for it; then nothing was made.
    /// - Throws: `CKR_USER_NOT_LOGGED_IN`, `CKR_FUNCTION_NOT_SUPPORTED` outside of a channel, `CKR_ARGUMENTS_BAD` for a
    ///   number that does not exist, `CKR_TOKEN_RESOURCE_EXCEEDED` if all passwords are unused.
    public func makeActivationPassword(
        _ handle: UInt,
        number: UInt,
        room: Int?
    ) throws(TokenFault) -> (length: Int, password: SharedSecret?) {
        let token = try session(handle).token
        let place = try token.passwordPlace(number)
        // One more for the check symbol.
        let length = place.suite.parameters.passwordLength + 1
        guard let room, room >= length else { return (length, nil) }
        return (length, try token.makePassword(place))
    }

    /// Makes the card replace its channel's keys, which ends all pairings; the security officer must have logged in.
    ///
    /// - Throws: `CKR_USER_NOT_LOGGED_IN`, `CKR_FUNCTION_NOT_SUPPORTED` outside of a channel; `CKR_PIN_LOCKED` if no
    ///   password is left to pair with.
    public func makeChannelKeys(_ handle: UInt) throws(TokenFault) { try session(handle).token.makeChannelKeys() }

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
        switch try slot(identifier).requireMedia() {
        case .token(let token): return try token.extendedDescription()
        case .unpaired(let description):
            var extended = ExtendedTokenDescription(serialNumber: description.serialNumber)
            extended.hasChannel = true
            return extended
        }
    }
}
