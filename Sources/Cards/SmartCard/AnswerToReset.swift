public import JetonOctets

/// What a card says after power-on or reset (ATR): coding, protocols, and up to 15 historical bytes.
///
/// Reading is strict about structure and lenient about content: a wrong check byte or unknown parameters are
/// reported, not refused, since a diagnosis has to name them.
///
/// - SeeAlso: ISO/IEC 7816-3:2006, 8.2; PC/SC Workgroup Specification 2.01.14, part 3, 3.1.3.2.3 (contactless).
public struct AnswerToReset: Hashable, Sendable {
    /// The longest answer there is, in octets.
    public static let maximumLength = 33

    /// How bits are coded on the line (TS).
    public enum Convention: Hashable, Sendable {
        /// `3B`: high is one, least significant bit first.
        case direct
        /// `3F`: low is one, most significant bit first.
        case inverse
    }

    /// The interface bytes that one T0 or TD announces.
    public struct InterfaceGroup: Hashable, Sendable {
        /// TA of this group.
        public let ta: UInt8?
        /// TB of this group.
        public let tb: UInt8?
        /// TC of this group.
        public let tc: UInt8?
        /// TD of this group; its low half is a protocol and its high half announces the next group.
        public let td: UInt8?
    }

    /// The whole answer as it came, 2–33 octets.
    public let octets: [UInt8]
    /// The coding on the line.
    public let convention: Convention
    /// The interface bytes, the first group being TA1 to TD1; at least one group, empty if T0 announces none.
    public let interfaceGroups: [InterfaceGroup]
    /// The historical bytes, 0–15 octets.
    public let historicalBytes: [UInt8]
    /// The check byte (TCK), or nil if the answer has none.
    public let checkByte: UInt8?
    /// Octets behind the end that T0 and the TDs announce; empty in a proper answer, but Rutoken Lite SD sends one.
    public let excess: [UInt8]

    /// Reads an answer to reset.
    ///
    /// - Parameter octets: Octets from a card or a reader.
    /// - Throws: `EncodingError`: `truncated`; `limitExceeded` above 33 octets; `unexpectedValue` for a first octet
    ///   other than `3B` and `3F`.
    public init(_ octets: [UInt8]) throws(EncodingError) {
        guard octets.count <= Self.maximumLength else {
            throw EncodingError(.limitExceeded, at: Self.maximumLength)
        }
        var cursor = ByteCursor(octets)
        switch try cursor.readByte() {
        case 0x3B: convention = .direct
        case 0x3F: convention = .inverse
        default: throw EncodingError(.unexpectedValue, at: 0)
        }
        let format = try cursor.readByte()
        var groups: [InterfaceGroup] = []
        var announcement: UInt8? = format
        // Each round takes at least one octet, so 33 octets bound the chain.
        while let bits = announcement {
            let group = InterfaceGroup(
                ta: bits & 0x10 == 0 ? nil : try cursor.readByte(),
                tb: bits & 0x20 == 0 ? nil : try cursor.readByte(),
                tc: bits & 0x40 == 0 ? nil : try cursor.readByte(),
                td: bits & 0x80 == 0 ? nil : try cursor.readByte()
            )
            groups.append(group)
            announcement = group.td
        }
        interfaceGroups = groups
        historicalBytes = Array(try cursor.read(Int(format & 0x0F)))
        // ISO/IEC 7816-3, 8.2.5: TCK is absent only if T=0 alone is indicated.
        let indicatesOthers = groups.contains { group in group.td.map { $0 & 0x0F != 0 } ?? false }
        checkByte = indicatesOthers && !cursor.isAtEnd ? try cursor.readByte() : nil
        excess = Array(cursor.readRest())
        self.octets = octets
    }

    /// The protocols offered, in the card's order without repeats: 0 for T=0, 1 for T=1; at least one.
    ///
    /// T=15 stands for global parameters and is left out.
    public var protocols: [UInt8] {
        var found: [UInt8] = []
        for group in interfaceGroups {
            if let td = group.td, td & 0x0F != 15, !found.contains(td & 0x0F) { found.append(td & 0x0F) }
        }
        return found.isEmpty ? [0] : found
    }

    /// Whether the check byte makes the exclusive-or of all octets behind TS zero; nil if there is none.
    ///
    /// An answer that indicates a protocol other than T=0 must have one: see ``isCheckByteMissing``.
    public var isCheckByteCorrect: Bool? {
        guard checkByte != nil else { return nil }
        return octets.dropLast(excess.count).dropFirst().reduce(0, ^) == 0
    }

    /// Whether a check byte must be there and is not.
    public var isCheckByteMissing: Bool {
        checkByte == nil && interfaceGroups.contains { group in group.td.map { $0 & 0x0F != 0 } ?? false }
    }

    /// What the historical bytes say, as far as ISO/IEC 7816-4 defines it.
    public var historical: HistoricalBytes { HistoricalBytes(historicalBytes) }
}

extension AnswerToReset: CustomStringConvertible {
    /// The octets in upper-case hexadecimal without blanks.
    public var description: String { Hex.encode(octets, uppercase: true) }
}
