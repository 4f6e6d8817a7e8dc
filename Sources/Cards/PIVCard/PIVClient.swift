import JetonOctets
public import SmartCard

/// A PIV card, client's side, over anything that takes commands.
///
/// ```swift
/// var card = try PIVClient(CardChannel(transport))
/// try card.verify(pin)
/// let signature = try card.sign(digest, with: .p256, in: .authentication)
/// ```
///
/// Exchanges block the calling thread, and one thread uses a card at a time.
///
/// - SeeAlso: NIST SP 800-73-5, part 2; Yubico PIV extensions.
public struct PIVClient<Channel: CommandChannel & ~Copyable>: ~Copyable {
    /// The way to the card.
    public var channel: Channel
    /// The reference of the user's PIN: the application's own, or the card's global one.
    public private(set) var pinReference = KeyReference.applicationPIN

    /// Takes over a channel and selects the PIV application.
    ///
    /// - Throws: ``PIVError/Code/noApplication`` if the card has none.
    public init(_ channel: consuming Channel) throws(PIVError) {
        self.channel = channel
        try select()
    }

    /// Takes the card's global PIN for the user's if the discovery object says that this is the one to ask for.
    ///
    /// The application's own PIN is another one there, and comparing the user's with it would cost a try.
    ///
    /// - Throws: ``PIVError``, but not for a malformed object, which says nothing.
    /// - SeeAlso: NIST SP 800-73-5, part 1, 3.3.2.
    public mutating func chooseUserPIN() throws(PIVError) {
        do throws(PIVError) {
            let prefersGlobalPIN = try discovery()?.prefersGlobalPIN == true
            pinReference = prefersGlobalPIN ? KeyReference.globalPIN : KeyReference.applicationPIN
        } catch {
            guard error.code == .answerMalformed else { throw error }
        }
    }

    /// Gives the channel back.
    public consuming func close() -> Channel { channel }

    /// Selects the PIV application again, as is needed after a reset of the card.
    ///
    /// - Throws: ``PIVError/Code/noApplication`` if the card has none.
    public mutating func select() throws(PIVError) {
        let answer: [UInt8]
        do throws(CardError) {
            answer = try channel.perform(
                CommandAPDU(
                    0x00,
                    PIVInstruction.select,
                    0x04,
                    0x00,
                    data: PIVIdentifier.application,
                    expectedLength: 256
                )
            )
        } catch {
            throw error.refusal == nil ? PIVError(error) : PIVError(.noApplication, card: error)
        }
        guard let objects = try? TLV.parse(answer, limit: 4), objects.firstValue(tag: PIVTag.Selection.template) != nil
        else {
            throw PIVError(.noApplication)
        }
    }

    /// The firmware version, or nil if the card does not tell it (Yubico).
    public mutating func version() throws(PIVError) -> [UInt8]? {
        try optional { (card: inout Self) throws(PIVError) in
            let version = try card.perform(
                CommandAPDU(0x00, PIVInstruction.getVersion, 0x00, 0x00, expectedLength: 256)
            )
            guard version.count == 3 else { throw PIVError(.answerMalformed) }
            return version
        }
    }

    /// The serial number, or nil if the card does not tell it (Yubico).
    public mutating func serialNumber() throws(PIVError) -> UInt32? {
        try optional { (card: inout Self) throws(PIVError) in
            let octets = try card.perform(CommandAPDU(0x00, PIVInstruction.getSerial, 0x00, 0x00, expectedLength: 256))
            guard octets.count == 4 else { throw PIVError(.answerMalformed) }
            return octets.reduce(0) { $0 << 8 | UInt32($1) }
        }
    }

    /// Sends a command and gives the data of an answer that says 9000.
    mutating func perform(_ command: CommandAPDU) throws(PIVError) -> [UInt8] {
        do throws(CardError) { return try channel.perform(command) } catch { throw PIVError(error) }
    }

    /// What a closure gives, or nil if the card does not know its command.
    mutating func optional<Result>(
        _ body: (inout Self) throws(PIVError) -> Result
    ) throws(PIVError) -> Result? {
        do throws(PIVError) {
            return try body(&self)
        } catch {
            guard error.code == .unsupported else { throw error }
            return nil
        }
    }

    /// Reads data objects from a card's answer.
    static func objects(_ octets: [UInt8]) throws(PIVError) -> [TLV] {
        guard let objects = try? TLV.parse(octets, limit: 64) else { throw PIVError(.answerMalformed) }
        return objects
    }

    /// The members of the one data object with a tag that a card's answer must be.
    static func members(of tag: UInt32, in octets: [UInt8]) throws(PIVError) -> [TLV] {
        guard let value = try objects(octets).firstValue(tag: tag) else { throw PIVError(.answerMalformed) }
        return try objects(value)
    }
}

extension PIVClient: Sendable where Channel: Sendable & ~Copyable {}
