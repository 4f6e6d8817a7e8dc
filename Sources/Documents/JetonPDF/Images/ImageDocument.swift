import JetonLibcrypto

/// A PDF/A-2b document whose pages are images, written in one pass.
///
/// - SeeAlso: ISO 19005-2, 6.
public struct ImageDocument {
    /// How large pages are.
    public enum PageSize: Hashable, Sendable {
        /// Paper of so many points; it is turned where the image is wider than high, and the image fills it.
        case paper(width: Double, height: Double)
        /// As large as the image with so many pixels an inch.
        case image(pixelsPerInch: Double)
    }

    /// The objects that every document has, in order: the catalog, the pages, the metadata, the output intent's profile.
    private static let fixedCount = 4
    private static let sides = 3.0...14_400.0

    private let pageSize: PageSize
    private let reduction: ImageReduction
    private var offsets: [Int: UInt64] = [:]
    private var size: UInt64 = 0
    private var pages: [PDFReference] = []
    private var nextNumber = ImageDocument.fixedCount + 1
    private var seed: [UInt8] = []

    /// Begins a document.
    ///
    /// - Parameters:
    ///   - pageSize: The size of its pages, by the images as they are given.
    ///   - reduction: How images are made smaller.
    public init(_ pageSize: PageSize, reduction: ImageReduction = ImageReduction()) {
        self.pageSize = pageSize
        self.reduction = reduction
    }

    /// How many pages there are.
    public var pageCount: Int { pages.count }

    /// Adds a page.
    ///
    /// - Parameter image: What the page shows.
    /// - Returns: The next bytes of the file.
    /// - Throws: ``PDFError/Code/notSupported`` for an image in the colors of a press without their profile; where images
    ///   are made smaller, ``PDFError/Code/libraryUnavailable``, ``PDFError/Code/malformed`` and
    ///   ``PDFError/Code/limitExceeded``. The document is as it was then.
    public mutating func add(_ image: PDFImage) throws(PDFError) -> [UInt8] {
        guard image.colorCount < 4 || image.profile != nil else {
            throw PDFError(.notSupported, "an image in CMYK needs its press profile; save it as RGB")
        }
        let (sheet, place, resolution) = layout(image)
        let image = try reduction.reduced(image, resolution: resolution)
        var bytes: [UInt8] = []
        if size == 0 { bytes = Array("%PDF-1.7\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, 0x0A] }
        let (page, content, picture) = (newReference(), newReference(), newReference())
        let mask = image.isTransparent ? newReference() : nil
        let profile = image.profile == nil ? nil : newReference()
        let numbers = place.map(SignatureAppearance.text).joined(separator: " ")
        let resources = PDFDictionary([
            ("XObject", .dictionary(PDFDictionary([("Im1", .reference(picture))])))
        ])
        let box = [0, 0, sheet.width, sheet.height].map { PDFObject.real(Array(SignatureAppearance.text($0).utf8)) }
        let dictionary = PDFDictionary([
            ("Type", .name("Page")), ("Parent", .reference(PDFReference(2))), ("MediaBox", .array(box)),
            ("Resources", .dictionary(resources)), ("Contents", .reference(content)),
        ])
        append(page, .value(.dictionary(dictionary)), to: &bytes)
        append(content, .stream(PDFDictionary(), Array("q \(numbers) cm /Im1 Do Q\n".utf8)), to: &bytes)
        for (reference, body) in image.bodies(picture, mask: mask, profile: profile) {
            append(reference, body, to: &bytes)
        }
        pages.append(page)
        size += UInt64(bytes.count)
        if let digest = try? Digest.sha256.hash(seed + bytes) { seed = digest }
        return bytes
    }

    /// Ends the document.
    ///
    /// - Returns: The last bytes of the file.
    public mutating func finish() -> [UInt8] {
        var bytes: [UInt8] = []
        let profile = PDFReference(4)
        let intent = PDFDictionary([
            ("Type", .name("OutputIntent")), ("S", .name("GTS_PDFA1")),
            ("OutputConditionIdentifier", .string(Array("sRGB".utf8))), ("DestOutputProfile", .reference(profile)),
        ])
        let catalog = PDFDictionary([
            ("Type", .name("Catalog")), ("Pages", .reference(PDFReference(2))),
            ("Metadata", .reference(PDFReference(3))), ("OutputIntents", .array([.dictionary(intent)])),
        ])
        let tree = PDFDictionary([
            ("Type", .name("Pages")), ("Kids", .array(pages.map { .reference($0) })), ("Count", .integer(pages.count)),
        ])
        let metadata = PDFDictionary([("Type", .name("Metadata")), ("Subtype", .name("XML"))])
        append(PDFReference(1), .value(.dictionary(catalog)), to: &bytes)
        append(PDFReference(2), .value(.dictionary(tree)), to: &bytes)
        append(PDFReference(3), .stream(metadata, Array(Self.metadata.utf8)), to: &bytes)
        append(profile, .stream(PDFDictionary([("N", .integer(3))]), compressing: ColorProfile.standardRGB), to: &bytes)
        let start = size + UInt64(bytes.count)
        bytes += "xref\n0 \(nextNumber)\n0000000000 65535 f \n".utf8
        for number in 1..<nextNumber {
            bytes += PDFRevision.padded(offsets[number] ?? 0, 10) + Array(" 00000 n \n".utf8)
        }
        let identifier = PDFObject.string(Array(seed.prefix(16)))
        let trailer = PDFDictionary([
            ("Size", .integer(nextNumber)), ("Root", .reference(PDFReference(1))),
            ("ID", .array([identifier, identifier])),
        ])
        bytes += "trailer\n".utf8
        PDFEncoder.encode(trailer, to: &bytes)
        return bytes + Array("\nstartxref\n\(start)\n%%EOF\n".utf8)
    }

    /// - SeeAlso: ISO 19005-2, 6.6.4; ISO 16684-1, 7.3.
    private static let metadata = """
        <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="2" \
        pdfaid:conformance="B"/>
        </rdf:RDF></x:xmpmeta>
        <?xpacket end="w"?>
        """

    private mutating func newReference() -> PDFReference {
        defer { nextNumber += 1 }
        return PDFReference(nextNumber)
    }

    private mutating func append(_ reference: PDFReference, _ body: PDFRevision.Body, to bytes: inout [UInt8]) {
        offsets[reference.number] = size + UInt64(bytes.count)
        bytes += "\(reference.number) 0 obj\n".utf8
        switch body {
        case .value(let value): PDFEncoder.encode(value, to: &bytes)
        case .stream(var dictionary, let data):
            dictionary["Length"] = .integer(data.count)
            PDFEncoder.encode(dictionary, to: &bytes)
            bytes += "\nstream\n".utf8
            bytes += data
            bytes += "\nendstream".utf8
        case .split(let head, _, let tail): bytes += head + tail
        }
        bytes += "\nendobj\n".utf8
    }

    /// The page, the matrix that draws the image in its middle, and the image's pixels an inch.
    private func layout(
        _ image: PDFImage
    ) -> (sheet: (width: Double, height: Double), matrix: [Double], resolution: Double) {
        let pixels = image.orientation.isSideways ? (image.height, image.width) : (image.width, image.height)
        let (width, height) = (Double(pixels.0), Double(pixels.1))
        var sheet: (width: Double, height: Double)
        switch pageSize {
        case .paper(let short, let long): sheet = width > height ? (max(short, long), min(short, long)) : (short, long)
        case .image(let pixelsPerInch):
            let scale = 72 / pixelsPerInch
            sheet = (width * scale, height * scale)
        }
        sheet.width = min(max(sheet.width, Self.sides.lowerBound), Self.sides.upperBound)
        sheet.height = min(max(sheet.height, Self.sides.lowerBound), Self.sides.upperBound)
        let scale = min(sheet.width / width, sheet.height / height)
        var matrix = image.orientation.matrix(width * scale, height * scale)
        matrix[4] += (sheet.width - width * scale) / 2
        matrix[5] += (sheet.height - height * scale) / 2
        return (sheet, matrix, 72 / scale)
    }
}
