import JetonLibcrypto
public import JetonOctets
import SecureChannel
import SmartCard
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A PIV card in software.
///
/// The card lives in two files: the image at a path of the caller's choice, and beside it the key that seals it
/// (`PATH.key`), both for their owner only. Several programs, and several values of this class, may use one card at
/// once: each has a security state of its own, as if it had the card to itself, and sees what the others have
/// changed with its next command.
///
/// A new card has the PIN 123456, the PUK 12345678, and the management key 01 to 08 over and over.
///
/// May be used by any number of threads; a command waits for the one before.
///
/// - SeeAlso: NIST SP 800-73-5; Yubico PIV extensions.
public final class SoftwareCard: Sendable {
    private struct State {
        var system = CardSystem()
        var memory: CardMemory
        /// Whether the lock of the image is held between commands.
        var isInTransaction = false
    }

    /// The card's answer to reset: T=1, selection by whole and cut names, command chaining, extended length.
    public static let answerToReset: [UInt8] = {
        let historical: [UInt8] = [0x80, 0x73, 0xC0, 0x01, 0xC0, 0x55] + Array("Jeton".utf8)
        let octets = [0x80 | UInt8(historical.count), 0x01] + historical
        return [0x3B] + octets + [octets.reduce(0, ^)]
    }()

    /// Where the image is; nil for a card that lives in memory only.
    public let path: String?
    private let state: Mutex<State>

    /// Makes a card that lives as long as this value.
    ///
    /// - Parameters:
    ///   - options: What the card is to be like. One with a channel begins in pairing mode.
    ///   - onPassword: Gets each activation password once, as it is printed, with the number of its slot.
    /// - Throws: ``VirtualCardError/Code/cryptography`` without libcrypto's default provider,
    ///   ``VirtualCardError/Code/channelUnavailable``.
    public convenience init(
        inMemory options: VirtualCardOptions = VirtualCardOptions(),
        onPassword: (_ slot: Int, _ password: borrowing Secret) -> Void = { _, _ in }
    ) throws(VirtualCardError) {
        self.init(remembering: try Self.factoryContents(options, onPassword))
    }

    /// Makes a card that lives as long as this value, from contents made before.
    convenience init(remembering contents: CardContents) {
        self.init(CardMemory(contents, store: nil), path: nil)
    }

    /// Opens a card.
    ///
    /// - Throws: ``VirtualCardError``: `notFound`, `keyFileMissing`, `keyFileUnusable`, `notAnImage`,
    ///   `unsupportedVersion`, `notAuthentic`, `busy`, `inputOutput`.
    public convenience init(at path: String) throws(VirtualCardError) {
        let store = ImageStore(path)
        guard let contents = try store.begin() else { throw VirtualCardError(.notAnImage, path: path) }
        store.end()
        self.init(CardMemory(contents, store: store), path: path)
    }

    private init(_ memory: consuming sending CardMemory, path: String?) {
        self.path = path
        state = Mutex(State(memory: memory))
    }

    /// Makes a card with an image and opens it.
    ///
    /// - Parameters:
    ///   - path: Of the image; its directory exists. The key goes to `path` and `.key`.
    ///   - options: What the card is to be like. One with a channel begins in pairing mode.
    ///   - onPassword: Gets each activation password once, as it is printed, with the number of its slot; before the
    ///     image is written.
    /// - Returns: The card, opened.
    /// - Throws: ``VirtualCardError``: `alreadyExists`, `inputOutput`, `cryptography`, `channelUnavailable`.
    public static func create(
        at path: String,
        _ options: VirtualCardOptions = VirtualCardOptions(),
        onPassword: (_ slot: Int, _ password: borrowing Secret) -> Void = { _, _ in }
    ) throws(VirtualCardError) -> SoftwareCard {
        try ImageStore(path).create(try factoryContents(options, onPassword))
        return try SoftwareCard(at: path)
    }

    /// What a new card remembers.
    static func factoryContents(
        _ options: VirtualCardOptions,
        _ onPassword: (_ slot: Int, _ password: borrowing Secret) -> Void = { _, _ in }
    ) throws(VirtualCardError) -> CardContents {
        var contents: CardContents
        do throws(LibcryptoError) {
            // Seven octets of decimal digits: what programs print and people read out.
            let random = try Random.octets(4).reduce(0) { $0 << 8 | UInt32($1) }
            let number = options.serialNumber ?? 10_000_000 + random % 90_000_000
            let piv = try PIVContents.factory(options.managementAlgorithm, serialNumber: number)
            contents = CardContents(serialNumber: number, piv: piv)
        } catch {
            throw VirtualCardError(.cryptography)
        }
        guard let suite = options.channel else { return contents }
        do throws(ChannelError) {
            contents.channel = try CardRecords.factory(contents.serialNumber, suite, onPassword)
        } catch {
            throw VirtualCardError(error.isProviderMissing ? .channelUnavailable : .cryptography)
        }
        return contents
    }

    /// Takes power away and gives it back: the selection and what was verified are forgotten.
    public func reset() { state.withLock { $0.system.reset(&$0.memory) } }

    /// Answers one command.
    ///
    /// - Parameter command: Octets of a command, whatever they are.
    /// - Returns: 2 octets of a status word or more.
    /// - Throws: ``VirtualCardError``: `ejected`, or what opening a card throws if its files have gone or changed.
    public func transmit(_ command: [UInt8]) throws(VirtualCardError) -> [UInt8] {
        if let path, !Self.isInserted(at: path) { throw VirtualCardError(.ejected, path: path) }
        return try state.withLock { (state) throws(VirtualCardError) in
            let needsLock =
                !state.isInTransaction
                && !(state.memory.contents.channel == nil && CommandDispatcher.changesNothing(command))
            if needsLock { try state.memory.begin() } else { try state.memory.refresh() }
            defer { if needsLock { state.memory.end() } }
            return state.system.process(command, memory: &state.memory)
        }
    }

    /// Puts a card with a secure channel into pairing mode for 60 seconds, as the button of a token does.
    ///
    /// Does nothing to a card without a channel.
    ///
    /// - Throws: What opening a card throws.
    public func beginPairingMode() throws(VirtualCardError) {
        try state.withLock { (state) throws(VirtualCardError) in
            let needsLock = !state.isInTransaction
            if needsLock { try state.memory.begin() }
            defer { if needsLock { state.memory.end() } }
            guard state.memory.contents.channel != nil else { return }
            do throws(Refusal) {
                try state.memory.update { (contents) throws(Refusal) in
                    contents.channel?.beginPairingMode(at: SystemTime().seconds())
                }
            } catch {
                throw VirtualCardError(.inputOutput, path: path)
            }
        }
    }

    /// Keeps all others from changing the card until ``endTransaction()``; they may read it meanwhile.
    ///
    /// - Throws: ``VirtualCardError/Code/busy`` if another program holds the card for too long, and what opening a
    ///   card throws.
    public func beginTransaction() throws(VirtualCardError) {
        try state.withLock { (state) throws(VirtualCardError) in
            guard !state.isInTransaction else { return }
            try state.memory.begin()
            state.isInTransaction = true
        }
    }

    /// Lets others change the card again.
    public func endTransaction() {
        state.withLock { state in
            guard state.isInTransaction else { return }
            state.isInTransaction = false
            state.memory.end()
        }
    }

    /// What the card is like now.
    ///
    /// - Throws: What opening a card throws.
    public func status() throws(VirtualCardError) -> VirtualCardStatus {
        try state.withLock { (state) throws(VirtualCardError) in
            try state.memory.refresh()
            return VirtualCardStatus(state.memory.contents, isInserted: path.map(Self.isInserted) ?? true)
        }
    }
}
