/// Brings commands of any length to a card and whole answers back, over a transport that may know neither.
///
/// * A command that fits the short form is sent so. A longer one is sent in the extended form where the transport
///   allows it, else as a chain of commands of 255 octets each (class bit `10`).
/// * 61xx is followed by GET RESPONSE, at most ``maximumContinuations`` times and up to ``maximumResponseLength``.
/// * 6Cxx is answered once with the expected length that the card named.
///
/// Every encoded command is overwritten after it was sent, since its data may be a PIN.
///
/// - SeeAlso: ISO/IEC 7816-4:2020, 5.3.3 (command chaining), 5.3.4 (response chaining), 5.6 (61xx, 6Cxx).
public struct CardChannel<Transport: CardTransport & ~Copyable>: ~Copyable, CommandChannel {
    /// The way to the card.
    public var transport: Transport
    /// How many GET RESPONSE follow one command at most.
    public let maximumContinuations: Int
    /// How many octets of data one joined answer has at most.
    public let maximumResponseLength: Int
    /// Whether 6Cxx is answered; not where a command must not be sent twice.
    public let correctsExpectedLength: Bool

    /// Opens a channel over a transport.
    ///
    /// - Parameters:
    ///   - transport: The way to the card.
    ///   - maximumContinuations: 256 suffice for 64 KiB if the card fills each part.
    ///   - maximumResponseLength: Octets, at least 256.
    ///   - correctsExpectedLength: Whether 6Cxx is answered.
    public init(
        _ transport: consuming Transport,
        maximumContinuations: Int = 512,
        maximumResponseLength: Int = CommandAPDU.maximumExpectedLength,
        correctsExpectedLength: Bool = true
    ) {
        self.transport = transport
        self.maximumContinuations = maximumContinuations
        self.maximumResponseLength = maximumResponseLength
        self.correctsExpectedLength = correctsExpectedLength
    }

    /// Gives the transport back.
    public consuming func close() -> Transport { transport }

    /// Sends one command, in as many parts as it takes, and joins the parts of the answer.
    ///
    /// - Returns: The answer with any status word but 61xx; one of an earlier part of a chain if the card refused it.
    /// - Throws: ``CardError``.
    public mutating func send(_ command: CommandAPDU) throws(CardError) -> ResponseAPDU {
        do throws(CardError) {
            return try join(try deliver(command), to: command.header)
        } catch {
            throw error.naming(command.header)
        }
    }

    /// What the reader's own keys are good for; nil if it has none.
    public var pinEntry: PINEntrySupport? { transport.pinEntry }

    /// Has PINs typed at the reader and sends the command with them, in one part.
    ///
    /// - Throws: As ``CardTransport/enterPIN(_:)``.
    public mutating func send(_ command: PINEntryCommand) throws(CardError) -> ResponseAPDU {
        do throws(CardError) {
            return try ResponseAPDU(decoding: try transport.enterPIN(command))
        } catch {
            throw error.naming(command.template.header)
        }
    }

    /// Runs a closure while no other program can reach the card.
    ///
    /// - Throws: What the closure throws. If it does not throw, an error of the end of the transaction.
    public mutating func withTransaction<Result: ~Copyable>(
        _ body: (inout Self) throws(CardError) -> Result
    ) throws(CardError) -> Result {
        let transaction = CardTransaction<Self, CardError>(
            begin: { (channel) throws(CardError) in try channel.transport.beginTransaction() },
            end: { (channel) throws(CardError) in try channel.transport.endTransaction() }
        )
        return try transaction.run(on: &self, body)
    }

    private mutating func deliver(_ command: CommandAPDU) throws(CardError) -> ResponseAPDU {
        if command.shortestFormat == .short { return try exchange(command, as: .short) }
        let extendedLength = 4 + 3 + command.data.count + (command.expectedLength == nil ? 0 : 2)
        if transport.supportsExtendedLength, extendedLength <= transport.maximumCommandLength {
            return try exchange(command, as: .extended)
        }
        return try deliverChained(command)
    }

    private mutating func deliverChained(_ command: CommandAPDU) throws(CardError) -> ResponseAPDU {
        let partLength = CommandAPDU.maximumShortDataLength
        // A command that is itself a link of the caller's chain can't be split again: the card would see one chain.
        guard command.data.count <= CommandAPDU.maximumDataLength,
            command.data.count <= partLength || !command.header.isChained
        else { throw CardError(.commandTooLong) }
        var last = command
        last.expectedLength = command.expectedLength.map { min($0, CommandAPDU.maximumShortExpectedLength) }
        var offset = 0
        while command.data.count - offset > partLength {
            var part = CommandAPDU(
                header: command.header,
                data: Array(command.data[offset..<offset + partLength])
            )
            defer { part.wipe() }
            part.header.isChained = true
            let answer = try exchange(part, as: .short)
            guard answer.status == .success else { return answer }
            offset += partLength
        }
        last.data = Array(command.data[offset...])
        defer { last.wipe() }
        return try exchange(last, as: .short)
    }

    /// One command and its answer, with Le put right once if the card asks for it.
    private mutating func exchange(
        _ command: CommandAPDU,
        as format: CommandAPDU.LengthFormat
    ) throws(CardError) -> ResponseAPDU {
        let answer = try transmit(command, as: format)
        guard correctsExpectedLength, let length = answer.status.correctedLength, command.expectedLength != nil else {
            return answer
        }
        var corrected = command
        corrected.expectedLength = length
        return try transmit(corrected, as: format)
    }

    private mutating func transmit(
        _ command: CommandAPDU,
        as format: CommandAPDU.LengthFormat
    ) throws(CardError) -> ResponseAPDU {
        var octets = try command.encoded(as: format)
        defer { octets.wipe() }
        guard octets.count <= transport.maximumCommandLength else { throw CardError(.commandTooLong) }
        return try ResponseAPDU(decoding: try transport.transmit(octets))
    }

    private mutating func join(
        _ first: ResponseAPDU,
        to header: CommandHeader
    ) throws(CardError) -> ResponseAPDU {
        var answer = first
        var continuations = 0
        while let waiting = answer.status.octetsWaiting {
            guard continuations < maximumContinuations else { throw CardError(.tooManyContinuations) }
            continuations += 1
            let next = try exchange(
                CommandAPDU(header.getResponseClass, 0xC0, 0x00, 0x00, expectedLength: waiting),
                as: .short
            )
            answer.data += next.data
            answer.status = next.status
            guard answer.data.count <= maximumResponseLength else { throw CardError(.responseTooLong) }
        }
        guard answer.data.count <= maximumResponseLength else { throw CardError(.responseTooLong) }
        return answer
    }
}

extension CardChannel: Sendable where Transport: Sendable & ~Copyable {}
