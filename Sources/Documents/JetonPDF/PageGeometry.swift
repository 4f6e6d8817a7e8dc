/// How a page is seen: which part of it, how it is turned, and how large its units are.
///
/// Places on the page as it is seen count in points of 1/72 inch from its lower left corner.
///
/// - SeeAlso: ISO 32000-2, 7.7.3.3, table 31, and 14.11.2.
public struct PageGeometry: Sendable {
    /// The width of the page as it is seen, in points.
    public let width: Double
    /// The height of the page as it is seen, in points.
    public let height: Double
    /// By how many degrees the page is turned clockwise: 0, 90, 180 or 270.
    public let rotation: Int

    /// The size of a unit of the page, in points.
    private let unit: Double
    private let left: Double
    private let bottom: Double
    private let right: Double
    private let top: Double

    /// Reads the boxes of a page, which it may have from the nodes above it.
    ///
    /// - Throws: ``PDFError/Code/malformed`` for a page without a size.
    init(of page: PDFDictionary, in document: PDFDocument) throws(PDFError) {
        guard let media = try Self.box("MediaBox", page, document) else {
            throw PDFError(.malformed, "a page without a size")
        }
        let crop = try Self.box("CropBox", page, document) ?? media
        left = max(media[0], crop[0])
        bottom = max(media[1], crop[1])
        right = min(media[2], crop[2])
        top = min(media[3], crop[3])
        guard left < right, bottom < top else { throw PDFError(.malformed, "a page without a visible area") }
        let size = try document.resolve(page["UserUnit"]).number ?? 1
        unit = size > 0 && size <= 75_000 ? size : 1
        let stated = try document.resolve(Self.inherited("Rotate", page, document)).number ?? 0
        let angle = abs(stated) <= 36_000 ? Int(stated) : 0
        rotation = angle % 90 == 0 ? (angle % 360 + 360) % 360 : 0
        let (wide, tall) = ((right - left) * unit, (top - bottom) * unit)
        (width, height) = rotation % 180 == 0 ? (wide, tall) : (tall, wide)
    }

    private static func inherited(
        _ key: PDFName,
        _ page: PDFDictionary,
        _ document: PDFDocument
    ) throws(PDFError) -> PDFObject? {
        var node = page
        for _ in 0..<document.window.limits.depth {
            if let value = node[key] { return value }
            guard let parent = try document.dictionary(node["Parent"]) else { return nil }
            node = parent
        }
        return nil
    }

    private static func box(
        _ key: PDFName,
        _ page: PDFDictionary,
        _ document: PDFDocument
    ) throws(PDFError) -> [Double]? {
        var sides: [Double] = []
        for side in try document.resolve(inherited(key, page, document)).array ?? [] {
            sides.append(try document.resolve(side).number ?? .nan)
        }
        guard sides.count == 4, sides.allSatisfy({ $0.isFinite && abs($0) < 1e7 }) else { return nil }
        return [
            min(sides[0], sides[2]), min(sides[1], sides[3]), max(sides[0], sides[2]), max(sides[1], sides[3]),
        ]
    }

    // MARK: - Places

    /// Where a place in the units of the page is seen.
    func seen(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        switch rotation {
        case 90: ((y - bottom) * unit, (right - x) * unit)
        case 180: ((right - x) * unit, (top - y) * unit)
        case 270: ((top - y) * unit, (x - left) * unit)
        default: ((x - left) * unit, (y - bottom) * unit)
        }
    }

    /// The place in the units of the page that is seen at another one.
    private func unseen(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        switch rotation {
        case 90: (right - y / unit, bottom + x / unit)
        case 180: (right - x / unit, top - y / unit)
        case 270: (left + y / unit, top - x / unit)
        default: (left + x / unit, bottom + y / unit)
        }
    }

    /// Whether all of a rectangle can be seen.
    func shows(_ area: SignatureAppearance.Rectangle) -> Bool {
        // What is less than a hundredth of a point comes from numbers that were rounded.
        area.left >= -0.01 && area.bottom >= -0.01 && area.left + area.width <= width + 0.01
            && area.bottom + area.height <= height + 0.01
    }

    /// The entry Rect of what is seen in a rectangle.
    func object(_ area: SignatureAppearance.Rectangle) -> PDFObject {
        let first = unseen(area.left, area.bottom)
        let second = unseen(area.left + area.width, area.bottom + area.height)
        let sides = [
            min(first.x, second.x), min(first.y, second.y), max(first.x, second.x), max(first.y, second.y),
        ]
        return .array(sides.map { .real(Array(SignatureAppearance.text($0).utf8)) })
    }

    /// Where the entry Rect of an annotation is seen; nil for one that shows nothing.
    func rectangle(_ object: PDFObject) -> SignatureAppearance.Rectangle? {
        let sides = (object.array ?? []).compactMap(\.number)
        guard sides.count == 4 else { return nil }
        let first = seen(sides[0], sides[1])
        let second = seen(sides[2], sides[3])
        return SignatureAppearance.Rectangle(
            left: min(first.x, second.x),
            bottom: min(first.y, second.y),
            width: abs(second.x - first.x),
            height: abs(second.y - first.y)
        )
    }
}
