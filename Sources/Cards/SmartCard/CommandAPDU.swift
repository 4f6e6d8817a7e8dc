public import JetonOctets

/// One command to a card: a header of four octets, data, and how much is expected back.
///
/// | case | data | expected | short form | extended form |
/// |---|---|---|---|---|
/// | 1 | none | none | `CLA INS P1 P2` | same |
/// | 2 | none | 1–256 / 1–65,536 | header, Le (1 octet) | header, `00`, Le (2 octets) |
/// | 3 | 1–255 / 1–65,535 | none | header, Lc (1), data | header, `00` Lc (2), data |
/// | 4 | as 3 | as 2 | header, Lc (1), data, Le (1) | header, `00` Lc (2), data, Le (2) |
///
/// - SeeAlso: ISO/IEC 7816-3:2006, 12.1.3; ISO/IEC 7816-4:2020, 5.2.
public struct CommandAPDU: Hashable, Sendable {
    /// Which of the two ways lengths are written in.
    public enum LengthFormat: Hashable, Sendable {
        /// Lc and Le of one octet: up to 255 octets of data, up to 256 expected.
        case short
        /// Lc and Le of two octets behind a zero: up to 65,535 octets of data, up to 65,536 expected.
        case extended
    }

    /// The longest data field of the short form, in octets.
    public static let maximumShortDataLength = 255
    /// The most that the short form can expect, in octets; written as Le `00`.
    public static let maximumShortExpectedLength = 256
    /// The longest data field of the extended form, in octets.
    public static let maximumDataLength = 65_535
    /// The most that the extended form can expect, in octets; written as Le `0000`.
    public static let maximumExpectedLength = 65_536
    /// The longest command there is, in octets: header, `00`, Lc, data, Le.
    public static let maximumEncodedLength = 4 + 3 + maximumDataLength + 2

    /// Class, instruction and parameters.
    public var header: CommandHeader
    /// The data field, 0–65,535 bytes; empty for none.
    public var data: [UInt8]
    /// The maximum number of expected response bytes (Ne), 1–65,536; nil if no data is expected.
    public var expectedLength: Int?

    /// Makes a command.
    ///
    /// - Parameters:
    ///   - cla: Class.
    ///   - ins: Instruction.
    ///   - p1: First parameter.
    ///   - p2: Second parameter.
    ///   - data: The data field; ``encoded(as:)`` refuses more than 65,535 octets.
    ///   - expectedLength: Ne, 1–65,536, or nil; ``encoded(as:)`` refuses others.
    public init(
        _ cla: UInt8,
        _ ins: UInt8,
        _ p1: UInt8,
        _ p2: UInt8,
        data: [UInt8] = [],
        expectedLength: Int? = nil
    ) {
        self.init(header: CommandHeader(cla, ins, p1, p2), data: data, expectedLength: expectedLength)
    }

    /// Makes a command from its header.
    public init(header: CommandHeader, data: [UInt8] = [], expectedLength: Int? = nil) {
        self.header = header
        self.data = data
        self.expectedLength = expectedLength
    }

    /// Makes a command whose data field is a secret, such as VERIFY.
    ///
    /// The octets leave the secret's guarded pages here: call ``wipe()`` once the command was sent.
    public init(header: CommandHeader, secret: borrowing Secret, expectedLength: Int? = nil) {
        let data = secret.withBytes { octets in (0..<octets.count).map { octets[$0] } }
        self.init(header: header, data: data, expectedLength: expectedLength)
    }

    /// Overwrites the data field with zeros and empties it.
    ///
    /// Only this command's storage is wiped; a copy of the command has a data field of its own.
    public mutating func wipe() { data.wipe() }

    /// The shortest form that holds both lengths.
    public var shortestFormat: LengthFormat {
        data.count <= Self.maximumShortDataLength && (expectedLength ?? 0) <= Self.maximumShortExpectedLength
            ? .short : .extended
    }

    /// The command's octets.
    ///
    /// - Parameter format: Short or extended; nil takes ``shortestFormat``.
    /// - Returns: 4 to 65,544 octets.
    /// - Throws: ``CardError/Code/commandTooLong`` if a length does not fit the form, or is not in its range.
    /// - SeeAlso: ISO/IEC 7816-3:2006, 12.1.3.
    public func encoded(as format: LengthFormat? = nil) throws(CardError) -> [UInt8] {
        let format = format ?? shortestFormat
        let isShort = format == .short
        let dataLimit = isShort ? Self.maximumShortDataLength : Self.maximumDataLength
        let expectedLimit = isShort ? Self.maximumShortExpectedLength : Self.maximumExpectedLength
        guard data.count <= dataLimit, expectedLength.map({ (1...expectedLimit).contains($0) }) ?? true else {
            throw CardError(.commandTooLong, header: header)
        }
        var octets: [UInt8] = []
        octets.reserveCapacity(4 + 3 + data.count + 2)
        octets += header.octets
        if !isShort && (!data.isEmpty || expectedLength != nil) { octets.append(0) }
        if !data.isEmpty {
            octets += isShort ? [UInt8(data.count)] : UInt16(data.count).bigEndianOctets
            octets += data
        }
        if let expectedLength {
            // The largest value of each form is written as zero.
            octets +=
                isShort
                ? [UInt8(truncatingIfNeeded: expectedLength)]
                : UInt16(truncatingIfNeeded: expectedLength).bigEndianOctets
        }
        return octets
    }

    /// Reads a command from its octets, as a card does.
    ///
    /// - Parameter octets: Octets from outside.
    /// - Throws: `EncodingError`: `truncated`, `trailingOctets`, or `malformedLength` for a length that no case
    ///   allows (an extended Lc of zero).
    public init(decoding octets: [UInt8]) throws(EncodingError) {
        guard octets.count <= Self.maximumEncodedLength else {
            throw EncodingError(.limitExceeded, at: Self.maximumEncodedLength)
        }
        var cursor = ByteCursor(octets)
        header = CommandHeader(
            try cursor.readByte(),
            try cursor.readByte(),
            try cursor.readByte(),
            try cursor.readByte()
        )
        data = []
        expectedLength = nil
        if cursor.isAtEnd { return }
        let first = try cursor.readByte()
        if cursor.isAtEnd {
            expectedLength = first == 0 ? Self.maximumShortExpectedLength : Int(first)
            return
        }
        let isShort = first != 0
        let length = isShort ? Int(first) : Int(try cursor.readBigEndian(UInt16.self))
        if !isShort && cursor.isAtEnd {
            expectedLength = length == 0 ? Self.maximumExpectedLength : length
            return
        }
        guard length > 0 else { throw EncodingError(.malformedLength, at: 5) }
        data = Array(try cursor.read(length))
        if cursor.isAtEnd { return }
        if isShort {
            let expected = try cursor.readByte()
            expectedLength = expected == 0 ? Self.maximumShortExpectedLength : Int(expected)
        } else {
            let expected = try cursor.readBigEndian(UInt16.self)
            expectedLength = expected == 0 ? Self.maximumExpectedLength : Int(expected)
        }
        try cursor.finish()
    }
}

extension CommandAPDU: CustomStringConvertible {
    /// The header and the lengths; never the data, which may be a PIN.
    public var description: String {
        let expected = expectedLength.map { ", \($0) expected" } ?? ""
        return "\(header), \(data.count) bytes of data\(expected)"
    }
}
