import JetonLibcrypto
import JetonOctets
import SmartCard
import Testing
import VirtualCard

/// A card and short ways to talk to it.
struct Exchange {
    let card: SoftwareCard

    init(_ card: SoftwareCard) { self.card = card }

    init(selected options: VirtualCardOptions = VirtualCardOptions()) throws {
        card = try SoftwareCard(inMemory: options)
        try select()
    }

    /// Sends octets as they are; the answer in upper-case hexadecimal, status word last.
    func send(_ command: String) throws -> String {
        let octets = try #require(Hex.decode(command.filter { $0 != " " }))
        return Hex.encode(try card.transmit(octets), uppercase: true)
    }

    /// The status word alone.
    func status(_ command: String) throws -> String { String(try send(command).suffix(4)) }

    /// Sends a command of any length and joins the answer.
    func send(_ command: CommandAPDU) throws -> ResponseAPDU {
        var channel = CardChannel(Direct(card: card))
        return try channel.send(command)
    }

    func select() throws {
        #expect(try status("00A4040005A000000308") == "9000")
    }

    func verify(_ pin: String = "123456") throws -> String { try status("0020008008" + Self.padded(pin)) }

    static func padded(_ pin: String) -> String {
        Hex.encode((Array(pin.utf8) + [UInt8](repeating: 0xFF, count: 8)).prefix(8), uppercase: true)
    }

    /// The management key from the factory.
    static func factoryKey(_ cipher: BlockCipher) -> Secret {
        var octets = (0..<cipher.keyLength).map { UInt8($0 % 8 + 1) }
        return Secret(wiping: &octets)
    }

    /// Proves the management key as SP 800-73-5, part 2, A.1.2 tells.
    func authenticate(_ algorithm: UInt8 = 0x03, _ cipher: BlockCipher = .tripleDES) throws {
        let key = Self.factoryKey(cipher)
        let length = cipher.blockLength
        let first = try send(
            CommandAPDU(0x00, 0x87, algorithm, 0x9B, data: [0x7C, 0x02, 0x80, 0x00], expectedLength: 256)
        )
        try #require(first.status == .success)
        let witness = try cipher.decrypt(Array(first.data.suffix(length)), key: key)
        let challenge = try Random.octets(length)
        let members = [TLV(tag: 0x80, value: witness), TLV(tag: 0x81, value: challenge), TLV(tag: 0x82, value: [])]
        let second = try send(
            CommandAPDU(
                0x00,
                0x87,
                algorithm,
                0x9B,
                data: TLV(tag: 0x7C, members: members).encoded,
                expectedLength: 256
            )
        )
        try #require(second.status == .success)
        #expect(Array(second.data.suffix(length)) == (try cipher.encrypt(challenge, key: key)))
    }

    /// Makes a key and gives the public key's data object.
    func generate(_ algorithm: UInt8, at reference: UInt8, policy: UInt8? = nil) throws -> [TLV] {
        var members = [TLV(tag: 0x80, value: [algorithm])]
        if let policy { members.append(TLV(tag: 0xAA, value: [policy])) }
        let command = CommandAPDU(
            0x00,
            0x47,
            0x00,
            reference,
            data: TLV(tag: 0xAC, members: members).encoded,
            expectedLength: 256
        )
        let answer = try send(command)
        try #require(answer.status == .success)
        return try TLV.parse(answer.data)[0].members()
    }

    /// One operation with a private key.
    func use(_ algorithm: UInt8, _ reference: UInt8, tag: UInt32 = 0x81, _ input: [UInt8]) throws -> ResponseAPDU {
        let template = TLV(tag: 0x7C, members: [TLV(tag: 0x82, value: []), TLV(tag: tag, value: input)])
        return try send(
            CommandAPDU(0x00, 0x87, algorithm, reference, data: template.encoded, expectedLength: 256)
        )
    }

    /// The result of an operation with a private key.
    static func result(_ answer: ResponseAPDU) throws -> [UInt8] {
        try #require(answer.status == .success)
        let members = try TLV.parse(answer.data)[0].members()
        return try #require(members.firstValue(tag: 0x82))
    }

    /// A transport that leaves the card's security state alone.
    private struct Direct: CardTransport {
        let card: SoftwareCard
        var supportsExtendedLength: Bool { false }

        mutating func transmit(_ command: [UInt8]) throws(CardError) -> [UInt8] {
            guard let answer = try? card.transmit(command) else { throw CardError(.transmissionFailed) }
            return answer
        }
    }
}
