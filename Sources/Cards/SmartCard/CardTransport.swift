/// A way to exchange octets with one card: a PC/SC reader, a virtual card in process, a script in a test.
///
/// The exchange blocks the calling thread. A transport is used by one thread at a time; conformers are `~Copyable`
/// structs, so that the compiler proves it, or classes and copyable structs in tests.
public protocol CardTransport: ~Copyable {
    /// The longest command in octets that ``transmit(_:)`` takes: 261 where only the short form passes, at most
    /// 65,544.
    var maximumCommandLength: Int { get }

    /// Whether reader and card take commands of the extended form.
    var supportsExtendedLength: Bool { get }

    /// What the card answered to its reset; nil if the transport has no such thing.
    var answerToReset: AnswerToReset? { get }

    /// What the reader's own keys are good for; nil if it has none.
    var pinEntry: PINEntrySupport? { get }

    /// Sends one command and waits for its answer.
    ///
    /// Nothing is interpreted: 61xx and 6Cxx come back as they are.
    ///
    /// - Parameter command: Octets of a ``CommandAPDU``, 4 to ``maximumCommandLength``.
    /// - Returns: The answer's octets with the status word at the end, as they came; the caller checks their count.
    /// - Throws: ``CardError``.
    mutating func transmit(_ command: [UInt8]) throws(CardError) -> [UInt8]

    /// Has PINs typed at the reader, sends the command with them, and waits for the answer.
    ///
    /// Blocks until the user has finished the entry or the reader has waited long enough.
    ///
    /// - Returns: The status word's two octets.
    /// - Throws: ``CardError``; ``CardError/Code/pinEntryUnsupported`` where ``pinEntry`` does not take the command,
    ///   ``CardError/Code/pinEntryCanceled``, ``CardError/Code/pinEntryTimedOut``,
    ///   ``CardError/Code/pinEntryMismatch``, ``CardError/Code/pinEntryLength``: the card got nothing then.
    mutating func enterPIN(_ command: PINEntryCommand) throws(CardError) -> [UInt8]

    /// Keeps other programs off the card until ``endTransaction()``; waits for them to finish.
    ///
    /// Does nothing where no other program can reach the card.
    mutating func beginTransaction() throws(CardError)

    /// Lets other programs reach the card again.
    mutating func endTransaction() throws(CardError)

    /// Takes notice of ``CardError/Code/cardReset``, so that commands pass again; the card's selections and
    /// verified PINs are gone.
    ///
    /// Does nothing where no other program can reset the card.
    mutating func reconnect() throws(CardError)
}

extension CardTransport where Self: ~Copyable {
    /// 65,544 octets with the extended form, 261 without.
    public var maximumCommandLength: Int {
        supportsExtendedLength ? CommandAPDU.maximumEncodedLength : 4 + 1 + CommandAPDU.maximumShortDataLength + 1
    }

    /// None.
    public var answerToReset: AnswerToReset? { nil }

    /// None.
    public var pinEntry: PINEntrySupport? { nil }

    /// Refuses.
    public mutating func enterPIN(_ command: PINEntryCommand) throws(CardError) -> [UInt8] {
        throw CardError(.pinEntryUnsupported, header: command.template.header)
    }

    /// Does nothing.
    public mutating func beginTransaction() throws(CardError) {}

    /// Does nothing.
    public mutating func endTransaction() throws(CardError) {}

    /// Does nothing.
    public mutating func reconnect() throws(CardError) {}
}
