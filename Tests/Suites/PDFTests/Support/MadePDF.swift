/// A small PDF made by hand: what each test needs, and no more.
struct MadePDF {
    enum CrossReferences: CaseIterable { case table, stream }

    /// Objects by number, from 1, as they are written between `obj` and `endobj`.
    var objects: [String]
    var trailer = ""
    var header = "%PDF-1.7\n%\u{B5}\u{B5}\n"

    /// One page with a line of text, and what the catalog has besides.
    init(pages: Int = 1, catalog: String = "") {
        let text = "BT /F1 24 Tf 72 720 Td (Contract) Tj ET"
        let kids = (0..<pages).map { "\(5 + $0) 0 R" }.joined(separator: " ")
        objects = [
            "<</Type /Catalog /Pages 2 0 R \(catalog)>>",
            "<</Type /Pages /Kids [\(kids)] /Count \(pages)>>",
            "<</Length \(text.utf8.count)>>\nstream\n\(text)\nendstream",
            "<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>",
        ]
        for _ in 0..<pages {
            objects.append(
                "<</Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 3 0 R"
                    + " /Resources <</Font <</F1 4 0 R>>>>>>"
            )
        }
    }

    /// The file.
    func bytes(_ kind: CrossReferences = .table) -> [UInt8] {
        var bytes = header.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        var offsets: [Int] = []
        for (index, object) in objects.enumerated() {
            offsets.append(bytes.count)
            bytes += "\(index + 1) 0 obj\n\(object)\nendobj\n".utf8
        }
        let start = bytes.count
        switch kind {
        case .table:
            bytes += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n".utf8
            for offset in offsets { bytes += Self.padded(offset) + " 00000 n \n".utf8 }
            bytes += "trailer\n<</Size \(objects.count + 1) /Root 1 0 R \(trailer)>>\n".utf8
        case .stream:
            let count = objects.count + 2
            bytes += "\(count - 1) 0 obj\n<</Type /XRef /Size \(count) /Root 1 0 R /W [1 4 2]".utf8
            bytes += " /Length \(count * 7) \(trailer)>>\nstream\n".utf8
            bytes += [0, 0, 0, 0, 0, 0xFF, 0xFF]
            for offset in offsets + [start] {
                bytes += [1] + (0..<4).map { UInt8(truncatingIfNeeded: offset >> (24 - 8 * $0)) } + [0, 0]
            }
            bytes += "\nendstream\nendobj\n".utf8
        }
        return bytes + "startxref\n\(start)\n%%EOF\n".utf8
    }

    private static func padded(_ offset: Int) -> [UInt8] {
        let digits = "\(offset)"
        return Array((String(repeating: "0", count: 10 - digits.count) + digits).utf8)
    }
}
