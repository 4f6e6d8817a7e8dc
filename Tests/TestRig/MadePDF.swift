/// A small PDF made by hand: what each test needs, and no more.
public struct MadePDF {
    /// The kind of its cross-references.
    public enum CrossReferences: CaseIterable, Sendable { case table, stream }

    /// Objects by number, from 1, as they are written between `obj` and `endobj`.
    public var objects: [String]
    /// What the trailer has besides.
    public var trailer = ""
    /// What stands in front of the objects.
    public var header = "%PDF-1.7\n%\u{B5}\u{B5}\n"

    /// One page with a line of text, and what the catalog has besides.
    public init(pages: Int = 1, catalog: String = "") {
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
    public func bytes(_ kind: CrossReferences = .table) -> [UInt8] {
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

    /// Appends a revision by hand: objects by number, those that are freed, and what the trailer has besides.
    public static func append(
        _ objects: [(number: Int, text: String)],
        freeing freed: [Int] = [],
        offsets: [(number: Int, offset: Int)] = [],
        trailer: String = "",
        to file: [UInt8]
    ) -> [UInt8] {
        var bytes = file
        let marker = Array("startxref\n".utf8)
        let place = bytes.indices.last { bytes[$0...].starts(with: marker) } ?? 0
        let previous = String(decoding: bytes[(place + marker.count)...].prefix { $0 != 0x0A }, as: UTF8.self)
        var lines: [String] = []
        var highest = 100
        for object in objects {
            lines.append(
                "\(object.number) 1\n" + String(decoding: Self.padded(bytes.count), as: UTF8.self) + " 00000 n "
            )
            bytes += "\(object.number) 0 obj\n\(object.text)\nendobj\n".utf8
            highest = max(highest, object.number + 1)
        }
        for (number, offset) in offsets {
            lines.append("\(number) 1\n" + String(decoding: Self.padded(offset), as: UTF8.self) + " 00000 n ")
        }
        for number in freed { lines.append("\(number) 1\n0000000000 00001 f ") }
        let start = bytes.count
        bytes += "xref\n\(lines.joined(separator: "\n"))\n".utf8
        let prefix = "trailer\n<</Size \(highest) /Root 1 0 R"
        bytes += "\(prefix) /Prev \(previous) \(trailer)>>\nstartxref\n\(start)\n%%EOF\n".utf8
        return bytes
    }
}
