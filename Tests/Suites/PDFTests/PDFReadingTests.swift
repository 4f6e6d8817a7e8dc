import JetonPDF
import TestRig
import Testing

/// What makes some readers search a file for its objects, and so show other pages than the rest.
///
/// Beside each flaw stands another text for the page, which the cross-references do not list.
@Suite("Signed PDFs that readers would show differently")
struct PDFReadingTests {
    /// What is written otherwise in a revision that adds one object.
    struct Flaw: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let reason: String
        /// Changes the revision, whose object begins at an offset of the file.
        let edit: @Sendable (String, Int) -> String

        init(_ name: String, says reason: String, _ edit: @escaping @Sendable (String, Int) -> String) {
            testDescription = name
            self.reason = reason
            self.edit = edit
        }

        /// A flaw that is a text in the place of another.
        init(_ old: String, _ new: String, says reason: String) {
            self.init("'\(new)' for '\(old)'", says: reason) { text, _ in text.replacing(old, with: new) }
        }
    }

    private static let evil = PDFAttackTests.stream("BT /F1 24 Tf 72 720 Td (Pay double) Tj ET")
    private static let size = "/Size is not greater than"

    static let flaws: [Flaw] = [
        Flaw(" 00000 n \n", " 00000 n\n", says: "not 20 bytes long"),
        Flaw(" 00000 n \n", " 00000 n  \n", says: "not 20 bytes long"),
        Flaw(" 00000 n \n", " 00000 N \n", says: "not 20 bytes long"),
        Flaw("\n0000", "\n", says: "not 20 bytes long"),
        Flaw("xref\n41 1", "xref\n0 1\n0000000000 00000 n \n41 1", says: "list object 0 as in use"),
        Flaw("xref\n41 1", "xref 41 1", says: "'xref' is not on its own line"),
        Flaw("41 1\n", "41  1\n", says: "the header of a subsection"),
        Flaw("41 1\n", "41 2\n", says: "not 20 bytes long"),
        Flaw("/Size 100", "/Size -1", says: size), Flaw("/Size 100", "/Size 41", says: size),
        Flaw("/Size 100", "/Size 2147483648", says: size), Flaw("/Size 100", "/Size 100.0", says: size),
        Flaw("/Size 100", "/Size 4 0 R", says: size), Flaw("/Size 100", "", says: size),
        Flaw("/Root 1 0 R", "/Root 8 0 R /Root 1 0 R", says: "a duplicate key"),
        Flaw("/Root 1 0 R", "/Ro#6ft 8 0 R /Root 1 0 R", says: "a duplicate key"),
        Flaw("/Root 1 0 R", "/Root#00 8 0 R /Root 1 0 R", says: "zero byte in a name"),
        Flaw("/Root 1 0 R", "/Root 1 0 R /Info 99 0 R", says: "the document information dictionary is missing"),
        Flaw("/Root 1 0 R", "/Root 1 0 R /XRefStm 15", says: "two kinds of cross-references"),
        Flaw("/Prev ", "/Prev 1", says: "cross-references are damaged"),
        Flaw("%%EOF", "%%EO", says: "no '%%EOF'"), Flaw("%%EOF", "%%EOF more", says: "not on its own line"),
        Flaw("%%EOF\n", "%%EOF\n" + String(repeating: "\0", count: 2_000), says: "too much white space"),
        Flaw("\nendobj\nxref", "\nxref", says: "no 'endobj'"),
        Flaw("41 0 obj", "41 % x\n0 obj", says: "no generation number"),
        Flaw("<</A 1>>", "<</A (\n3 0 obj\n<<>>)>>", says: "an object within another one"),
        Flaw("<</A 1>>", "<</A 1>> % 3 0 obj\n", says: "a comment that some readers take"),
        Flaw("<</A 1>>", "<</A 50 0 R>>", says: "object 50 is referenced but missing"),
        Flaw("<</A 1>>", "<</A#00 1>>", says: "a zero byte in a name"),
        Flaw("a hidden object in front", says: "object 3 is not in the cross-references") { text, _ in
            "3 0 obj\n\(evil)\nendobj\n" + text
        },
        Flaw("a word in front", says: "no object number") { text, _ in "endobj\n" + text },
        Flaw("an entry that leads nowhere", says: "does not point to it") { text, place in
            let digits = "\(place + 900)"
            let offset = String(repeating: "0", count: 10 - digits.count) + digits
            return text.replacing("\nxref\n", with: "\nxref\n48 1\n\(offset) 00000 n \n")
        },
    ]

    /// Appends a revision with the unused object 41, edits it, and puts its places right where they moved.
    private static func append(_ flaw: Flaw?, to file: [UInt8]) -> [UInt8] {
        let plain = MadePDF.append([(41, "<</A 1>>")], to: file)
        guard let flaw else { return plain }
        let text = flaw.edit(String(decoding: plain[file.count...], as: UTF8.self), file.count)
        var bytes = file + Array(text.utf8)
        // The object and the section may have moved.
        for (word, lead, width) in [("41 0 obj", "41 1\n", 10), ("\nxref", "startxref\n", 0)] {
            guard
                let place = bytes.indices.dropFirst(file.count).first(where: { bytes[$0...].starts(with: word.utf8) }),
                let start = bytes.indices.last(where: { bytes[$0...].starts(with: lead.utf8) }), start > file.count
            else { continue }
            let digits = bytes[(start + lead.utf8.count)...].prefix { (0x30...0x39).contains($0) }
            let number = "\(place + (word.first == "\n" ? 1 : 0))"
            guard width == 0 || digits.count == width else { continue }
            let padded = String(repeating: "0", count: max(0, width - number.count)) + number
            bytes.replaceSubrange(digits.indices, with: padded.utf8)
        }
        return bytes
    }

    @Test("Each flaw of what was appended makes the signature not valid", arguments: flaws)
    func refused(flaw: Flaw) async throws {
        let place = try await PDFPlace()
        let signed = try place.sign(MadePDF().bytes(), as: "signed.pdf")
        #expect(try place.verified(Self.append(nil, to: signed)).isValid)
        let report = try place.verified(Self.append(flaw, to: signed))
        let reasons = report.signatures.flatMap(\.changes).filter { !$0.isPermitted }.map(\.detail)
        #expect(!report.isValid)
        #expect(reasons.contains { $0.contains(flaw.reason) }, "\(reasons)")
    }

    /// A document in which another text for the page stands behind the right one, and what its trailer has besides.
    private static func prepared(_ trailer: String = "", entry: String? = nil) -> [UInt8] {
        var made = MadePDF()
        made.trailer = trailer
        made.objects[4] += "\nendobj\n3 0 obj\n\(evil)"
        guard let entry else { return made.bytes() }
        let text = made.bytes().map { Character(Unicode.Scalar($0)) }
        return String(text).replacing("0 6\n", with: "0 7\n").replacing("trailer", with: entry + "trailer")
            .replacing("/Size 6", with: "/Size 7").unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }

    /// The same with a table behind it that lists nothing, as Word writes one.
    private static func withEmptyTable() -> [UInt8] {
        let file = prepared()
        let lead = Array("startxref\n".utf8)
        let start = (file.indices.last { file[$0...].starts(with: lead) } ?? 0) + lead.count
        let previous = String(decoding: file[start...].prefix { (0x30...0x39).contains($0) }, as: UTF8.self)
        let trailer = "<</Size 6 /Root 1 0 R /Prev \(previous)>>\nstartxref\n\(file.count)\n%%EOF\n"
        return file + Array("xref\n0 0\ntrailer\n\(trailer)".utf8)
    }

    @Test(
        "What is hidden in the signed bytes is no danger while readers follow the cross-references, and refused otherwise",
        arguments: [
            (Self.prepared(), true), (Self.prepared("/Info 90 0 R"), false),
            (Self.prepared(entry: "0000900000 00000 n \n"), false),
            (Self.prepared(entry: "0000000000 00000 f \n"), true), (Self.withEmptyTable(), true),
        ]
    )
    func hidden(document: [UInt8], isValid: Bool) async throws {
        let place = try await PDFPlace()
        let signed = try place.sign(document, as: "signed.pdf")
        #expect(try place.verified(signed).isValid)
        #expect(try place.verified(Self.append(nil, to: signed)).isValid == isValid)
        #expect(try place.verified(signed + [0x20]).isValid == isValid)
        // Who certifies what readers show differently would certify another document than he sees.
        let signer = try PDFSigner(PDFDocument(PDFMemory(document)), signer: place.signer)
        #expect(signer.notes.isEmpty == isValid)
        var options = PDFSignatureOptions()
        options.certification = .forms
        if isValid {
            _ = try place.sign(document, as: "certified.pdf", options)
        } else {
            #expect(throws: PDFError(.notPermitted)) { try place.sign(document, as: "certified.pdf", options) }
        }
    }

    @Test(
        "A last revision that some readers only find by searching is valid if they find the same objects",
        arguments: [(MadePDF().bytes(), true), (Self.prepared(), false)]
    )
    func searched(document: [UInt8], isValid: Bool) async throws {
        let place = try await PDFPlace()
        let signed = try place.sign(document, as: "signed.pdf")
        let flaw = Flaw("\nxref\n41 1", "\n  xref\n41 1", says: "")
        #expect(try place.verified(Self.append(flaw, to: signed)).isValid == isValid)
    }

    @Test("An encryption that only a revision in between states is refused")
    func encryptionBetween() async throws {
        let place = try await PDFPlace()
        let signed = try place.sign(MadePDF().bytes(), as: "signed.pdf")
        let flaw = Flaw("/Root 1 0 R", "/Root 1 0 R /Encrypt 99 0 R", says: "")
        let report = try place.verified(MadePDF.append([(42, "<</A 1>>")], to: Self.append(flaw, to: signed)))
        let reasons = report.signatures.flatMap(\.changes).filter { !$0.isPermitted }.map(\.detail)
        #expect(!report.isValid && reasons.contains { $0.contains("/Encrypt") }, "\(reasons)")
    }

    @Test("The number of an appended object stream is not that of another object later")
    func replacedStream() async throws {
        let place = try await PDFPlace()
        let signed = try place.sign(MadePDF().bytes(), as: "signed.pdf")
        let stream = "<</Type /ObjStm /N 0 /First 0 /Length 0>>\nstream\n\nendstream"
        let first = MadePDF.append([(41, stream)], to: signed)
        #expect(try place.verified(MadePDF.append([(42, "<</A 1>>")], to: first)).isValid)
        let report = try place.verified(MadePDF.append([(41, "<</A 1>>")], to: first))
        let reasons = report.signatures.flatMap(\.changes).filter { !$0.isPermitted }.map(\.detail)
        #expect(!report.isValid && reasons.contains { $0.contains("object 41, an object stream") }, "\(reasons)")
    }

    @Test("A document that is damaged and hides nothing may be appended to")
    func damaged() async throws {
        let place = try await PDFPlace()
        var made = MadePDF()
        made.trailer = "/Info 90 0 R"
        let signed = try place.sign(made.bytes(), as: "signed.pdf")
        #expect(try PDFSigner(PDFDocument(PDFMemory(made.bytes())), signer: place.signer).notes.isEmpty)
        #expect(try place.verified(Self.append(nil, to: signed)).isValid)
    }

    @Test("A document of MuPDF, whose first entry has the generation 65536, is signed and stays valid")
    func generation() async throws {
        let place = try await PDFPlace()
        var made = MadePDF()
        made.header = "%PDF-1.7\n"
        let document = String(decoding: made.bytes(), as: UTF8.self).replacing(" 65535 f", with: " 65536 f")
        #expect(document.contains(" 65536 f"))
        let signed = try place.sign(Array(document.utf8), as: "signed.pdf")
        #expect(try place.verified(Self.append(nil, to: signed)).isValid)
    }

    @Test("No more signatures are made than are checked")
    func count() async throws {
        let place = try await PDFPlace()
        var made = MadePDF(catalog: "/AcroForm 6 0 R")
        made.objects.append("<</Fields [\((7..<263).map { "\($0) 0 R" }.joined(separator: " "))]>>")
        for number in 7..<263 { made.objects.append("<</FT /Sig /T (S\(number)) /V <</Type /Sig>> /Rect [0 0 0 0]>>") }
        #expect(throws: PDFError(.limitExceeded)) { try place.sign(made.bytes(), as: "signed.pdf") }
    }
}
