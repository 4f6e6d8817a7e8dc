public import JetonOctets
import SmartCard

/// What a paired program may ask of the channel itself.
extension SecureCardTransport: ChannelAdministration where Base: ~Copyable {
    /// The suite of the pairing.
    public var suite: ChannelSuite { identity.suite }

    /// What the card reports of its channel inside the session, where an attacker can't change it.
    public mutating func information() throws(ChannelError) -> ChannelInformation {
        try ChannelInformation(decoding: try perform(.information))
    }

    /// Ends the pairing: the card forgets this program, and the store the card.
    ///
    /// If the answer is lost, the store marks the pairing as revoked; the card may still list it.
    public mutating func unpair() throws(ChannelError) {
        do throws(ChannelError) {
            try perform(.unpair)
        } catch {
            if error.endsSession { try store.update { $0?.state = .revoked } }
            throw error
        }
        session = nil
        try store.update { $0 = nil }
    }

    /// The programs that the card is paired with.
    ///
    /// - Throws: ``ChannelError/Code/notPermitted`` without the right to manage peers.
    public mutating func pairedPrograms() throws(ChannelError) -> [PairedProgram] {
        try PairedProgram.list(decoding: try perform(.list))
    }

    /// Makes the card forget a program, whose sessions end.
    ///
    /// - Throws: ``ChannelError/Code/notPermitted``; ``ChannelError/Code/notPaired`` if the card has no such program.
    public mutating func revoke(_ program: PublicKeyIdentifier) throws(ChannelError) {
        try perform(.revoke, program.octets)
    }

    /// Makes the card burn a new activation password and go into pairing mode.
    ///
    /// - Parameters:
    ///   - slot: 1 for the first; what is in it is replaced.
    ///   - suite: The new password's.
    /// - Returns: The password as it is printed for people.
    /// - Throws: ``ChannelError/Code/notPermitted`` unless the card's administrator has logged in to this session.
    public mutating func makePassword(slot: Int, _ suite: ChannelSuite) throws(ChannelError) -> Secret {
        var answer = try perform(.newPassword, [UInt8(clamping: slot), suite.rawValue])
        return Secret(wiping: &answer)
    }

    /// Makes the card replace all its static keys and its identifier, as after a theft of its keys.
    ///
    /// All pairings end, this one among them, and pairing mode begins. Without an answer it is unknown whether it was
    /// done; the identifier that the card tells next shows it.
    ///
    /// - Throws: ``ChannelError/Code/notPermitted`` unless the card's administrator has logged in to this session;
    ///   ``ChannelError/Code/noPasswordInSlot`` if no program could pair with the card again.
    public mutating func makeKeys() throws(ChannelError) {
        do throws(ChannelError) {
            try perform(.newKeys)
        } catch {
            throw error.statusWord == .conditionsOfUseNotSatisfied
                ? ChannelError(.noPasswordInSlot, statusWord: error.statusWord) : error
        }
        session = nil
        try store.update { $0 = nil }
    }

    /// Sets whether the card refuses everything outside of sessions.
    ///
    /// - Throws: ``ChannelError/Code/notPermitted`` unless the card's administrator has logged in to this session.
    public mutating func requireChannel(_ isRequired: Bool) throws(ChannelError) {
        try perform(.requireChannel, [isRequired ? 1 : 0])
    }

    /// Ends the session for both ends, so that another program can have its logical channel; it is over even if the
    /// card does not hear of it.
    public mutating func endSession() {
        guard session != nil else { return }
        _ = try? perform(.close)
        session = nil
    }

    @discardableResult
    mutating func perform(_ function: ChannelFunction, _ data: [UInt8] = []) throws(ChannelError) -> [UInt8] {
        let answer = try send(function.command(data))
        guard answer.status == .success else { throw ChannelError(answer) }
        return answer.data
    }
}
