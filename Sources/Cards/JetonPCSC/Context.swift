import CJetonPCSC

/// A connection to the PC/SC service, on which readers are listed, waited for and connected to.
///
/// Calls block the calling thread. A context may be used from several threads, but the library runs the calls on
/// one context one after the other: give each thread that waits a context of its own. Only ``Canceller/cancel()``
/// reaches through.
///
/// - SeeAlso: PC/SC Workgroup Specification 2.01.14, part 5, 3.2.3; pcsc-lite's API documentation.
public struct Context: ~Copyable, Sendable {
    private let handle: ContextHandle

    /// The longest list of reader names accepted, in octets.
    static let maximumReaderListLength = 1 << 20
    /// The most readers that one wait takes.
    static let maximumReaderCount = 1024

    /// Connects to the service.
    ///
    /// - Throws: ``PCSCError/Code/noService`` if it does not run or cannot be reached,
    ///   ``PCSCError/Code/serviceStopped`` if it speaks another version, ``PCSCError/Code/securityViolation`` if it
    ///   refuses this client.
    public init(library: PCSCLibrary) throws(PCSCError) {
        handle = try ContextHandle(library: library)
    }

    /// Gives the context back.
    ///
    /// Cards connected on it are disconnected by the service. A context that is merely dropped is given back
    /// quietly when its last card is.
    public consuming func close() throws(PCSCError) { try handle.release() }

    /// Whether the service still knows the context; false after it was restarted.
    public var isValid: Bool {
        do throws(PCSCError) {
            try handle.call(.isValidContext) { unsafe $0.entries.is_valid_context(handle.value) }
            return true
        } catch {
            return false
        }
    }

    /// Ends a wait on this context from another thread.
    public var canceller: Canceller { Canceller(handle: handle) }

    /// The names of the readers that the service knows, in its order; empty if there are none.
    ///
    /// - Throws: ``PCSCError``.
    public borrowing func readers() throws(PCSCError) -> [ReaderName] {
        // The list may grow between the two calls.
        for _ in 0..<3 {
            var length: UInt = 0
            do throws(PCSCError) {
                try handle.call(.listReaders) { unsafe $0.entries.list_readers(handle.value, nil, nil, &length) }
                guard length <= UInt(Self.maximumReaderListLength) else {
                    throw PCSCError(.malformedAnswer, in: .listReaders)
                }
                var list = [CChar](repeating: 0, count: Int(length))
                try handle.call(.listReaders) { unsafe $0.entries.list_readers(handle.value, nil, &list, &length) }
                return list.prefix(Int(exactly: length) ?? 0)
                    .split(separator: 0)
                    .map { name in ReaderName(octets: name.map { UInt8(bitPattern: $0) }) }
            } catch {
                if error.code == .noReadersAvailable { return [] }
                if error.code != .insufficientBuffer { throw error }
            }
        }
        throw PCSCError(.insufficientBuffer, in: .listReaders)
    }

    /// The states of readers as they are now.
    ///
    /// - Throws: ``PCSCError/Code/unknownReader`` if one is gone; ``PCSCError``.
    public borrowing func states(of readers: [ReaderName]) throws(PCSCError) -> [ReaderState] {
        guard !readers.isEmpty else { return [] }
        return try waitForChange(from: readers.map { ReaderState(reader: $0) }, timeoutMilliseconds: 0)
    }

    /// Waits until one of the readers has another state than the one given.
    ///
    /// - Parameters:
    ///   - states: What is known, 1–1,024 readers; a state without flags returns at once. A reader named
    ///     ``ReaderState/newReaders(_:)`` stands for the list of readers itself.
    ///   - timeoutMilliseconds: How long to wait; nil to wait forever.
    /// - Returns: The states of all readers given, in their order; those that differ have ``ReaderFlags/changed``.
    /// - Throws: ``PCSCError/Code/timeout``, ``PCSCError/Code/canceled``, ``PCSCError/Code/unknownReader`` if a
    ///   reader is gone, and others.
    public borrowing func waitForChange(
        from states: [ReaderState],
        timeoutMilliseconds: UInt32?
    ) throws(PCSCError) -> [ReaderState] {
        guard states.count <= Self.maximumReaderCount else {
            throw PCSCError(.invalidParameter, in: .getStatusChange)
        }
        // FFFFFFFF waits for ever; a finite time must not become it.
        let timeout = timeoutMilliseconds.map { UInt(min($0, UInt32.max - 1)) } ?? 0xFFFF_FFFF
        // One block holds all names, so that the pointers into it stay good during the call.
        var names: [CChar] = []
        var offsets: [Int] = []
        for state in states {
            offsets.append(names.count)
            names += state.reader.octets.map { CChar(bitPattern: $0) } + [0]
        }
        var result: [ReaderState] = []
        try unsafe names.withUnsafeBufferPointer { (names) throws(PCSCError) in
            guard let base = names.baseAddress else { return }
            var raw = unsafe zip(states, offsets).map { state, offset in
                var raw = unsafe cpcsc_reader_state()
                unsafe raw.reader = base + offset
                unsafe raw.current_state = state.known
                return unsafe raw
            }
            let count = UInt(states.count)
            try handle.call(.getStatusChange) {
                unsafe $0.entries.get_status_change(handle.value, timeout, &raw, count)
            }
            result = unsafe zip(states, raw).map { state, raw in unsafe ReaderState(reader: state.reader, raw: raw) }
        }
        return result
    }

    /// Connects to the card in a reader, or to the reader itself.
    ///
    /// Blocks while another program holds a transaction.
    ///
    /// - Parameters:
    ///   - reader: The reader.
    ///   - sharing: Who else may use the card meanwhile.
    ///   - protocols: The protocols that may be used; the service takes one that reader and card have too.
    /// - Returns: The card; it is disconnected when the value ends.
    /// - Throws: ``PCSCError/Code/noSmartCard``, ``PCSCError/Code/sharingViolation``,
    ///   ``PCSCError/Code/protocolMismatch``, ``PCSCError/Code/unresponsiveCard``, ``PCSCError/Code/unknownReader`` and
    ///   others.
    public borrowing func connect(
        to reader: ReaderName,
        sharing: CardSharing = .shared,
        protocols: CardProtocols = .any
    ) throws(PCSCError) -> Card {
        try Card(context: handle, reader: reader, sharing: sharing, protocols: protocols)
    }
}

extension ReaderState {
    /// The pseudo-reader whose state changes when a reader is added or removed.
    static let notificationReader = ReaderName(#"\\?PnP?\Notification"#)

    /// A state that stands for the list of readers.
    ///
    /// - Parameter previous: What the last wait returned for it; nil at first.
    /// - Returns: A state to wait with.
    public static func newReaders(_ previous: ReaderState? = nil) -> ReaderState {
        previous ?? ReaderState(reader: notificationReader)
    }

    /// Reads what the service wrote; counts are bounded by their types' ranges.
    fileprivate init(reader: ReaderName, raw: cpcsc_reader_state) {
        let length = unsafe Int(min(raw.atr_length, UInt(CPCSC_MAXIMUM_ATR_LENGTH)))
        let state = unsafe raw.event_state
        let atr = unsafe withUnsafeBytes(of: raw.atr) { octets in unsafe Array(octets.prefix(length)) }
        self.init(
            reader: reader,
            flags: ReaderFlags(rawValue: UInt16(truncatingIfNeeded: state)),
            eventCount: UInt16(truncatingIfNeeded: state >> 16),
            atr: atr
        )
    }
}
