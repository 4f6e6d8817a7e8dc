extension PDFImage {
    /// The pixels, on white where the image is transparent.
    ///
    /// - Parameters:
    ///   - size: The size in pixels that is needed; the result has it, or a larger one.
    ///   - isGray: Whether colors may be left out; the result may have them.
    /// - Returns: The pixels, not turned.
    /// - Throws: ``PDFError/Code/libraryUnavailable`` for JPEG without libturbojpeg; ``PDFError/Code/malformed``,
    ///   ``PDFError/Code/limitExceeded``.
    func pixels(atLeast size: (width: Int, height: Int), isGray: Bool) throws(PDFError) -> PixelImage {
        if isJPEG {
            let isGray = isGray || colorCount == 1
            return try JPEGLibrary.load().decode(data, (width, height), atLeast: size, isGray: isGray)
        }
        guard width * height <= JPEGLibrary.pixelLimit else {
            throw PDFError(.limitExceeded, "an image of \(width) × \(height) pixels is too large to re-encode")
        }
        if let opacity { return onWhite(opacity) }
        if dictionary["Filter"] == nil {
            return PixelImage(width: width, height: height, colorCount: colorCount, pixels: data)
        }
        guard let parameters = dictionary["DecodeParms"]?.dictionary,
            let bits = dictionary["BitsPerComponent"]?.integer,
            let count = parameters["Colors"]?.integer
        else { throw PDFError(.malformed, "the data of an image") }
        let rows = try StreamFilter.expand(data, colors: count, bits: bits, columns: width, rows: height)
        let values = Self.values(rows, bits: bits, row: width * count, rows: height)
        guard case .array(let space)? = dictionary["ColorSpace"], case .string(let palette)? = space.last else {
            // A value of fewer bits is a part of the brightest.
            let most = 1 << min(bits, 8) - 1
            let pixels = bits < 8 ? values.map { UInt8(Int($0) * 255 / most) } : values
            return PixelImage(width: width, height: height, colorCount: count, pixels: pixels)
        }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height * 3)
        for value in values {
            let start = Int(value) * 3
            guard start + 3 <= palette.count else { throw PDFError(.malformed, "a color that is not in the palette") }
            pixels += palette[start..<(start + 3)]
        }
        return PixelImage(width: width, height: height, colorCount: 3, pixels: pixels)
    }

    private func onWhite(_ opacity: [UInt8]) -> PixelImage {
        let count = colorCount
        var pixels = data
        for (pixel, share) in opacity.enumerated() where share < 255 {
            for index in (pixel * count)..<((pixel + 1) * count) {
                let mixed = Int(data[index]) * Int(share) + 255 * (255 - Int(share))
                pixels[index] = UInt8(truncatingIfNeeded: (mixed + 127) / 255)
            }
        }
        return PixelImage(width: width, height: height, colorCount: count, pixels: pixels)
    }

    /// The values of rows that begin at bytes, one a byte; of those with 16 bits the upper ones.
    private static func values(_ bytes: [UInt8], bits: Int, row count: Int, rows: Int) -> [UInt8] {
        if bits == 8 { return bytes }
        var values: [UInt8] = []
        values.reserveCapacity(count * rows)
        let width = (count * bits + 7) / 8
        for row in 0..<rows {
            for index in 0..<count {
                let place = index * bits
                let byte = bytes[row * width + place / 8]
                values.append(bits == 16 ? byte : byte >> UInt8(8 - bits - place % 8) & (1 << UInt8(bits) - 1))
            }
        }
        return values
    }
}
