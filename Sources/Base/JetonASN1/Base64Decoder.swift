/// Decodes padded base64 character by character, so that a text of any size needs constant memory.
///
/// White space is skipped; otherwise only the canonical form is taken (RFC 4648, 3.5).
public struct Base64Decoder: Sendable {
    private var bits: UInt32 = 0
    private var characters = 0
    private var padding = 0

    /// Starts before the first character.
    public init() {}

    /// Takes one character and appends the bytes it completes, at most three.
    ///
    /// - Returns: false if the character has no place here.
    public mutating func take(_ character: UInt8, into octets: inout [UInt8]) -> Bool {
        var group: (UInt8, UInt8, UInt8) = (0, 0, 0)
        guard let count = take(character, group: &group) else { return false }
        if count > 0 { octets.append(group.0) }
        if count > 1 { octets.append(group.1) }
        if count > 2 { octets.append(group.2) }
        return true
    }

    /// Takes one character.
    ///
    /// - Returns: How many bytes of `group` are complete, 0 to 3; nil if the character has no place here.
    mutating func take(_ character: UInt8, group: inout (UInt8, UInt8, UInt8)) -> Int? {
        var value: UInt8 = 0
        switch character {
        case 0x09, 0x0A, 0x0D, 0x20: return 0
        case UInt8(ascii: "="):
            // Padding stands in the third and fourth place only.
            guard characters >= 2, padding < 2 else { return nil }
            padding += 1
        default:
            guard padding == 0, let digit = Base64.value(of: character) else { return nil }
            value = digit
        }
        bits = bits << 6 | UInt32(value)
        characters += 1
        guard characters == 4 else { return 0 }
        // RFC 4648, 3.5: the bits that belong to no byte are zero.
        guard bits & (1 << UInt32(8 * padding) - 1) == 0 else { return nil }
        group = (
            UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 8),
            UInt8(truncatingIfNeeded: bits)
        )
        bits = 0
        characters = 0
        return 3 - padding
    }

    /// Whether the characters so far are whole groups.
    public var isComplete: Bool { characters == 0 }
}
