public import SmartCard

/// A card in a PC/SC reader, as a transport of commands.
///
/// Under T=0 the commands are brought into that protocol's form: a command without data or answer gets a length
/// of zero, and one with data loses its expected length, which the card tells by 61xx instead.
///
/// - SeeAlso: ISO/IEC 7816-3:2006, 12.2 (T=0), 12.3 (T=1).
public struct PCSCTransport: ~Copyable, CardTransport, Sendable {
    /// The connection.
    public var card: Card
    /// What the card answered to its reset; nil if the service has none, or a malformed one.
    public private(set) var answerToReset: AnswerToReset?
    /// The longest command in octets: 261, or what reader and card take in the extended form.
    public private(set) var maximumCommandLength: Int

    /// The features that the reader's driver announces, with their control codes.
    private let features: [ReaderFeature: UInt32]
    private let properties: ReaderProperties?
    /// What the reader's own keys are good for; nil if it has none.
    public let pinEntry: PINEntrySupport?

    /// Whether the card says that it takes the extended form, the reader does not deny it, and T=1 is in use.
    public var supportsExtendedLength: Bool { maximumCommandLength > Self.maximumShortCommandLength }

    private static let maximumShortCommandLength = 4 + 1 + CommandAPDU.maximumShortDataLength + 1

    /// Takes over a connection and finds out what reader and card can do.
    ///
    /// - Throws: ``CardError`` if reader or card is gone.
    public init(_ card: consuming Card) throws(CardError) {
        do throws(PCSCError) {
            let (answer, features, properties) = try Self.despiteResets(&card) { (card) throws(PCSCError) in
                try card.waitingForOthers { (card) throws(PCSCError) in
                    let (answer, features) = (try card.status().answerToReset, try card.features())
                    return (answer, features, try card.properties(features))
                }
            }
            maximumCommandLength = Self.maximumCommandLength(card.activeProtocol, answer, properties)
            answerToReset = answer
            pinEntry = PINPad.support(features, properties)
            self.features = features
            self.properties = properties
        } catch {
            throw CardError(error)
        }
        self.card = card
    }

    /// Ends the connection.
    public consuming func close(_ disposition: CardDisposition = .leave) throws(PCSCError) {
        try card.disconnect(disposition)
    }

    /// Sends one command and waits for its answer, and before that for the end of another program's transaction.
    public mutating func transmit(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        do throws(PCSCError) {
            let unit = card.activeProtocol == .t0 ? try Self.transportUnit(command, reader: card.reader) : command
            return try card.waitingForOthers { (card) throws(PCSCError) in try card.transmit(unit) }
        } catch {
            throw CardError(error)
        }
    }

    /// Has PINs typed at the reader's keys (part 10: FEATURE_VERIFY_PIN_DIRECT, FEATURE_MODIFY_PIN_DIRECT).
    public mutating func enterPIN(_ command: PINEntryCommand) throws(CardError) -> [UInt8] {
        let feature: ReaderFeature = command.kind == .verification ? .verifyPINDirect : .modifyPINDirect
        guard let pinEntry, pinEntry.takes(command), let code = features[feature] else {
            throw CardError(.pinEntryUnsupported, header: command.template.header)
        }
        let request = try PINPad.request(command, digits: command.digits.clamped(to: pinEntry.digits))
        let answer: [UInt8]
        do throws(PCSCError) {
            answer = try card.control(code, request)
        } catch {
            throw CardError(error)
        }
        return try PINPad.check(answer)
    }

    /// Keeps other programs off the card until ``endTransaction()``; waits for them to finish.
    public mutating func beginTransaction() throws(CardError) {
        do throws(PCSCError) { try card.beginTransaction() } catch { throw CardError(error) }
    }

    /// Lets other programs reach the card again.
    public mutating func endTransaction() throws(CardError) {
        do throws(PCSCError) { try card.endTransaction() } catch { throw CardError(error) }
    }

    /// Takes notice of a reset by another program, so that commands pass again.
    public mutating func reconnect() throws(CardError) {
        do throws(PCSCError) {
            try card.reconnect()
            answerToReset = try Self.despiteResets(&card) { (card) throws(PCSCError) in
                try card.status().answerToReset
            }
            maximumCommandLength = Self.maximumCommandLength(card.activeProtocol, answerToReset, properties)
        } catch {
            throw CardError(error)
        }
    }

    /// Asks something that sends no command, again if another program resets the card meanwhile; three times at most.
    private static func despiteResets<Result>(
        _ card: inout Card,
        _ body: (inout Card) throws(PCSCError) -> Result
    ) throws(PCSCError) -> Result {
        for _ in 0..<2 {
            do throws(PCSCError) {
                return try body(&card)
            } catch {
                guard error.code == .resetCard else { throw error }
                try card.reconnect()
            }
        }
        return try body(&card)
    }

    private static func maximumCommandLength(
        _ activeProtocol: CardProtocols,
        _ answer: AnswerToReset?,
        _ properties: ReaderProperties?
    ) -> Int {
        guard activeProtocol == .t1, answer?.historical.capabilities?.supportsExtendedLength == true else {
            return maximumShortCommandLength
        }
        // A driver that says nothing is taken to pass what the card takes.
        let told = properties?.maximumDataLength ?? UInt64(CommandAPDU.maximumDataLength)
        let dataLength = Int(UInt16(clamping: told))
        return dataLength > CommandAPDU.maximumShortDataLength ? 4 + 3 + dataLength + 2 : maximumShortCommandLength
    }

    /// The form of a command under T=0: always five octets of header, and no Le behind data.
    static func transportUnit(_ command: [UInt8], reader: ReaderName) throws(PCSCError) -> [UInt8] {
        switch command.count {
        case 4: return command + [0]
        case 5: return command
        case 6... where command[4] != 0 && command.count >= 5 + Int(command[4]):
            return Array(command.prefix(5 + Int(command[4])))
        default: throw PCSCError(.invalidParameter, in: .transmit, reader: reader)
        }
    }
}

extension CardError {
    /// What a PC/SC error means for an exchange of commands; the error itself is kept.
    init(_ error: PCSCError) {
        let code: Code =
            switch error.code {
            case .removedCard, .noSmartCard: .cardRemoved
            case .resetCard: .cardReset
            case .readerUnavailable, .unknownReader, .noService, .serviceStopped, .invalidHandle: .readerUnavailable
            case .sharingViolation: .sharingViolation
            case .canceled: .canceled
            case .insufficientBuffer: .responseTooLong
            default: .transmissionFailed
            }
        self.init(code, underlying: error)
    }
}
