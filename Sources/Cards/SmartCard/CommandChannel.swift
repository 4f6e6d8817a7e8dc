/// Something that takes whole commands and gives whole answers: a ``CardChannel``, or a secure channel above one.
///
/// The exchange blocks the calling thread, and one thread uses a channel at a time.
public protocol CommandChannel: ~Copyable {
    /// Sends one command, in as many parts as it takes, and joins the parts of the answer.
    ///
    /// - Returns: The answer with any status word but 61xx.
    /// - Throws: ``CardError`` if there is no whole answer; a status word is not an error here.
    mutating func send(_ command: CommandAPDU) throws(CardError) -> ResponseAPDU

    /// What the keys of the reader behind the channel are good for; nil if it has none, or if what is typed there could
    /// not pass the channel.
    var pinEntry: PINEntrySupport? { get }

    /// Has PINs typed at the reader and sends the command with them.
    ///
    /// - Throws: As ``CardTransport/enterPIN(_:)``.
    mutating func send(_ command: PINEntryCommand) throws(CardError) -> ResponseAPDU
}

extension CommandChannel where Self: ~Copyable {
    /// None.
    public var pinEntry: PINEntrySupport? { nil }

    /// Refuses.
    public mutating func send(_ command: PINEntryCommand) throws(CardError) -> ResponseAPDU {
        throw CardError(.pinEntryUnsupported, header: command.template.header)
    }

    /// Sends one command and gives the data of an answer whose status word is 9000.
    ///
    /// - Throws: ``CardError``; ``CardError/Code/refused`` with the status word for any other.
    public mutating func perform(_ command: CommandAPDU) throws(CardError) -> [UInt8] {
        try send(command).requireSuccess(of: command.header)
    }
}
