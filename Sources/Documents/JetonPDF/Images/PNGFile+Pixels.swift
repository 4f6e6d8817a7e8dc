extension PNGFile {
    /// A part of the pixels: where the first one is, how far apart they are, and how many there are.
    private struct Pass {
        let origin: (x: Int, y: Int)
        let step: (x: Int, y: Int)
        let columns: Int
        let rows: Int
    }

    /// The passes of an interlaced image.
    ///
    /// - SeeAlso: ISO/IEC 15948 (PNG), 8.2.
    private static let interlaced = [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ]

    private var passes: [Pass] {
        let all = isInterlaced ? Self.interlaced : [(0, 0, 1, 1)]
        return all.map { x, y, dx, dy in
            let columns = (max(0, width - x) + dx - 1) / dx
            let rows = (max(0, height - y) + dy - 1) / dy
            return Pass(origin: (x, y), step: (dx, dy), columns: columns, rows: columns == 0 ? 0 : rows)
        }
    }

    /// The colors of the pixels with 8 bits each, by rows, and how opaque each pixel is; nil if all are.
    ///
    /// - Throws: ``PDFError/Code/malformed``, ``PDFError/Code/limitExceeded``.
    func pixels() throws(PDFError) -> (colors: [UInt8], opacity: [UInt8]?) {
        guard width * height <= JPEGLibrary.pixelLimit else {
            throw PDFError(.limitExceeded, "an image of \(width) × \(height) pixels is too large to expand")
        }
        let passes = passes
        let parts = try StreamFilter.expand(
            data,
            colors: sampleCount,
            bits: bits,
            passes: passes.map { ($0.columns, $0.rows) }
        )
        let colorCount = space == "DeviceGray" ? 1 : 3
        var colors = [UInt8](repeating: 0, count: width * height * colorCount)
        var opacity = transparency == nil && !hasOpacity ? nil : [UInt8](repeating: 255, count: width * height)
        for (pass, bytes) in zip(passes, parts) {
            let length = (pass.columns * sampleCount * bits + 7) / 8
            for row in 0..<pass.rows {
                var target = (pass.origin.y + row * pass.step.y) * width + pass.origin.x
                for column in 0..<pass.columns {
                    let share = try put(bytes, row * length, column, into: &colors, target * colorCount)
                    opacity?[target] = share
                    target += pass.step.x
                }
            }
        }
        return (colors, opacity)
    }

    /// Puts the colors of a pixel of a row to a place; returns how opaque it is.
    private func put(
        _ bytes: [UInt8],
        _ row: Int,
        _ column: Int,
        into colors: inout [UInt8],
        _ place: Int
    ) throws(PDFError) -> UInt8 {
        let first = column * sampleCount
        if isIndexed {
            let number = sample(bytes, row, first)
            guard number * 3 + 3 <= palette.count else {
                throw PDFError(.malformed, "a color that is not in the palette")
            }
            for index in 0..<3 { colors[place + index] = palette[number * 3 + index] }
            guard let transparency, number < transparency.count else { return 255 }
            return transparency[number]
        }
        let colorCount = hasOpacity ? sampleCount - 1 : sampleCount
        var isKey = transparency != nil
        for index in 0..<colorCount {
            let value = sample(bytes, row, first + index)
            if let transparency, value != Int(transparency[index * 2]) << 8 | Int(transparency[index * 2 + 1]) {
                isKey = false
            }
            colors[place + index] = byte(value)
        }
        return hasOpacity ? byte(sample(bytes, row, first + colorCount)) : isKey ? 0 : 255
    }

    private func sample(_ bytes: [UInt8], _ row: Int, _ index: Int) -> Int {
        let place = index * bits
        let byte = bytes[row + place / 8]
        if bits == 16 { return Int(byte) << 8 | Int(bytes[row + place / 8 + 1]) }
        return Int(byte) >> (8 - bits - place % 8) & (1 << bits - 1)
    }

    /// A sample of 8 bits: of 16 the upper ones, of fewer a part of the brightest.
    private func byte(_ value: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: bits == 16 ? value >> 8 : value * 255 / (1 << bits - 1))
    }
}
