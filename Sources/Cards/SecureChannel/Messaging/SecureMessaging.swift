import JetonOctets
import SmartCard

/// Commands and answers of one session in their protected form; both ends.
///
/// Whatever fails here ends the session: the owner lets go of this value, which wipes its keys.
struct SecureMessaging: ~Copyable, Sendable {
    /// The bits of a class that say that the header is authenticated (b4 b3 = 11).
    static let classBits: UInt8 = 0x0C

    let suite: ChannelSuite
    private var commands: MessageDirection
    private var answers: MessageDirection

    init(_ suite: ChannelSuite, commands: consuming MessageDirection, answers: consuming MessageDirection) {
        self.suite = suite
        self.commands = commands
        self.answers = answers
    }

    /// Begins with the first message of a handshake's keys.
    init(_ suite: ChannelSuite, _ keys: borrowing SessionKeys) {
        self.suite = suite
        commands = MessageDirection(suite, keys.hostToCard.clone())
        answers = MessageDirection(suite, keys.cardToHost.clone())
    }

    /// The most data that a command or answer carries, in octets; what protects it makes up for the rest of 65,535.
    static func maximumDataLength(_ suite: ChannelSuite) -> Int {
        // 87 L 01, 97 or 99, 8E; and at least one octet of the last block is padding.
        let parameters = suite.parameters
        let room = CommandAPDU.maximumDataLength - (1 + 3 + 1) - 4 - (2 + parameters.tagLength)
        return room / parameters.blockLength * parameters.blockLength - 1
    }

    // MARK: - Host

    /// A command as it goes to the card.
    ///
    /// - Parameter command: Its class has the logical channel and nothing of secure messaging; its data are wiped by
    ///   the caller.
    /// - Returns: The command with its data objects.
    /// - Throws: ``ChannelError``.
    mutating func protect(_ command: CommandAPDU) throws(ChannelError) -> CommandAPDU {
        guard command.header.cla & 0x70 == 0, command.data.count <= Self.maximumDataLength(suite) else {
            throw ChannelError(.commandUnsuitable)
        }
        var header = command.header
        header.cla |= Self.classBits
        let clear = MessageObjects.expectedLength(command.expectedLength)
        let objects = try Self.seal(command.data, clear, header: header.octets, suite, &commands)
        let data = objects.encoded(instruction: header.ins)
        let isShort = data.count <= CommandAPDU.maximumShortDataLength && (command.expectedLength ?? 0) <= 128
        return CommandAPDU(
            header: header,
            data: data,
            expectedLength: isShort ? CommandAPDU.maximumShortExpectedLength : CommandAPDU.maximumExpectedLength
        )
    }

    /// An answer as it came from the card.
    ///
    /// - Throws: ``ChannelError``: `sessionRefused` and `plainStatus` for a bare status word, on which nothing may be
    ///   done; `messageMalformed`, `messageNotAuthentic`, `statusMismatch`.
    mutating func open(_ answer: ResponseAPDU, instruction: UInt8) throws(ChannelError) -> ResponseAPDU {
        guard !answer.data.isEmpty else {
            let isRefusal = [.secureMessagingObjectMissing, .secureMessagingObjectIncorrect].contains(answer.status)
            throw ChannelError(isRefusal ? .sessionRefused : .plainStatus, statusWord: answer.status)
        }
        let objects = try MessageObjects(answer: answer.data, instruction: instruction, suite)
        let data = try Self.open(objects, header: [], suite, &answers)
        let status = StatusWord(objects.clear[2], objects.clear[3])
        guard status == answer.status else { throw ChannelError(.statusMismatch) }
        return ResponseAPDU(data: data, status: status)
    }

    // MARK: - Card

    /// A command as it came from the host.
    ///
    /// - Throws: ``ChannelError``: `messageMalformed` (6987), `messageNotAuthentic` (6988).
    mutating func open(_ command: CommandAPDU) throws(ChannelError) -> CommandAPDU {
        let objects = try MessageObjects(command: command.data, instruction: command.header.ins, suite)
        var opened = CommandAPDU(header: command.header)
        opened.data = try Self.open(objects, header: command.header.octets, suite, &commands)
        opened.header.cla &= ~Self.classBits
        if objects.clear.count == 4 {
            let length = Int(objects.clear[2]) << 8 | Int(objects.clear[3])
            opened.expectedLength = length == 0 ? CommandAPDU.maximumExpectedLength : length
        }
        return opened
    }

    /// An answer as it goes to the host.
    mutating func protect(_ answer: ResponseAPDU, instruction: UInt8) throws(ChannelError) -> ResponseAPDU {
        guard answer.data.count <= Self.maximumDataLength(suite) else { throw ChannelError(.commandUnsuitable) }
        let clear = MessageObjects.status(answer.status)
        let objects = try Self.seal(answer.data, clear, header: [], suite, &answers)
        return ResponseAPDU(data: objects.encoded(instruction: instruction), status: answer.status)
    }

    // MARK: - Both

    /// Replaces the keys of both directions; the numbers go on.
    ///
    /// - Parameter seed: `R'_H || R'_T`.
    /// - Throws: ``ChannelError/Code/cryptography``.
    mutating func rekey(seed: [UInt8]) throws(ChannelError) {
        try commands.rekey(seed: seed)
        try answers.rekey(seed: seed)
    }

    private static func seal(
        _ data: [UInt8],
        _ clear: [UInt8],
        header: [UInt8],
        _ suite: ChannelSuite,
        _ direction: inout MessageDirection
    ) throws(ChannelError) -> MessageObjects {
        var plaintext = data.isEmpty ? [] : Padding.padded(data, to: suite.parameters.blockLength)
        defer { plaintext.wipe() }
        let sealed = try direction.seal(plaintext, authenticating: header + clear)
        return MessageObjects(cryptogram: sealed.ciphertext, clear: clear, checkValue: sealed.tag)
    }

    private static func open(
        _ objects: MessageObjects,
        header: [UInt8],
        _ suite: ChannelSuite,
        _ direction: inout MessageDirection
    ) throws(ChannelError) -> [UInt8] {
        var plaintext = try direction.open(
            objects.cryptogram,
            tag: objects.checkValue,
            authenticating: header + objects.clear
        )
        defer { plaintext.wipe() }
        guard !plaintext.isEmpty else { return [] }
        // A message that its sender has authenticated and not padded; nobody in between can make one.
        guard let data = Padding.unpadded(plaintext, from: suite.parameters.blockLength), !data.isEmpty else {
            throw ChannelError(.messageMalformed)
        }
        return data
    }
}
