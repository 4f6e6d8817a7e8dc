/// PNG images made by hand.
public enum MadePNG {
    /// An image of 8 × 8 pixels of one color, of the kind rgba, gray or palette.
    public static func bytes(_ kind: String) -> [UInt8] {
        let (color, pixel, palette): (UInt8, [UInt8], [UInt8]) =
            switch kind {
            case "rgba": (6, [255, 0, 0, 128], [])
            case "gray": (0, [64], [])
            default: (3, [1], [255, 0, 0, 0, 255, 0])
            }
        let row = Array([[UInt8]](repeating: pixel, count: 8).joined())
        return Rows(width: 8, color: color, palette: palette, rows: [[UInt8]](repeating: row, count: 8)).bytes
    }

    /// An image by its rows, each as PNG has it without a filter.
    public struct Rows: Sendable {
        /// The file.
        public let bytes: [UInt8]

        /// Makes an image.
        ///
        /// - Parameters:
        ///   - width: The width in pixels.
        ///   - height: The height that the file states; nil for the number of rows.
        ///   - color: The kind of color: 0 gray, 2 red, green and blue, 3 a palette, 4 and 6 with opacity.
        ///   - bits: The bits of a color, or of a number in the palette.
        ///   - palette: Red, green and blue of each color; empty without a palette.
        ///   - transparency: The part tRNS: a color, or how opaque those of the palette are; empty for none.
        ///   - isInterlaced: Whether the rows are those of the passes of an interlaced image.
        ///   - rows: The rows, together less than 64 KiB.
        public init(
            width: Int,
            height: Int? = nil,
            color: UInt8,
            bits: UInt8 = 8,
            palette: [UInt8] = [],
            transparency: [UInt8] = [],
            isInterlaced: Bool = false,
            rows: [[UInt8]]
        ) {
            var made: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            let size = word(UInt32(width)) + word(UInt32(height ?? rows.count))
            made += chunk("IHDR", size + [bits, color, 0, 0, isInterlaced ? 1 : 0])
            if color == 3 { made += chunk("PLTE", palette) }
            if !transparency.isEmpty { made += chunk("tRNS", transparency) }
            bytes = made + chunk("IDAT", stored(rows.flatMap { [0] + $0 })) + chunk("IEND", [])
        }
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
