/// The types of files that a job can ask for, by media type.
///
/// The list is closed: a private key, a store of passwords or a shell's history has none of these names, and where a type
/// has a signature of its own, the content must begin with it.
public enum JobFileType: String, Hashable, Sendable, CaseIterable {
    case pdf = "application/pdf"
    case jpeg = "image/jpeg"
    case png = "image/png"
    case tiff = "image/tiff"
    case text = "text/plain"
    case csv = "text/csv"
    case xml = "application/xml"
    case textXML = "text/xml"
    case zip = "application/zip"
    case wordDocument = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    case spreadsheet = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    case openText = "application/vnd.oasis.opendocument.text"
    case openSpreadsheet = "application/vnd.oasis.opendocument.spreadsheet"
    case signature = "application/pkcs7-signature"
    case container = "application/vnd.etsi.asic-e+zip"

    /// The endings of names, in lower case, the usual one first.
    package var extensions: [String] {
        switch self {
        case .pdf: ["pdf"]
        case .jpeg: ["jpg", "jpeg"]
        case .png: ["png"]
        case .tiff: ["tif", "tiff"]
        case .text: ["txt"]
        case .csv: ["csv"]
        case .xml, .textXML: ["xml"]
        case .zip: ["zip"]
        case .wordDocument: ["docx"]
        case .spreadsheet: ["xlsx"]
        case .openText: ["odt"]
        case .openSpreadsheet: ["ods"]
        case .signature: ["p7s"]
        case .container: ["asice", "sce"]
        }
    }

    /// Whether a file can be of this type.
    ///
    /// - Parameters:
    ///   - name: Its name, whose ending must be one of ``extensions``.
    ///   - content: Its content, which must begin as files of the type do.
    /// - Returns: Whether both fit.
    package func fits(_ name: String, _ content: [UInt8]) -> Bool {
        let ending = name.lowercased()
        return extensions.contains { ending.hasSuffix("." + $0) } && begins(content)
    }

    private func begins(_ content: [UInt8]) -> Bool {
        switch self {
        // ISO 32000-1, annex H.3, note 13: the header is in the first 1,024 bytes.
        case .pdf: JobFileType.has(Array("%PDF-".utf8), in: content.prefix(1_024))
        case .jpeg: content.starts(with: [0xFF, 0xD8, 0xFF])
        case .png: content.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        case .tiff: content.starts(with: [0x49, 0x49, 0x2A, 0x00]) || content.starts(with: [0x4D, 0x4D, 0x00, 0x2A])
        case .text, .csv: !content.contains(0)
        case .xml, .textXML: JobFileType.isMarkup(content)
        case .zip, .wordDocument, .spreadsheet, .openText, .openSpreadsheet, .container:
            content.starts(with: [0x50, 0x4B, 0x03, 0x04])
        case .signature: content.first == 0x30
        }
    }

    /// Whether a text begins with `<`, behind a byte order mark and white space.
    private static func isMarkup(_ content: [UInt8]) -> Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = content.starts(with: mark) ? content.dropFirst(3) : content[...]
        return text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: "<")
    }

    private static func has(_ part: [UInt8], in content: ArraySlice<UInt8>) -> Bool {
        guard content.count >= part.count else { return false }
        return (content.startIndex...(content.endIndex - part.count)).contains { content[$0...].starts(with: part) }
    }
}
