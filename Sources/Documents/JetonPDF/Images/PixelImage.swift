/// An image as pixels of 8 bits a color.
struct PixelImage {
    /// The width in pixels.
    let width: Int
    /// The height in pixels.
    let height: Int
    /// How many colors a pixel is mixed of: 1 (gray) or 3 (red, green and blue).
    let colorCount: Int
    /// The colors of the pixels, by rows from the upper left corner without gaps.
    let pixels: [UInt8]

    /// The image without colors; each pixel is as bright as before.
    ///
    /// - SeeAlso: ITU-R BT.601, 2.5.1.
    var gray: PixelImage {
        guard colorCount == 3 else { return self }
        var result: [UInt8] = []
        result.reserveCapacity(width * height)
        for start in stride(from: 0, to: pixels.count - 2, by: 3) {
            let (red, green, blue) = (Int(pixels[start]), Int(pixels[start + 1]), Int(pixels[start + 2]))
            result.append(UInt8(truncatingIfNeeded: (299 * red + 587 * green + 114 * blue + 500) / 1_000))
        }
        return PixelImage(width: width, height: height, colorCount: 1, pixels: result)
    }

    /// The image with fewer pixels, each of which is the mean of those in its place.
    ///
    /// - Parameters:
    ///   - newWidth: The width in pixels, at least 1; a larger one than the image's own has no effect.
    ///   - newHeight: The height, likewise.
    /// - Returns: The smaller image.
    func scaled(_ newWidth: Int, _ newHeight: Int) -> PixelImage {
        let newWidth = min(max(newWidth, 1), width)
        let newHeight = min(max(newHeight, 1), height)
        guard newWidth < width || newHeight < height else { return self }
        var result: [UInt8] = []
        result.reserveCapacity(newWidth * newHeight * colorCount)
        // In units in which both sizes are whole: a pixel is newWidth wide, and one of the result width.
        let total = width * height
        let spare = [Int](repeating: 0, count: newWidth * colorCount)
        var sums = spare
        var row = 0
        for line in 0..<height {
            let means = narrowed(line, newWidth)
            var start = line * newHeight
            let end = start + newHeight
            while start < end {
                let edge = (row + 1) * height
                let weight = min(end, edge) - start
                for index in sums.indices { sums[index] += means[index] * weight }
                start += weight
                guard start == edge else { continue }
                for sum in sums { result.append(UInt8(truncatingIfNeeded: (sum + total / 2) / total)) }
                sums = spare
                row += 1
            }
        }
        return PixelImage(width: newWidth, height: newHeight, colorCount: colorCount, pixels: result)
    }

    /// A row with fewer pixels, of which each color is `width` times as large.
    private func narrowed(_ line: Int, _ newWidth: Int) -> [Int] {
        var sums = [Int](repeating: 0, count: newWidth * colorCount)
        var source = line * width * colorCount
        var column = 0
        for position in 0..<width {
            let start = position * newWidth
            let edge = (column + 1) * width
            // The result is not wider, so that a pixel lies in at most two of its columns.
            let first = min(start + newWidth, edge) - start
            for color in 0..<colorCount {
                let value = Int(pixels[source + color])
                sums[column * colorCount + color] += value * first
                if first < newWidth { sums[(column + 1) * colorCount + color] += value * (newWidth - first) }
            }
            if start + newWidth >= edge { column += 1 }
            source += colorCount
        }
        return sums
    }
}
