/// A document of one page with a signature, whose CMS message is a sequence without a meaning.
enum SignedDocument {
    private static let contents = "<300302010100>"
    private static let objects = [
        "<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [5 0 R 8 0 R] /SigFlags 3>>>>",
        "<</Type /Pages /Kids [3 0 R] /Count 1>>",
        "<</Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R /Annots [5 0 R 8 0 R]>>",
        "<</Length 7>>\nstream\n0 0 m S\nendstream",
        "<</FT /Sig /T (S) /V 6 0 R /Type /Annot /Subtype /Widget /Rect [0 0 0 0] /P 3 0 R>>",
        "<</Type /Sig /Filter /A /SubFilter /adbe.pkcs7.detached /Contents \(contents) /ByteRange [0 AAAA BBBB CCCC]>>",
        "<</Title (T)>>",
        "<</FT /Tx /T (F) /V (1) /Type /Annot /Subtype /Widget /Rect [9 9 50 20] /P 3 0 R>>",
    ]

    /// The file.
    static let bytes: [UInt8] = {
        var file = revision(of: objects.enumerated().map { ($0 + 1, Array($1.utf8)) }, behind: Array("%PDF-1.7\n".utf8))
        let start = place(of: contents, in: file)
        let end = start + contents.utf8.count
        for (mark, value) in [("AAAA", start), ("BBBB", end), ("CCCC", file.count - end)] {
            let digits = Array("\(10_000 + value)".utf8.dropFirst())
            let place = place(of: mark, in: file)
            file.replaceSubrange(place..<(place + 4), with: digits)
        }
        return file
    }()

    /// Where the object of the page's text begins.
    static let text = UInt64(place(of: "4 0 obj", in: bytes))
    private static let section = place(of: "xref\n", in: bytes)

    /// The file with a revision: objects of a number, a size and so many bytes, one behind the other.
    static func extended(by script: ArraySlice<UInt8>) -> [UInt8] {
        var rest = script
        var objects: [(number: Int, bytes: [UInt8])] = []
        while let number = rest.popFirst(), let size = rest.popFirst() {
            objects.append((Int(number & 15) + 1, Array(rest.prefix(Int(size)))))
            rest = rest.dropFirst(Int(size))
        }
        return revision(of: objects, behind: bytes, previous: section)
    }

    private static func revision(
        of objects: [(number: Int, bytes: [UInt8])],
        behind former: [UInt8],
        previous: Int? = nil
    ) -> [UInt8] {
        var file = former
        var table = ""
        for object in objects {
            let digits = "\(10_000_000_000 + file.count)".dropFirst()
            table += "\(object.number) 1\n\(digits) 00000 n \n"
            file += Array("\(object.number) 0 obj\n".utf8) + object.bytes + Array("\nendobj\n".utf8)
        }
        let start = file.count
        let former = previous.map { " /Prev \($0)" } ?? ""
        file += Array("xref\n\(table)trailer\n<</Size 17 /Root 1 0 R /Info 7 0 R\(former)>>\n".utf8)
        return file + Array("startxref\n\(start)\n%%EOF\n".utf8)
    }

    private static func place(of text: String, in file: [UInt8]) -> Int {
        guard let place = file.indices.first(where: { file[$0...].starts(with: text.utf8) }) else {
            preconditionFailure("no \(text)")
        }
        return place
    }
}
