/// What a visible signature shows: an image, lines of text, or both beside each other.
public struct SignatureAppearance: Sendable {
    /// A rectangle of a page in points of 1/72 inch, from the lower left corner of the page as it is seen.
    public struct Rectangle: Hashable, Sendable, CustomStringConvertible {
        /// The left edge.
        public let left: Double
        /// The lower edge.
        public let bottom: Double
        /// The width; more than 0.
        public let width: Double
        /// The height; more than 0.
        public let height: Double

        /// Makes a rectangle; nil if it has no extent, or is larger than any page.
        public init?(left: Double, bottom: Double, width: Double, height: Double) {
            // ISO 32000-2, annex C: pages have at most 14,400 units.
            guard (1...14_400).contains(width), (1...14_400).contains(height), abs(left) <= 14_400,
                abs(bottom) <= 14_400
            else { return nil }
            self.left = left
            self.bottom = bottom
            self.width = width
            self.height = height
        }

        /// Left, bottom, width and height, as options take them.
        public var description: String {
            [left, bottom, width, height].map(SignatureAppearance.text).joined(separator: ",")
        }

        /// The rectangle at another place; nil outside of any page.
        func moved(_ x: Double, _ y: Double) -> Rectangle? {
            Rectangle(left: left + x, bottom: bottom + y, width: width, height: height)
        }
    }

    /// The size of letters, at most, and at least.
    private static let fontSizes = 3.0...12.0
    /// The distance of lines, as a multiple of the size of letters.
    private static let lineHeight = 1.2
    /// The free edge around everything, in points.
    private static let margin = 2.0

    /// Where it stands; nil for the rectangle of the field that is filled.
    public var rectangle: Rectangle?
    /// The lines of text; each is one line.
    public var lines: [String] = []
    /// The font of the lines.
    public var font: TrueTypeFont?
    /// The image.
    public var image: PDFImage?
    /// What was drawn by hand; takes the place of the image.
    public var drawing: DrawnSignature?
    /// Whether its colors are those of no device, as a PDF/A without output intent demands.
    var isCalibrated = false

    /// Makes an appearance that shows nothing yet.
    public init() {}

    /// A number as PDF writes it, with at most three places.
    static func text(_ value: Double) -> String {
        let scaled = Int((value * 1_000).rounded())
        let (whole, rest) = (abs(scaled) / 1_000, abs(scaled) % 1_000)
        let digits = "\(rest)"
        let fraction = rest == 0 ? "" : "." + String(repeating: "0", count: 3 - digits.count) + digits
        return (scaled < 0 ? "-" : "") + "\(whole)\(fraction)"
    }

    /// Adds what the appearance is made of to a revision.
    ///
    /// - Parameters:
    ///   - revision: Gets its font and its image.
    ///   - area: The field's rectangle, as it is seen.
    /// - Returns: What is drawn.
    /// - Throws: ``PDFError`` if the text does not fit, or the font does not have its characters.
    func draw(to revision: inout PDFRevision, _ area: Rectangle) throws(PDFError) -> DrawnAppearance {
        var content = "q\n"
        var resources = PDFDictionary()
        var textLeft = Self.margin
        let height = area.height - 2 * Self.margin
        if let image, drawing == nil {
            let share = lines.isEmpty ? area.width - 2 * Self.margin : area.width / 2 - 2 * Self.margin
            let scale = min(share / Double(image.width), height / Double(image.height))
            guard scale > 0 else { throw PDFError(.invalidArgument, "the rectangle is too small for an image") }
            let (width, tall) = (Double(image.width) * scale, Double(image.height) * scale)
            let left = Self.margin + (share - width) / 2
            let bottom = (area.height - tall) / 2
            content +=
                "q \(Self.text(width)) 0 0 \(Self.text(tall)) \(Self.text(left)) \(Self.text(bottom)) cm /Im1 Do Q\n"
            let reference = image.add(to: &revision, isCalibrated: isCalibrated)
            resources["XObject"] = .dictionary(PDFDictionary([("Im1", .reference(reference))]))
            textLeft = area.width / 2
        }
        if let drawing {
            let share = lines.isEmpty ? area.width - 2 * Self.margin : area.width / 2 - 2 * Self.margin
            let scale = min(share / drawing.width, height / drawing.height)
            guard scale > 0 else { throw PDFError(.invalidArgument, "the rectangle is too small for a drawing") }
            let left = Self.margin + (share - drawing.width * scale) / 2
            let bottom = (area.height - drawing.height * scale) / 2
            content += drawing.content(left: left, bottom: bottom, scale: scale, black: strokedBlack)
            textLeft = area.width / 2
        }
        if !lines.isEmpty {
            let (text, fonts) = try self.text(in: area, from: textLeft, &revision)
            content += text
            resources["Font"] = fonts
        }
        content += "Q\n"
        if isCalibrated {
            resources["ColorSpace"] = .dictionary(PDFDictionary([("CS1", CalibratedColor.gray)]))
        }
        return DrawnAppearance(
            width: area.width,
            height: area.height,
            content: Array(content.utf8),
            resources: resources
        )
    }

    /// What makes text and areas black.
    private var filledBlack: String { isCalibrated ? "/CS1 cs 0 sc" : "0 g" }
    /// What makes lines black.
    private var strokedBlack: String { isCalibrated ? "/CS1 CS 0 SC" : "0 G" }

    /// The lines as they are drawn, and their font.
    private func text(
        in area: Rectangle,
        from left: Double,
        _ revision: inout PDFRevision
    ) throws(PDFError) -> (content: String, fonts: PDFObject) {
        guard let font else { throw PDFError(.invalidArgument, "text needs a font") }
        var subset = FontSubset(font)
        var glyphs: [[Int]] = []
        for line in lines {
            var row: [Int] = []
            for character in line.unicodeScalars { row.append(try subset.glyph(character)) }
            glyphs.append(row)
        }
        let widest = glyphs.map { row in row.reduce(0) { $0 + subset.width($1) } }.max() ?? 0
        let room = area.width - left - Self.margin
        var size = (area.height - 2 * Self.margin) / (Double(lines.count) * Self.lineHeight)
        if widest > 0 { size = min(size, room * 1_000 / Double(widest)) }
        size = min(size, Self.fontSizes.upperBound)
        guard size >= Self.fontSizes.lowerBound else {
            throw PDFError(.invalidArgument, "the text does not fit in the rectangle of the signature")
        }
        let block = Double(lines.count) * size * Self.lineHeight
        let top = (area.height + block) / 2 - size
        var content = "BT /F1 \(Self.text(size)) Tf \(filledBlack) \(Self.text(size * Self.lineHeight)) TL\n"
        content += "\(Self.text(left)) \(Self.text(top)) Td\n"
        for row in glyphs {
            var digits: [UInt8] = []
            for glyph in row {
                PDFEncoder.encode(hexadecimal: UInt8(glyph >> 8), to: &digits)
                PDFEncoder.encode(hexadecimal: UInt8(glyph & 0xFF), to: &digits)
            }
            content += "<\(String(decoding: digits, as: UTF8.self))> Tj T*\n"
        }
        content += "ET\n"
        let reference = try subset.add(to: &revision)
        return (content, .dictionary(PDFDictionary([("F1", .reference(reference))])))
    }
}
