/// The card that a channel is in front of: its memory, and its applications.
public protocol GuardedCard {
    /// What the card remembers of its channel.
    var records: CardRecords { get }

    /// Changes what the card remembers, all of it or nothing; when this returns, the change outlasts a loss of power.
    ///
    /// - Throws: ``ChannelError/Code/storageFailed``.
    mutating func update(_ change: (inout CardRecords) -> Void) throws(ChannelError)

    /// Answers a command of an application.
    ///
    /// - Parameters:
    ///   - command: A whole command on logical channel 0, its data wiped by the caller.
    ///   - session: The logical channel whose session it came through; nil for none. Each session, and what comes
    ///     through none, has selections and verified PINs of its own.
    /// - Returns: The answer's octets with the status word at the end.
    mutating func process(_ command: [UInt8], in session: UInt8?) -> [UInt8]

    /// Forgets the selections and verified PINs of a session, which begins or has ended.
    mutating func resetApplications(of session: UInt8)

    /// Whether the card's administrator has logged in to a session.
    func isAdministrator(in session: UInt8) -> Bool
}
