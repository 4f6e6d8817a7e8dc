import CJetonPCSC

/// A connection to the card in a reader.
///
/// Calls block the calling thread; one thread uses a connection at a time. A connection that is merely dropped is
/// ended quietly, and the card left as it is.
///
/// - SeeAlso: PC/SC Workgroup Specification 2.01.14, part 5, 3.2.5; pcsc-lite's API documentation.
public struct Card: ~Copyable, Sendable {
    /// The longest command, in octets: pcsc-lite's own bound.
    public static let maximumCommandLength = 65_548
    /// The longest answer, in octets: 64 KiB and a status word.
    public static let maximumAnswerLength = 65_536 + 2
    /// The longest attribute, in octets: pcsc-lite's own bound.
    static let maximumAttributeLength = 264

    /// The reader that the card is in.
    public let reader: ReaderName
    /// The protocol in use; none after a connection to the reader alone.
    public private(set) var activeProtocol: CardProtocols
    private let context: ContextHandle
    private let handle: Int
    private var isConnected = true

    init(
        context: ContextHandle,
        reader: ReaderName,
        sharing: CardSharing,
        protocols: CardProtocols
    ) throws(PCSCError) {
        var handle = 0
        var activeProtocol: UInt = 0
        let name = reader.octets.map { CChar(bitPattern: $0) } + [0]
        try context.call(.connect, reader: reader) {
            unsafe $0.entries.connect(
                context.value,
                name,
                sharing.rawValue,
                protocols.rawValue,
                &handle,
                &activeProtocol
            )
        }
        self.context = context
        self.reader = reader
        self.handle = handle
        self.activeProtocol = CardProtocols(rawValue: activeProtocol)
    }

    deinit {
        guard isConnected else { return }
        // The context may be gone, or the service; there is nobody to tell.
        try? context.call(.disconnect) { unsafe $0.entries.disconnect(handle, CardDisposition.leave.rawValue) }
    }

    /// Ends the connection.
    ///
    /// - Parameter disposition: What happens to the card.
    /// - Throws: ``PCSCError``; the connection is gone all the same.
    public consuming func disconnect(_ disposition: CardDisposition = .leave) throws(PCSCError) {
        isConnected = false
        try context.call(.disconnect, reader: reader) { unsafe $0.entries.disconnect(handle, disposition.rawValue) }
    }

    /// Reconnects, for example after ``PCSCError/Code/resetCard``.
    ///
    /// - Parameters:
    ///   - sharing: Who else may use the card.
    ///   - protocols: The protocols that may be used.
    ///   - disposition: What happens to the card before; ``CardDisposition/leave`` takes notice of a reset only.
    /// - Throws: ``PCSCError``.
    public mutating func reconnect(
        sharing: CardSharing = .shared,
        protocols: CardProtocols = .any,
        disposition: CardDisposition = .leave
    ) throws(PCSCError) {
        var activeProtocol: UInt = 0
        try context.call(.reconnect, reader: reader) {
            unsafe $0.entries.reconnect(
                handle,
                sharing.rawValue,
                protocols.rawValue,
                disposition.rawValue,
                &activeProtocol
            )
        }
        self.activeProtocol = CardProtocols(rawValue: activeProtocol)
    }

    /// What the service says of the card.
    ///
    /// - Throws: ``PCSCError``, among them ``PCSCError/Code/removedCard`` and ``PCSCError/Code/resetCard``.
    public borrowing func status() throws(PCSCError) -> CardStatus {
        var name = [CChar](repeating: 0, count: ReaderName.maximumLength)
        var nameLength = UInt(name.count)
        var state: UInt = 0
        var activeProtocol: UInt = 0
        var atr = [UInt8](repeating: 0, count: Int(CPCSC_MAXIMUM_ATR_LENGTH))
        var atrLength = UInt(atr.count)
        try context.call(.status, reader: reader) {
            unsafe $0.entries.status(handle, &name, &nameLength, &state, &activeProtocol, &atr, &atrLength)
        }
        return CardStatus(
            state: UInt16(truncatingIfNeeded: state),
            activeProtocol: CardProtocols(rawValue: activeProtocol),
            atr: Array(atr.prefix(Int(min(atrLength, UInt(atr.count)))))
        )
    }

    /// Sends octets to the card and waits for its answer.
    ///
    /// The octets go to the card as they are; under T=0 they must have the form of that protocol, for which see
    /// ``PCSCTransport``.
    ///
    /// - Parameter command: 1–65,548 octets.
    /// - Returns: 0–65,538 octets; the caller checks for the status word.
    /// - Throws: ``PCSCError/Code/insufficientBuffer`` for a longer answer; ``PCSCError/Code/removedCard``,
    ///   ``PCSCError/Code/resetCard``, ``PCSCError/Code/notTransacted`` (the exchange failed) and others.
    public borrowing func transmit(_ command: [UInt8]) throws(PCSCError) -> [UInt8] {
        guard (1...Self.maximumCommandLength).contains(command.count) else {
            throw PCSCError(.invalidParameter, in: .transmit, reader: reader)
        }
        var request = cpcsc_io_request()
        request.protocol = activeProtocol.rawValue
        request.length = UInt(MemoryLayout<cpcsc_io_request>.size)
        return try unsafe receive(.transmit, capacity: Self.maximumAnswerLength) { functions, answer, length in
            unsafe functions.entries.transmit(handle, &request, command, UInt(command.count), nil, answer, &length)
        }
    }

    /// Sends a control code to the reader's driver.
    ///
    /// - Parameters:
    ///   - code: The driver's number for what to do.
    ///   - data: Octets for the driver, at most 65,548.
    /// - Returns: 0–65,548 octets from the driver.
    /// - Throws: ``PCSCError``; ``PCSCError/Code/unsupportedFeature`` if the driver does not know the code.
    public borrowing func control(_ code: UInt32, _ data: [UInt8] = []) throws(PCSCError) -> [UInt8] {
        guard data.count <= Self.maximumCommandLength else {
            throw PCSCError(.invalidParameter, in: .control, reader: reader)
        }
        return try unsafe receive(.control, capacity: Self.maximumCommandLength) { functions, answer, length in
            let capacity = length
            return unsafe functions.entries.control(
                handle,
                UInt(code),
                data,
                UInt(data.count),
                answer,
                capacity,
                &length
            )
        }
    }

    /// Asks the reader's driver for an attribute.
    ///
    /// - Returns: 0–264 octets; numbers are in the machine's order.
    /// - Throws: ``PCSCError``; ``PCSCError/Code/unsupportedFeature`` or ``PCSCError/Code/notTransacted`` if the
    ///   driver does not have it.
    public borrowing func attribute(_ attribute: ReaderAttribute) throws(PCSCError) -> [UInt8] {
        try unsafe receive(.getAttribute, capacity: Self.maximumAttributeLength) { functions, value, length in
            unsafe functions.entries.get_attribute(handle, UInt(attribute.rawValue), value, &length)
        }
    }

    /// Begins a transaction, which keeps other programs off the card until it ends; waits for them to finish.
    ///
    /// Transactions nest, and each is ended. A connection that is dropped ends them all.
    ///
    /// - Throws: ``PCSCError``; ``PCSCError/Code/resetCard`` if another program has reset the card: reconnect first.
    public mutating func beginTransaction() throws(PCSCError) {
        try context.call(.beginTransaction, reader: reader) { unsafe $0.entries.begin_transaction(handle) }
    }

    /// Ends a transaction.
    ///
    /// - Parameter disposition: What happens to the card.
    /// - Throws: ``PCSCError``.
    public mutating func endTransaction(_ disposition: CardDisposition = .leave) throws(PCSCError) {
        try context.call(.endTransaction, reader: reader) {
            unsafe $0.entries.end_transaction(handle, disposition.rawValue)
        }
    }

    /// Calls a function that fills a buffer of at most `capacity` octets.
    private borrowing func receive(
        _ function: PCSCFunction,
        capacity: Int,
        _ body: (FunctionTable, UnsafeMutablePointer<UInt8>, inout UInt) -> Int
    ) throws(PCSCError) -> [UInt8] {
        var failure: PCSCError?
        let answer = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            var length = UInt(capacity)
            do throws(PCSCError) {
                try context.call(function, reader: reader) { functions in
                    unsafe body(functions, base, &length)
                }
                // The library reports how much it wrote; more than there was room for can't be true.
                if length <= UInt(capacity) {
                    count = Int(length)
                } else {
                    failure = PCSCError(.malformedAnswer, in: function, reader: reader)
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return answer
    }
}
