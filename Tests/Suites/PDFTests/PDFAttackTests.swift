import JetonPDF
import TestRig
import Testing

/// The attacks on signed PDF that are known by a name, each made here by hand from a document that is valid.
///
/// - SeeAlso: Mladenov et al., 1 Trillion Dollar Refund (CCS 2019); Mainka et al., Shadow Attacks (NDSS 2021); Rohlmann
///   et al., Breaking the Specification: PDF Certification (S&P 2021).
@Suite("Attacks on signed PDF")
struct PDFAttackTests {
    /// An attack, and the reason for which it is refused.
    struct Attack: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// What the certification permits; nil for a signature that is none.
        let certification: DocumentPermission?
        /// What is signed; nil for the suite's document.
        let document: [UInt8]?
        /// The field that is signed; nil for one that is made.
        let field: String?
        let reason: String
        /// Makes the attack of a signed file, and of the number of the signature's object.
        let make: @Sendable ([UInt8], Int) throws -> [UInt8]

        init(
            _ name: String,
            certified certification: DocumentPermission? = nil,
            of document: [UInt8]? = nil,
            field: String? = nil,
            says reason: String,
            _ make: @escaping @Sendable ([UInt8], Int) throws -> [UInt8]
        ) {
            testDescription = name
            self.certification = certification
            self.document = document
            self.field = field
            self.reason = reason
            self.make = make
        }
    }

    static let page = "<</Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 3 0 R"
    private static let fonts = "/Resources <</Font <</F1 4 0 R>> /XObject <</Cover 8 0 R>>>>"

    /// A document with what attackers prepare: 7 a layer, 8 a white cover over the text, 9 another text and 10 other
    /// pages, which nothing uses; the page names 90, which is missing.
    private static var document: [UInt8] {
        var made = MadePDF(catalog: "/OCProperties 6 0 R")
        made.objects[4] = "\(page) \(fonts) /PieceInfo 90 0 R>>"
        made.objects += [
            "<</OCGs [7 0 R] /D <</ON [7 0 R]>>>>", "<</Type /OCG /Name (Price)>>",
            form("1 g 0 0 612 792 re f"), stream("BT /F1 24 Tf 72 720 Td (Pay double) Tj ET"),
            "<</Type /Pages /Kids [] /Count 0>>",
        ]
        return made.bytes()
    }

    static func stream(_ text: String) -> String {
        "<</Length \(text.utf8.count)>>\nstream\n\(text)\nendstream"
    }

    static func form(_ text: String) -> String {
        let head = "<</Type /XObject /Subtype /Form /BBox [0 0 612 792] /Length \(text.utf8.count)>>"
        return "\(head)\nstream\n\(text)\nendstream"
    }

    // MARK: - Tools

    static func find(_ text: String, in file: [UInt8], from start: Int = 0) throws -> Int {
        try #require(file.indices.dropFirst(start).first { file[$0...].starts(with: text.utf8) }, "\(text)")
    }

    /// Puts a text of the same length in the place of another.
    static func swap(_ old: String, _ new: String, in file: [UInt8]) throws -> [UInt8] {
        try #require(old.utf8.count == new.utf8.count)
        var bytes = file
        let place = try find(old, in: file)
        bytes.replaceSubrange(place..<(place + old.utf8.count), with: new.utf8)
        return bytes
    }

    /// Writes another byte range into the room of the former one.
    static func range(_ file: [UInt8], _ change: (inout [Int]) -> Void) throws -> [UInt8] {
        let start = try find("/ByteRange [", in: file) + 12
        let end = try find("]", in: file, from: start)
        var numbers = String(decoding: file[start..<end], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
        change(&numbers)
        let text = numbers.map { "\($0)" }.joined(separator: " ")
        let spaces = String(repeating: " ", count: end - start - text.utf8.count)
        return file[..<start] + Array((text + spaces).utf8) + file[end...]
    }

    /// Where the newest form of an object begins.
    static func place(of number: Int, in file: [UInt8]) throws -> Int {
        let head = Array("\n\(number) 0 obj\n".utf8)
        return try #require(file.indices.last { file[$0...].starts(with: head) }) + 1
    }

    /// The newest form of an object: the text between `obj` and `endobj`.
    static func object(_ number: Int, in file: [UInt8]) throws -> String {
        let start = try place(of: number, in: file) + "\(number) 0 obj\n".utf8.count
        return String(decoding: file[start..<(try find("\nendobj", in: file, from: start))], as: UTF8.self)
    }

    /// Appends the catalog with a text in the place of another.
    static func catalog(_ file: [UInt8], _ old: String, _ new: String, as number: Int = 1) throws -> [UInt8] {
        let former = try object(1, in: file)
        try #require(former.contains(old), "\(former)")
        return MadePDF.append([(number, former.replacing(old, with: new))], to: file)
    }

    // MARK: - Attacks

    private static let otherBytes = "the signature does not cover the whole file except itself"

    /// Universal signature forgery: the signature is there, and can't be checked.
    private static let forgeries = [
        Attack("forgery: no byte range", says: otherBytes) { file, _ in
            try swap("/ByteRange [", "/ByteRangf [", in: file)
        },
        Attack("forgery: an empty byte range", says: otherBytes) { file, _ in try range(file) { $0 = [] } },
        Attack("forgery: a byte range that covers nothing", says: otherBytes) { file, _ in
            try range(file) { $0 = [0, 0, 0, 0] }
        },
        Attack("forgery: a byte range with a negative number", says: otherBytes) { file, _ in
            try range(file) { $0[1] = -$0[1] }
        },
        Attack("forgery: no contents", says: "the signature has no contents") { file, _ in
            try swap("/Contents <", "/Contentt <", in: file)
        },
        Attack("forgery: contents of zeros", says: "the signature is not a CMS message") { file, _ in
            try swap("/Contents <30", "/Contents <00", in: file)
        },
        Attack("forgery: an unknown kind of signature", says: "are not supported") { file, _ in
            try swap("/SubFilter /ETSI.CAdES.detached", "/SubFilter /ETSI.CAdES.detaches", in: file)
        },
        Attack("forgery: two byte ranges", says: "the signature dictionary has a duplicate key") { file, number in
            let text = try object(number, in: file)
            return MadePDF.append(
                [(number, text.replacing("/ByteRange", with: "/ByteRange [0 0 0 0] /ByteRange"))],
                to: file
            )
        },
        Attack("forgery: the field's value is the signature itself", says: "not an indirect object") { file, number in
            let text = try object(number, in: file)
            let field = "<</FT /Sig /T (Forged) /V \(text)>>"
            let catalog = "<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [50 0 R]>>>>"
            return MadePDF.append([(1, catalog), (50, field)], to: file)
        },
    ]

    /// Holes and overlaps of the byte range.
    private static let ranges = [
        Attack("byte range: a hole in front of the contents", says: otherBytes) { file, _ in
            try range(file) { $0[1] -= 10 }
        },
        Attack("byte range: a hole behind the contents", says: otherBytes) { file, _ in
            try range(file) {
                $0[2] += 10
                $0[3] -= 10
            }
        },
        Attack("byte range: the parts overlap", says: otherBytes) { file, _ in
            try range(file) {
                $0[2] -= 20
                $0[3] += 20
            }
        },
        Attack("byte range: the first byte is left out", says: otherBytes) { file, _ in
            try range(file) {
                $0[0] = 1
                $0[1] -= 1
            }
        },
        Attack("byte range: a third part", says: otherBytes) { file, _ in try range(file) { $0 += [1, 1] } },
        Attack("byte range: more than the file has", says: "covers more bytes than the file has") { file, _ in
            try range(file) { $0[3] += 1_000 }
        },
        Attack("byte range: less than the last revision", says: "not a whole document") { file, _ in
            try range(file) { $0[3] -= 30 }
        },
        Attack("signature wrapping: the signature moved behind what it signs", says: otherBytes) { file, number in
            MadePDF.append([(3, stream("BT (Other) Tj ET")), (number, try object(number, in: file))], to: file)
        },
    ]

    /// Incremental saving: a revision behind the signature, also one that is not whole.
    private static let revisions = [
        Attack("incremental saving: another text", says: "the content of page 1 was changed") { file, _ in
            MadePDF.append([(3, stream("BT /F1 24 Tf 72 720 Td (Pay double) Tj ET"))], to: file)
        },
        Attack("incremental saving: a body without cross-references", says: "without cross-references") {
            file,
            _ in
            let tail = file[(file.indices.last { file[$0...].starts(with: "startxref".utf8) } ?? 0)...]
            return file + Array("3 0 obj\n\(stream("BT (Other) Tj ET"))\nendobj\n".utf8) + tail
        },
        Attack("incremental saving: a body and nothing more", says: "bytes follow the last revision") { file, _ in
            file + Array("3 0 obj\n\(stream("BT (Other) Tj ET"))\nendobj\n".utf8)
        },
        Attack("incremental saving: cross-references that lead nowhere", says: "the cross-references are damaged") {
            file,
            _ in
            file + Array("3 0 obj\n\(stream("BT (Other) Tj ET"))\nendobj\nxref\nstartxref\n9999999\n%%EOF\n".utf8)
        },
        Attack("incremental saving: another catalog", says: "the document has a different catalog") { file, _ in
            let added = try catalog(file, "/Pages 2 0 R", "/Pages 10 0 R", as: 50)
            let place = try find("/Root 1 0 R", in: added, from: file.count)
            return added[..<place] + Array("/Root 50 0 R".utf8) + added[(place + 11)...]
        },
    ]

    /// Shadow attacks: what the signer did not see was there before the signature.
    private static let shadows = [
        Attack("shadow, hide: the cover is removed", says: "an image or a part of a page was changed") { file, _ in
            MadePDF.append([], freeing: [8], to: file)
        },
        Attack("shadow, hide: the cover becomes empty", says: "an image or a part of a page was changed") { file, _ in
            MadePDF.append([(8, form(""))], to: file)
        },
        Attack("shadow, replace: another font", says: "a font was changed (object 4)") { file, _ in
            MadePDF.append([(4, "<</Type /Font /Subtype /Type1 /BaseFont /Symbol>>")], to: file)
        },
        Attack("shadow, hide and replace: the text that was prepared", says: "reuse older bytes as object 3") {
            file,
            _ in
            MadePDF.append([], offsets: [(3, try place(of: 9, in: file))], to: file)
        },
        Attack("shadow, hide and replace: the pages that were prepared", says: "the document has different pages") {
            file,
            _ in
            try catalog(file, "/Pages 2 0 R", "/Pages 10 0 R")
        },
        Attack("shadow, hide and replace: what the page waits for", says: "object 90 was missing") { file, _ in
            MadePDF.append([(90, "<<>>")], to: file)
        },
    ]

    /// Layers that are shown or hidden after the signature.
    private static let layers = [
        Attack("layers: another list of them", says: "the document's layers were changed") { file, _ in
            try catalog(file, "/OCProperties 6 0 R", "/OCProperties <</OCGs [7 0 R] /D <</OFF [7 0 R]>>>>")
        },
        Attack("layers: one is hidden", says: "object 6 was changed or removed") { file, _ in
            MadePDF.append([(6, "<</OCGs [7 0 R] /D <</OFF [7 0 R]>>>>")], to: file)
        },
    ]

    /// Appends the page with an annotation more, and the annotation.
    static func annotated(_ file: [UInt8], _ annotation: String) throws -> [UInt8] {
        let former = try object(5, in: file)
        let page =
            former.contains("/Annots [")
            ? former.replacing("/Annots [", with: "/Annots [50 0 R ") : former.dropLast(2) + " /Annots [50 0 R]>>"
        return MadePDF.append([(5, page), (50, annotation)], to: file)
    }

    static let cover = "/Rect [0 0 612 792] /AP <</N 8 0 R>>"

    /// Evil annotations and sneaky signatures in certified documents.
    private static let certified = [
        Attack(
            "certification against changes: a comment over the page",
            certified: .noChanges,
            says: "page 1 got an annotation (FreeText)"
        ) { file, _ in try annotated(file, "<</Type /Annot /Subtype /FreeText \(cover)>>") },
        Attack(
            "certification for forms: a stamp over the page",
            certified: .forms,
            says: "page 1 got an annotation (Stamp)"
        ) { file, _ in try annotated(file, "<</Type /Annot /Subtype /Stamp \(cover)>>") },
        Attack(
            "certification for comments: a widget of no field over the page",
            certified: .annotations,
            says: "page 1 got an annotation (Widget)"
        ) { file, _ in try annotated(file, "<</Type /Annot /Subtype /Widget /FT /Sig /T (S) \(cover)>>") },
        Attack("certification for comments: another text", certified: .annotations, says: "the content of page 1") {
            file,
            _ in
            MadePDF.append([(3, stream("BT (Other) Tj ET"))], to: file)
        },
        Attack("certification: taken away", certified: .forms, says: "the document's permissions were changed") {
            file,
            number in
            try catalog(file, "/DocMDP \(number) 0 R", "")
        },
    ]

    @Test(
        "Each attack is refused for its own reason",
        arguments: forgeries + ranges + revisions + shadows + layers + certified + looks + claims + comments + fields
    )
    func refused(attack: Attack) async throws {
        let place = try await PDFPlace()
        var options = PDFSignatureOptions()
        options.certification = attack.certification
        options.field = attack.field
        let signed = try place.sign(attack.document ?? Self.document, as: "signed.pdf", options)
        let before = try place.verified(signed)
        #expect(before.isValid && before.signatures.count == 1)
        let start = try #require(signed.indices.last { signed[$0...].starts(with: "/ByteRange [".utf8) })
        let head = String(decoding: signed[..<start].suffix(400), as: UTF8.self)
        let object = try #require(head.split(separator: "\n").last { $0.hasSuffix(" 0 obj") }, "\(head)")
        let number = try #require(Int(object.dropLast(" 0 obj".count)))
        let report = try place.verified(attack.make(signed, number))
        var reasons: [String] = []
        for signature in report.signatures {
            if case .unreadable(let reason) = signature.outcome { reasons.append(reason) }
            reasons += signature.changes.filter { !$0.isPermitted }.map(\.detail)
        }
        #expect(!report.isValid)
        #expect(reasons.contains { $0.contains(attack.reason) }, "\(reasons)")
    }

    @Test("A signature over the page is not added to a document that is certified against changes")
    func sneakySignature() async throws {
        let place = try await PDFPlace()
        var options = PDFSignatureOptions()
        options.certification = .noChanges
        let signed = try place.sign(Self.document, as: "signed.pdf", options)
        let field = "<</FT /Sig /T (Sneaky) /Type /Annot /Subtype /Widget \(Self.cover) /P 5 0 R>>"
        // The field is in the form as well, so that it is not a widget of none.
        let report = try place.verified(
            Self.catalog(Self.annotated(signed, field), "/Fields [", "/Fields [50 0 R ")
        )
        let changes = report.signatures.first { $0.field != "Sneaky" }?.changes ?? []
        #expect(!report.isValid)
        let words = "the empty signature field 'Sneaky' was added, with a visible appearance"
        #expect(changes.contains { $0.detail == words && !$0.isPermitted })
    }
}
