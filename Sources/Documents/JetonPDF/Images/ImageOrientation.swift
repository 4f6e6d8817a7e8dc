/// How a camera was held, as a JPEG file states it.
///
/// - SeeAlso: Exif 2.3 (JEITA CP-3451C), 4.6.4, tag 0x0112.
enum ImageOrientation: Int {
    case upright = 1
    case mirrored
    case upsideDown
    case flipped
    case transposed
    case turnedRight
    case transversed
    case turnedLeft

    /// Whether width and height are exchanged.
    var isSideways: Bool { rawValue >= 5 }

    /// The matrix that draws the image upright in a rectangle at the origin.
    func matrix(_ width: Double, _ height: Double) -> [Double] {
        switch self {
        case .upright: [width, 0, 0, height, 0, 0]
        case .mirrored: [-width, 0, 0, height, width, 0]
        case .upsideDown: [-width, 0, 0, -height, width, height]
        case .flipped: [width, 0, 0, -height, 0, height]
        case .transposed: [0, -height, -width, 0, width, height]
        case .turnedRight: [0, -height, width, 0, 0, height]
        case .transversed: [0, height, width, 0, 0, 0]
        case .turnedLeft: [0, height, -width, 0, width, 0]
        }
    }

    /// Reads the orientation in a JPEG file; one that states none is upright.
    init(jpeg bytes: [UInt8]) {
        self = Self.stated(BigEndianBytes(bytes[...])).flatMap { ImageOrientation(rawValue: $0) } ?? .upright
    }

    private static func stated(_ file: BigEndianBytes) -> Int? {
        var offset = 2
        while let marker = file.uint16(offset), (0xFFC0...0xFFFE).contains(marker), marker != 0xFFDA,
            let length = file.uint16(offset + 2), length >= 2
        {
            if marker == 0xFFE1, let segment = file.part(offset + 4, length - 2), segment.starts(with: "Exif\0\0".utf8)
            {
                return orientation(BigEndianBytes(segment.dropFirst(6)))
            }
            offset += 2 + length
        }
        return nil
    }

    /// Looks for the tag in the first directory of a TIFF structure.
    private static func orientation(_ tiff: BigEndianBytes) -> Int? {
        let isLittle = tiff.uint16(0) == 0x4949
        func uint16(_ offset: Int) -> Int? {
            tiff.uint16(offset).map { isLittle ? ($0 & 0xFF) << 8 | $0 >> 8 : $0 }
        }
        func uint32(_ offset: Int) -> Int? {
            guard let first = uint16(offset), let second = uint16(offset + 2) else { return nil }
            return isLittle ? second << 16 | first : first << 16 | second
        }
        guard let directory = uint32(4), let count = uint16(directory) else { return nil }
        for index in 0..<count {
            let entry = directory + 2 + index * 12
            guard let tag = uint16(entry) else { return nil }
            if tag == 0x0112 { return uint16(entry + 8) }
        }
        return nil
    }
}
