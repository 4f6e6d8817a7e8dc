/// A PNG image of 8 × 8 pixels of one color, made by hand.
public enum MadePNG {
    /// The file, of the kind rgba, gray or palette.
    public static func bytes(_ kind: String) -> [UInt8] {
        let (color, pixel, bits): (UInt8, [UInt8], UInt8) =
            switch kind {
            case "rgba": (6, [255, 0, 0, 128], 8)
            case "gray": (0, [64], 8)
            default: (3, [1], 8)
            }
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        bytes += chunk("IHDR", [0, 0, 0, 8, 0, 0, 0, 8, bits, color, 0, 0, 0])
        if color == 3 { bytes += chunk("PLTE", [255, 0, 0, 0, 255, 0]) }
        var rows: [UInt8] = []
        for _ in 0..<8 { rows += [0] + [[UInt8]](repeating: pixel, count: 8).joined() }
        return bytes + chunk("IDAT", stored(rows)) + chunk("IEND", [])
    }

    /// A zlib stream without compression.
    private static func stored(_ data: [UInt8]) -> [UInt8] {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in data {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        let count = UInt16(data.count)
        let head: [UInt8] = [
            0x78, 1, 1, UInt8(count & 0xFF), UInt8(count >> 8), UInt8(~count & 0xFF), UInt8(~count >> 8),
        ]
        return head + data + word(high << 16 | low)
    }

    private static func word(_ value: UInt32) -> [UInt8] {
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }

    private static func chunk(_ tag: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(tag.utf8) + data
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in body {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return word(UInt32(data.count)) + body + word(~sum)
    }
}
