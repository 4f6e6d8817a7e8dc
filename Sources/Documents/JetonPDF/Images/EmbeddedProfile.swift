import JetonZlib

/// The profile of colors that a JPEG or PNG file has.
///
/// - SeeAlso: ICC.1:2004-10 (version 4.2), 7.2 and B.4.
enum EmbeddedProfile {
    private static let signature = Array("ICC_PROFILE\0".utf8)
    private static let headerSize = 128

    /// Reads a profile.
    ///
    /// - Parameters:
    ///   - bytes: A JPEG file.
    ///   - space: The colors of its pixels.
    /// - Returns: The profile; nil if there is none, a part is missing, or it is for other colors than the pixels have.
    static func read(_ bytes: [UInt8], space: PDFName?) -> [UInt8]? {
        let file = BigEndianBytes(bytes[...])
        var parts: [Int: ArraySlice<UInt8>] = [:]
        var count = 0
        var offset = 2
        while let marker = file.uint16(offset), (0xFFC0...0xFFFE).contains(marker), marker != 0xFFDA,
            let length = file.uint16(offset + 2), length >= 2
        {
            if marker == 0xFFE2, let segment = file.part(offset + 4, length - 2), segment.starts(with: signature),
                segment.count > signature.count + 2
            {
                let place = segment.startIndex + signature.count
                parts[Int(segment[place])] = segment[(place + 2)...]
                count = Int(segment[place + 1])
            }
            offset += 2 + length
        }
        guard count > 0, parts.count == count else { return nil }
        var profile: [UInt8] = []
        for number in 1...count {
            guard let part = parts[number] else { return nil }
            profile += part
        }
        return isFit(profile, for: space) ? profile : nil
    }

    /// Reads the profile of a PNG file.
    ///
    /// - Parameters:
    ///   - part: The part `iCCP`: a name, the method 0, and the compressed profile.
    ///   - limit: How many bytes the profile may have.
    ///   - space: The colors of the pixels.
    /// - Returns: The profile; nil if it is damaged, or is for other colors than the pixels have.
    /// - SeeAlso: ISO/IEC 15948 (PNG), 11.3.3.3.
    static func read(png part: [UInt8], limit: Int, space: PDFName) -> [UInt8]? {
        guard let end = part.prefix(80).firstIndex(of: 0), end + 2 < part.count, part[end + 1] == 0 else { return nil }
        guard let profile = try? Zlib.expand(Array(part[(end + 2)...]), limit: limit, allowsTrailing: false) else {
            return nil
        }
        return isFit(profile, for: space) ? profile : nil
    }

    /// Whether a PDF/A can have a profile: ISO 19005-2, 6.2.4.2.
    private static func isFit(_ profile: [UInt8], for space: PDFName?) -> Bool {
        let header = BigEndianBytes(profile[...])
        guard profile.count > headerSize, header.uint32(0) == profile.count, profile[8] <= 4,
            header.part(36, 4)?.elementsEqual("acsp".utf8) == true
        else { return false }
        let names: [PDFName: String] = ["DeviceGray": "GRAY", "DeviceRGB": "RGB ", "DeviceCMYK": "CMYK"]
        guard let space, let name = names[space], header.part(16, 4)?.elementsEqual(name.utf8) == true else {
            return false
        }
        return ["mntr", "scnr", "prtr", "spac"].contains { header.part(12, 4)?.elementsEqual($0.utf8) == true }
    }
}
