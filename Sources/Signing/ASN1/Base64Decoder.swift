/// Decodes base64 character by character, so that a text of any size needs no memory.
struct Base64Decoder: Sendable {
    private var bits: UInt32 = 0
    private var characters = 0
    private var padding = 0

    /// Takes one character and adds what it completes.
    ///
    /// - Returns: false if the character has no place here.
    mutating func take(_ character: UInt8, into octets: inout [UInt8]) -> Bool {
        let value: UInt8
        switch character {
        case 0x41...0x5A: value = character - 0x41
        case 0x61...0x7A: value = character - 0x61 + 26
        case 0x30...0x39: value = character - 0x30 + 52
        case 0x2B: value = 62
        case 0x2F: value = 63
        case 0x3D:
            // Padding stands in the third and fourth place only.
            guard characters >= 2, padding < 2 else { return false }
            padding += 1
            value = 0
        case 0x09, 0x0A, 0x0D, 0x20: return true
        default: return false
        }
        guard padding == 0 || character == 0x3D else { return false }
        bits = bits << 6 | UInt32(value)
        characters += 1
        guard characters == 4 else { return true }
        for index in 0..<(3 - padding) { octets.append(UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * index))) }
        bits = 0
        characters = 0
        return true
    }

    /// Whether the characters so far are whole groups.
    var isComplete: Bool { characters == 0 }
}
