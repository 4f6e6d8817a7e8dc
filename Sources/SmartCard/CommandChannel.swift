/// Something that takes whole commands and gives whole answers: a ``CardChannel``, or a secure channel above one.
///
/// The exchange blocks the calling thread, and one thread uses a channel at a time.
public protocol CommandChannel: ~Copyable {
    /// Sends one command, in as many parts as it takes, and joins the parts of the answer.
    ///
    /// - Returns: The answer with any status word but 61xx.
    /// - Throws: ``CardError`` if there is no whole answer; a status word is not an error here.
    mutating func send(_ command: CommandAPDU) throws(CardError) -> ResponseAPDU
}

extension CommandChannel where Self: ~Copyable {
    /// Sends one command and gives the data of an answer whose status word is 9000.
    ///
    /// - Throws: ``CardError``; ``CardError/Code/refused`` with the status word for any other.
    public mutating func perform(_ command: CommandAPDU) throws(CardError) -> [UInt8] {
        try send(command).requireSuccess(of: command.header)
    }
}
