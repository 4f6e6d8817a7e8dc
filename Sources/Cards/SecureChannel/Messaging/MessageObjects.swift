import JetonOctets
import SmartCard

/// The data objects that a message of a session is made of.
///
/// | tag | value |
/// |---|---|
/// | 87 | `01`, then encrypted data; with an even instruction |
/// | 85 | encrypted data; with an odd instruction |
/// | 97 | expected length, 2 octets; `0000` for 65,536 (commands) |
/// | 99 | status word (answers) |
/// | 8E | MAC or tag, as long as the suite's |
///
/// - SeeAlso: ISO/IEC 7816-4:2020, 10.
struct MessageObjects {
    enum Tag {
        static let cryptogram: UInt8 = 0x87
        static let oddCryptogram: UInt8 = 0x85
        static let expectedLength: UInt8 = 0x97
        static let status: UInt8 = 0x99
        static let checkValue: UInt8 = 0x8E
    }

    /// The padding indicator of an even instruction's cryptogram: `80 00 …`.
    private static let paddingIndicator: UInt8 = 0x01

    /// Encrypted data; empty for none.
    var cryptogram: [UInt8]
    /// The data object 97 or 99 as a whole, which the MAC or tag covers; empty for none.
    var clear: [UInt8]
    var checkValue: [UInt8]

    /// The data object of an expected length.
    static func expectedLength(_ length: Int?) -> [UInt8] {
        guard let length else { return [] }
        return [Tag.expectedLength, 2] + UInt16(truncatingIfNeeded: length).bigEndianOctets
    }

    /// The data object of a status word.
    static func status(_ status: StatusWord) -> [UInt8] { [Tag.status, 2] + status.octets }

    /// All data objects in their order.
    func encoded(instruction: UInt8) -> [UInt8] {
        var octets: [UInt8] = []
        if !cryptogram.isEmpty {
            let isOdd = instruction & 1 != 0
            let value = (isOdd ? [] : [Self.paddingIndicator]) + cryptogram
            octets += [isOdd ? Tag.oddCryptogram : Tag.cryptogram] + TLV.encode(length: value.count) + value
        }
        octets += clear
        return octets + [Tag.checkValue, UInt8(checkValue.count)] + checkValue
    }

    init(cryptogram: [UInt8], clear: [UInt8], checkValue: [UInt8]) {
        self.cryptogram = cryptogram
        self.clear = clear
        self.checkValue = checkValue
    }

    /// Reads a command's data objects.
    ///
    /// - Throws: ``ChannelError/Code/messageMalformed``.
    init(command octets: [UInt8], instruction: UInt8, _ suite: ChannelSuite) throws(ChannelError) {
        var reader = DataObjectReader(octets)
        cryptogram = try Self.cryptogram(&reader, instruction, suite)
        clear = []
        if let length = try reader.optional(Tag.expectedLength) {
            guard length.count == 2 else { throw ChannelError(.messageMalformed) }
            clear = [Tag.expectedLength, 2] + length
        }
        checkValue = try reader.required(Tag.checkValue, count: suite.parameters.tagLength)
        try reader.finish()
    }

    /// Reads an answer's data objects.
    ///
    /// - Throws: ``ChannelError/Code/messageMalformed``.
    init(answer octets: [UInt8], instruction: UInt8, _ suite: ChannelSuite) throws(ChannelError) {
        var reader = DataObjectReader(octets)
        cryptogram = try Self.cryptogram(&reader, instruction, suite)
        clear = [Tag.status, 2] + (try reader.required(Tag.status, count: 2))
        checkValue = try reader.required(Tag.checkValue, count: suite.parameters.tagLength)
        try reader.finish()
    }

    private static func cryptogram(
        _ reader: inout DataObjectReader,
        _ instruction: UInt8,
        _ suite: ChannelSuite
    ) throws(ChannelError) -> [UInt8] {
        let isOdd = instruction & 1 != 0
        guard let value = try reader.optional(isOdd ? Tag.oddCryptogram : Tag.cryptogram) else { return [] }
        guard isOdd || value.first == paddingIndicator else { throw ChannelError(.messageMalformed) }
        let cryptogram = Array(value.dropFirst(isOdd ? 0 : 1))
        guard !cryptogram.isEmpty, cryptogram.count.isMultiple(of: suite.parameters.blockLength) else {
            throw ChannelError(.messageMalformed)
        }
        return cryptogram
    }
}
