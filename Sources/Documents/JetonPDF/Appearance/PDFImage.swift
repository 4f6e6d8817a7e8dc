/// An image that a visible signature shows: JPEG or PNG, of which the data goes into the document as it is, except for
/// transparency.
///
/// - SeeAlso: ISO 32000-2, 8.9.5.
public struct PDFImage: Sendable {
    /// How many bytes a file may have.
    public static let sizeLimit = 32 << 20
    /// How many pixels a side may have.
    private static let sideLimit = 20_000

    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int
    /// What the document says of the image, without its mask.
    let dictionary: PDFDictionary
    /// The data as the file has it, or the colors of each pixel where the file has opacity beside them.
    let data: [UInt8]
    /// How opaque each pixel is; nil if all are.
    let opacity: [UInt8]?

    /// How the camera was held.
    let orientation: ImageOrientation
    /// The profile of its colors, if it has one that a document can have; nil for any device's.
    let profile: [UInt8]?

    /// Whether what is behind the image shines through.
    var isTransparent: Bool { opacity != nil }

    /// Whether the data is a JPEG file.
    var isJPEG: Bool { dictionary["Filter"] == .name("DCTDecode") }

    /// The size of the data in bytes.
    var dataSize: Int { data.count }

    /// How many colors a pixel is mixed of: 1, 3 or 4.
    var colorCount: Int {
        switch dictionary["ColorSpace"] {
        case .name("DeviceGray")?: 1
        case .name("DeviceCMYK")?: 4
        default: 3
        }
    }

    /// Reads a file.
    ///
    /// A PNG that is interlaced or transparent is expanded to 8 bits a color.
    ///
    /// - Throws: ``PDFError/Code/notSupported`` for a file that is neither; ``PDFError/Code/malformed``,
    ///   ``PDFError/Code/limitExceeded``.
    public init(_ bytes: [UInt8]) throws(PDFError) {
        guard bytes.count <= Self.sizeLimit else { throw PDFError(.limitExceeded, "an image of more than 32 MiB") }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            (width, height, dictionary) = try Self.jpeg(bytes)
            data = bytes
            opacity = nil
            orientation = ImageOrientation(jpeg: bytes)
            profile = EmbeddedProfile.read(bytes, space: dictionary["ColorSpace"]?.name)
        } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            let file = try PNGFile(bytes)
            (width, height, profile) = (file.width, file.height, file.profile)
            (dictionary, data, opacity) = try Self.png(file)
            orientation = .upright
        } else {
            throw PDFError(.notSupported, "the image is neither JPEG nor PNG")
        }
    }

    /// Takes a JPEG file that was made here.
    ///
    /// - Parameters:
    ///   - jpeg: The file.
    ///   - orientation: How the camera was held.
    ///   - profile: The profile of its colors; nil for none.
    /// - Throws: ``PDFError/Code/limitExceeded`` for a file of more than 32 MiB.
    init(jpeg: [UInt8], orientation: ImageOrientation, profile: [UInt8]?) throws(PDFError) {
        guard jpeg.count <= Self.sizeLimit else { throw PDFError(.limitExceeded, "an image of more than 32 MiB") }
        (width, height, dictionary) = try Self.jpeg(jpeg)
        data = jpeg
        opacity = nil
        self.orientation = orientation
        self.profile = profile
    }

    /// Takes pixels, which the document has without a loss, and the profile of their colors.
    init(_ image: PixelImage, profile: [UInt8]? = nil) {
        (width, height, data) = (image.width, image.height, image.pixels)
        let space = PDFObject.name(image.colorCount == 1 ? "DeviceGray" : "DeviceRGB")
        dictionary = Self.entries(width, height, bits: 8, space)
        opacity = nil
        orientation = .upright
        self.profile = profile
    }

    private static func entries(_ width: Int, _ height: Int, bits: Int, _ space: PDFObject) -> PDFDictionary {
        PDFDictionary([
            ("Type", .name("XObject")), ("Subtype", .name("Image")), ("Width", .integer(width)),
            ("Height", .integer(height)), ("BitsPerComponent", .integer(bits)), ("ColorSpace", space),
        ])
    }

    private static func check(_ width: Int, _ height: Int) throws(PDFError) {
        guard (1...sideLimit).contains(width), (1...sideLimit).contains(height) else {
            throw PDFError(.limitExceeded, "an image of \(width) × \(height) pixels")
        }
    }

    /// Adds the image to a revision, on demand with colors of no device.
    func add(to revision: inout PDFRevision, isCalibrated: Bool) -> PDFReference {
        let image = revision.newReference()
        let mask = isTransparent ? revision.newReference() : nil
        for (reference, body) in bodies(image, mask: mask, isCalibrated: isCalibrated) { revision.set(reference, body) }
        return image
    }

    /// The image, its mask and the profile of its colors, as a file has them under numbers of their own.
    func bodies(
        _ image: PDFReference,
        mask: PDFReference?,
        profile place: PDFReference? = nil,
        isCalibrated: Bool = false
    ) -> [(reference: PDFReference, body: PDFRevision.Body)] {
        var bodies: [(reference: PDFReference, body: PDFRevision.Body)] = []
        var dictionary = dictionary
        if isCalibrated { dictionary["ColorSpace"] = CalibratedColor.replacing(dictionary["ColorSpace"]) }
        if let opacity, let mask {
            let entries = Self.entries(width, height, bits: 8, .name("DeviceGray"))
            bodies.append((mask, .stream(entries, compressing: opacity)))
            dictionary["SMask"] = .reference(mask)
        }
        if let profile, let place {
            bodies.append((place, .stream(PDFDictionary([("N", .integer(colorCount))]), compressing: profile)))
            let space = PDFObject.array([.name("ICCBased"), .reference(place)])
            if case .array(var indexed)? = dictionary["ColorSpace"] {
                indexed[1] = space
                dictionary["ColorSpace"] = .array(indexed)
            } else {
                dictionary["ColorSpace"] = space
            }
        }
        let isPlain = dictionary["Filter"] == nil
        bodies.append((image, isPlain ? .stream(dictionary, compressing: data) : .stream(dictionary, data)))
        return bodies
    }

    // MARK: - JPEG

    /// Reads the frame of a JPEG image, whose segments and scans must reach up to its end.
    ///
    /// - SeeAlso: ITU-T T.81, B.1 and B.2.
    private static func jpeg(_ bytes: [UInt8]) throws(PDFError) -> (Int, Int, PDFDictionary) {
        let file = BigEndianBytes(bytes[...])
        var offset = 2
        var isAdobe = false
        var frame: (Int, Int, PDFDictionary)?
        while let marker = file.uint16(offset), marker >= 0xFF01 {
            // The end of the image.
            if marker == 0xFFD9 {
                guard let frame else { break }
                return frame
            }
            // A byte that fills up, in front of a marker.
            if marker == 0xFFFF {
                offset += 1
                continue
            }
            guard let length = file.uint16(offset + 2), length >= 2, file.part(offset + 2, length) != nil else { break }
            // Start of a frame: baseline, extended or progressive.
            if (0xFFC0...0xFFC2).contains(marker) {
                guard let bits = file.part(offset + 4, 1)?.first, let height = file.uint16(offset + 5),
                    let width = file.uint16(offset + 7), let components = file.part(offset + 9, 1)?.first, bits == 8
                else { throw PDFError(.malformed, "a JPEG image") }
                try check(width, height)
                let spaces: [UInt8: PDFName] = [1: "DeviceGray", 3: "DeviceRGB", 4: "DeviceCMYK"]
                guard let space = spaces[components] else {
                    throw PDFError(.notSupported, "a JPEG with \(components) color components")
                }
                var dictionary = entries(width, height, bits: 8, .name(space))
                dictionary["Filter"] = .name("DCTDecode")
                if components == 4, isAdobe {
                    dictionary["Decode"] = .array([1, 0, 1, 0, 1, 0, 1, 0].map { .integer($0) })
                }
                guard frame == nil else { throw PDFError(.malformed, "a JPEG image with two frames") }
                frame = (width, height, dictionary)
            }
            // The other frames are those of arithmetic coding and of differences.
            if [0xFFC3, 0xFFC5, 0xFFC6, 0xFFC7, 0xFFC9, 0xFFCA, 0xFFCB, 0xFFCD, 0xFFCE, 0xFFCF].contains(marker) {
                throw PDFError(.notSupported, "a kind of JPEG that PDF does not support")
            }
            if marker == 0xFFEE, file.part(offset + 4, 5).map({ $0.elementsEqual("Adobe".utf8) }) == true {
                isAdobe = true
            }
            offset += 2 + length
            // The data of a scan goes on up to the next marker that is not one of its own.
            if marker == 0xFFDA {
                while offset + 1 < bytes.count,
                    bytes[offset] != 0xFF || bytes[offset + 1] == 0 || (0xD0...0xD7).contains(bytes[offset + 1])
                { offset += 1 }
            }
        }
        throw PDFError(.malformed, "a JPEG image without an end")
    }

    // MARK: - PNG

    /// What the document says of a PNG image, its data, and how opaque its pixels are.
    private static func png(_ file: PNGFile) throws(PDFError) -> (PDFDictionary, [UInt8], [UInt8]?) {
        try check(file.width, file.height)
        guard file.isPlain else {
            let (colors, opacity) = try file.pixels()
            return (entries(file.width, file.height, bits: 8, .name(file.space)), colors, opacity)
        }
        let row = (file.width * file.sampleCount * file.bits + 7) / 8
        try PNGData.check(file.data, row: row, rows: file.height)
        var space = PDFObject.name(file.space)
        if file.isIndexed {
            space = .array([.name("Indexed"), space, .integer(file.palette.count / 3 - 1), .string(file.palette)])
        }
        var dictionary = entries(file.width, file.height, bits: file.bits, space)
        dictionary["Filter"] = .name("FlateDecode")
        dictionary["DecodeParms"] = .dictionary(
            PDFDictionary([
                ("Predictor", .integer(15)), ("Colors", .integer(file.sampleCount)),
                ("BitsPerComponent", .integer(file.bits)), ("Columns", .integer(file.width)),
            ])
        )
        return (dictionary, file.data, nil)
    }
}
