import JetonZlib

/// A PNG file: its header, and the parts that its pixels are made of.
///
/// - SeeAlso: ISO/IEC 15948 (PNG), 11.
struct PNGFile {
    /// How many bytes the profile of the colors may have.
    private static let profileLimit = 4 << 20
    /// The numbers of samples of a pixel, by the kind of colors.
    private static let sampleCounts: [UInt8: Int] = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4]

    let width: Int
    let height: Int
    /// How many bits a sample has: 1, 2, 4, 8 or 16.
    let bits: Int
    /// How many samples a pixel has.
    let sampleCount: Int
    let isInterlaced: Bool
    private let color: UInt8
    /// Red, green and blue of each color that pixels are numbers of.
    let palette: [UInt8]
    /// The color that is transparent, or how opaque the colors of the palette are; nil if all is opaque.
    let transparency: [UInt8]?
    /// The profile of its colors; nil if there is none, or none that a document can have.
    private(set) var profile: [UInt8]?
    /// The compressed pixels.
    let data: [UInt8]

    /// Reads a file.
    ///
    /// - Throws: ``PDFError/Code/malformed``; ``PDFError/Code/notSupported`` without zlib.
    init(_ bytes: [UInt8]) throws(PDFError) {
        let parts = try Self.parts(bytes)
        guard let header = parts["IHDR"].map({ BigEndianBytes($0[...]) }), let width = header.uint32(0),
            let height = header.uint32(4), let kinds = header.part(8, 5), let data = parts["IDAT"], !data.isEmpty
        else { throw PDFError(.malformed, "a PNG image") }
        (self.width, self.height, self.data) = (width, height, data)
        bits = Int(kinds[kinds.startIndex])
        color = kinds[kinds.startIndex + 1]
        isInterlaced = kinds[kinds.startIndex + 4] == 1
        guard [1, 2, 4, 8, 16].contains(bits), kinds[kinds.startIndex + 4] <= 1,
            let sampleCount = Self.sampleCounts[color]
        else { throw PDFError(.malformed, "the colors of a PNG image") }
        self.sampleCount = sampleCount
        palette = parts["PLTE"] ?? []
        transparency = parts["tRNS"]
        if color == 3 {
            guard !palette.isEmpty, palette.count <= 768, palette.count.isMultiple(of: 3), bits <= 8 else {
                throw PDFError(.malformed, "the palette of a PNG image")
            }
        } else if let transparency, transparency.count != sampleCount * 2 {
            throw PDFError(.malformed, "the transparent color of a PNG image")
        }
        guard let part = parts["iCCP"] else { return }
        profile = EmbeddedProfile.read(png: part, limit: Self.profileLimit, space: space)
    }

    /// Whether pixels are numbers of colors in the palette.
    var isIndexed: Bool { color == 3 }

    /// Whether each pixel says how opaque it is.
    var hasOpacity: Bool { color == 4 || color == 6 }

    /// Whether the data can go into a document as it is.
    var isPlain: Bool { !isInterlaced && transparency == nil && !hasOpacity }

    /// The colors of its pixels.
    var space: PDFName { color == 0 || color == 4 ? "DeviceGray" : "DeviceRGB" }

    /// The last part of each name, and all data as one; the checksums and the end must be right.
    private static func parts(_ bytes: [UInt8]) throws(PDFError) -> [String: [UInt8]] {
        let file = BigEndianBytes(bytes[...])
        var parts: [String: [UInt8]] = [:]
        var offset = 8
        while let length = file.uint32(offset), let tag = file.part(offset + 4, 4),
            let chunk = file.part(offset + 8, length), let stated = file.uint32(offset + 8 + length)
        {
            let name = String(decoding: tag, as: UTF8.self)
            guard try checksum(bytes[(offset + 4)..<(offset + 8 + length)]) == stated else {
                throw PDFError(.malformed, "the checksum of the part \(name) of a PNG image")
            }
            if name == "IEND" { return parts }
            if name == "IDAT" { parts[name, default: []] += chunk } else { parts[name] = Array(chunk) }
            offset += 12 + length
        }
        throw PDFError(.malformed, "a PNG image without an end")
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) throws(PDFError) -> Int {
        do throws(ZlibError) {
            var sum = try CRC32()
            sum.update(bytes.span)
            return Int(sum.value)
        } catch {
            throw PDFError(.notSupported, "\(error)")
        }
    }
}
