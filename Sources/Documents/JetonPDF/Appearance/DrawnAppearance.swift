/// The look of a signature, which is added once for each way in which pages are turned.
struct DrawnAppearance {
    let width: Double
    let height: Double
    let content: [UInt8]
    let resources: PDFDictionary
    /// What was added, by the rotation of the pages.
    private var added: [Int: PDFReference] = [:]

    init(width: Double, height: Double, content: [UInt8], resources: PDFDictionary) {
        self.width = width
        self.height = height
        self.content = content
        self.resources = resources
    }

    /// The entry AP of a field on a page that is turned clockwise by some degrees.
    ///
    /// - SeeAlso: ISO 32000-2, 12.5.5: the box, turned by the matrix, is put into the field's rectangle.
    mutating func entry(_ rotation: Int, to revision: inout PDFRevision) -> PDFObject {
        if let known = added[rotation] { return .dictionary(PDFDictionary([("N", .reference(known))])) }
        func numbers(_ values: [Double]) -> PDFObject {
            .array(values.map { .real(Array(SignatureAppearance.text($0).utf8)) })
        }
        var dictionary = PDFDictionary([
            ("Type", .name("XObject")), ("Subtype", .name("Form")), ("BBox", numbers([0, 0, width, height])),
            ("Resources", .dictionary(resources)),
        ])
        // The page is turned clockwise, so its signature is turned the other way.
        switch rotation {
        case 90: dictionary["Matrix"] = numbers([0, 1, -1, 0, height, 0])
        case 180: dictionary["Matrix"] = numbers([-1, 0, 0, -1, width, height])
        case 270: dictionary["Matrix"] = numbers([0, -1, 1, 0, 0, width])
        default: break
        }
        let form = revision.newReference()
        revision.set(form, .stream(dictionary, compressing: content))
        added[rotation] = form
        return .dictionary(PDFDictionary([("N", .reference(form))]))
    }
}
