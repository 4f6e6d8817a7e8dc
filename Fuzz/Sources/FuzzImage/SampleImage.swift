import JetonPDF

/// Whole images to begin with.
enum SampleImage {
    /// A JPEG of 24 × 16 pixels, which the library makes of a PNG.
    static let jpeg: [UInt8] = {
        var reduction = ImageReduction()
        reduction.quality = 90
        var document = ImageDocument(.image(pixelsPerInch: 72), reduction: reduction)
        guard let page = try? document.add(PDFImage(png(color: 2))),
            let start = page.indices.first(where: { page[$0...].starts(with: [0xFF, 0xD8, 0xFF]) }),
            let end = page.indices.last(where: { page[$0...].starts(with: [0xFF, 0xD9]) })
        else { preconditionFailure("libturbojpeg is missing") }
        return Array(page[start..<(end + 2)])
    }()

    /// A PNG of 24 × 16 pixels with 8 bits a color, not compressed.
    ///
    /// - Parameter color: Its kind of colors; one that PNG does not have stands for a palette.
    /// - Returns: The file.
    static func png(color: UInt8) -> [UInt8] {
        let colors: [UInt8: Int] = [0: 1, 2: 3, 4: 2, 6: 4]
        let kind = colors[color] == nil ? 3 : color
        let count = colors[kind] ?? 1
        var data: [UInt8] = []
        for _ in 0..<16 {
            data.append(0)
            for pixel in 0..<24 { data += [UInt8](repeating: UInt8(pixel), count: count) }
        }
        // One stored block, between the head of zlib and the checksum.
        var (low, high) = (1, 0)
        for octet in data {
            low = (low + Int(octet)) % 65_521
            high = (high + low) % 65_521
        }
        let size = [UInt8(data.count & 0xFF), UInt8(data.count >> 8)]
        var packed: [UInt8] = [0x78, 0x01, 0x01]
        packed += size
        packed += size.map { ~$0 }
        packed += data
        packed += number(high << 16 | low)
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        file += chunk("IHDR", number(24) + number(16) + [8, kind, 0, 0, 0])
        file += chunk("PLTE", [UInt8](repeating: 0x55, count: 72))
        file += chunk("IDAT", packed)
        file += chunk("IEND", [])
        return file
    }

    private static func number(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// The checksum is not read.
    private static func chunk(_ tag: String, _ data: [UInt8]) -> [UInt8] {
        var chunk = number(data.count)
        chunk += Array(tag.utf8)
        chunk += data
        chunk += number(0)
        return chunk
    }
}
