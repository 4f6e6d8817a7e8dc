import JetonOctets

/// The two octets with which a card closes every answer (SW1 and SW2).
///
/// Open: a card may answer any number, and the number is kept.
///
/// - SeeAlso: ISO/IEC 7816-4:2020, 5.6, tables 5 to 9.
public struct StatusWord: RawRepresentable, Hashable, Sendable {
    /// What kind of outcome a status word tells of.
    public enum Family: Hashable, Sendable {
        /// 9000: done.
        case success
        /// 61xx: done, and more data waits.
        case moreData
        /// 62xx and 63xx: done, but something is to be said.
        case warning
        /// 64xx to 66xx: begun and failed.
        case executionError
        /// 67xx to 6Fxx: refused before it began.
        case checkingError
        /// Any other number; the application defines it.
        case proprietary
    }

    /// SW1 and SW2 as one big-endian number.
    public let rawValue: UInt16

    /// Makes a status word from its number.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Makes a status word from its octets.
    public init(_ sw1: UInt8, _ sw2: UInt8) { rawValue = UInt16(sw1) << 8 | UInt16(sw2) }

    /// The first octet.
    public var sw1: UInt8 { UInt8(rawValue >> 8) }
    /// The second octet.
    public var sw2: UInt8 { UInt8(truncatingIfNeeded: rawValue) }
    /// Both octets.
    public var octets: [UInt8] { [sw1, sw2] }

    /// The kind of outcome.
    public var family: Family {
        switch sw1 {
        case 0x90: sw2 == 0 ? .success : .proprietary
        case 0x61: .moreData
        case 0x62, 0x63: .warning
        case 0x64...0x66: .executionError
        case 0x67...0x6F: .checkingError
        default: .proprietary
        }
    }

    /// Tries left before the PIN or key locks (63Cx): 0–15, or nil for any other status word.
    public var triesLeft: Int? { rawValue & 0xFFF0 == 0x63C0 ? Int(rawValue & 0x0F) : nil }

    /// Octets that wait for a GET RESPONSE (61xx): 1–256, 256 meaning "256 or more"; nil for any other status word.
    public var octetsWaiting: Int? { sw1 == 0x61 ? Self.count(sw2) : nil }

    /// The expected length that the card wants instead (6Cxx): 1–256; nil for any other status word.
    public var correctedLength: Int? { sw1 == 0x6C ? Self.count(sw2) : nil }

    private static func count(_ octet: UInt8) -> Int { octet == 0 ? 256 : Int(octet) }
}

extension StatusWord: CustomStringConvertible {
    /// What the status word means, and its number: "file or application not found (SW 6A82)".
    public var description: String { "\(meaning) (SW \(Hex.encode(octets, uppercase: true)))" }

    /// What the status word means, in words without a number.
    public var meaning: String {
        if let triesLeft {
            return triesLeft == 1 ? "wrong PIN or key, 1 try left" : "wrong PIN or key, \(triesLeft) tries left"
        }
        if let octetsWaiting { return "\(octetsWaiting) more bytes are available" }
        if let correctedLength { return "wrong expected length, the card has \(correctedLength) bytes" }
        if let name = Self.names[rawValue] { return name }
        return switch sw1 {
        case 0x62: "done with a warning, memory unchanged"
        case 0x63: "done with a warning, memory changed"
        case 0x64: "execution failed, memory unchanged"
        case 0x65: "execution failed, memory changed"
        case 0x66: "security-related failure"
        case 0x67: "wrong length"
        case 0x68: "function of the class not supported"
        case 0x69: "command not allowed"
        case 0x6A: "wrong parameters"
        default: "status defined by the application"
        }
    }
}
