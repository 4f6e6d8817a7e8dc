/// What a document claims of PDF/A, and what a signature must not do to keep it.
///
/// - SeeAlso: ISO 19005-1, 6.2.3, 6.4, 6.7.11 and 6.9; ISO 19005-2, 6.2.4, 6.2.10 and 6.3.3.
struct ArchivalClaim {
    /// How many bytes of metadata are searched.
    private static let metadataLimit = 1 << 20

    /// The part of ISO 19005, from 1.
    let part: Int
    /// The numbers of colors of the output intents' profiles.
    private let profileColors: Set<Int>

    /// Reads the claim in the metadata; nil for a document that makes none.
    init?(of document: PDFDocument) throws(PDFError) {
        let catalog = try document.catalog().value
        guard let metadata = try? document.streamData(catalog["Metadata"]), metadata.count <= Self.metadataLimit,
            let part = Self.part(metadata)
        else { return nil }
        self.part = part
        var colors: Set<Int> = []
        for intent in try document.resolve(catalog["OutputIntents"]).array ?? [] {
            guard let intent = try document.dictionary(intent), intent["S"]?.name == "GTS_PDFA1",
                let profile = try document.dictionary(intent["DestOutputProfile"]),
                let count = try document.resolve(profile["N"]).integer
            else { continue }
            colors.insert(count)
        }
        profileColors = colors
    }

    /// Whether colors must be those of no device: there is no output intent, which would say what a device's are.
    var needsCalibratedColors: Bool { profileColors.isEmpty }

    /// The part in XMP, as an element or as an attribute.
    private static func part(_ metadata: [UInt8]) -> Int? {
        let name = Array("pdfaid:part".utf8)
        guard let place = metadata.indices.first(where: { metadata[$0...].starts(with: name) }) else { return nil }
        let rest = metadata[(place + name.count)...].prefix(8).drop { !PDFSyntax.isDigit($0) }
        return rest.first.flatMap { PDFSyntax.isDigit($0) ? Int($0 - 0x30) : nil }
    }

    /// Refuses an appearance that breaks the claim.
    ///
    /// - Throws: ``PDFError/Code/notPermitted`` with the rule.
    func check(_ appearance: SignatureAppearance) throws(PDFError) {
        if part == 1, appearance.image?.isTransparent == true {
            throw broken("6.4", "a transparent image; flatten it")
        }
        if needsCalibratedColors, appearance.image?.isTransparent == true {
            throw broken("6.2.10", "a transparent image without an output intent; flatten it")
        }
        guard let colors = appearance.image?.colorCount else { return }
        // Gray can be shown by every profile; without one, gray and RGB are calibrated.
        let isAllowed = needsCalibratedColors ? colors < 4 : colors == 1 || profileColors.contains(colors)
        guard isAllowed else {
            throw broken(colorRule, "an image of \(colors) colors, for which there is no output intent")
        }
    }

    private var colorRule: String { part == 1 ? "6.2.3.3" : "6.2.4.3" }

    private func broken(_ clause: String, _ detail: String) -> PDFError {
        PDFError(.notPermitted, "it is PDF/A-\(part), and ISO 19005-\(part), \(clause) forbids \(detail)")
    }
}
