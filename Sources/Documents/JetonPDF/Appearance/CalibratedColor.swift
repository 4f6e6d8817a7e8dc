/// Colors that no device defines: those of the display that sRGB describes.
///
/// - SeeAlso: ISO 32000-2, 8.6.5.2 and 8.6.5.3; IEC 61966-2-1.
enum CalibratedColor {
    /// The white of D65, as CIE XYZ.
    private static let white = ["0.9505", "1", "1.089"]
    /// Red, green and blue of sRGB, as CIE XYZ.
    private static let primaries = [
        "0.4124", "0.2126", "0.0193", "0.3576", "0.7152", "0.1192", "0.1805", "0.0722", "0.9505",
    ]
    private static let gamma = "2.2"

    /// From black, 0, to white, 1.
    static var gray: PDFObject {
        .array([
            .name("CalGray"),
            .dictionary(PDFDictionary([("WhitePoint", numbers(white)), ("Gamma", .real(Array(gamma.utf8)))])),
        ])
    }

    /// Red, green and blue.
    static var rgb: PDFObject {
        .array([
            .name("CalRGB"),
            .dictionary(
                PDFDictionary([
                    ("WhitePoint", numbers(white)), ("Gamma", numbers([gamma, gamma, gamma])),
                    ("Matrix", numbers(primaries)),
                ])
            ),
        ])
    }

    /// The space that takes the place of a device's; that of a press stays.
    ///
    /// - Parameter space: A name, or a palette with its base.
    /// - Returns: A space of no device, or what was given where there is none.
    static func replacing(_ space: PDFObject?) -> PDFObject? {
        switch space {
        case .name("DeviceGray")?: return gray
        case .name("DeviceRGB")?: return rgb
        case .array(var indexed)? where indexed.count > 1 && indexed[0] == .name("Indexed"):
            guard let base = replacing(indexed[1]) else { return space }
            indexed[1] = base
            return .array(indexed)
        default: return space
        }
    }

    private static func numbers(_ values: [String]) -> PDFObject { .array(values.map { .real(Array($0.utf8)) }) }
}
