import JetonPDF
import TestRig
import Testing

/// Attacks that leave the page's own text alone, and cover or replace what it shows.
extension PDFAttackTests {
    /// A document with a form: 7 a text field, 8 an empty field for a signature as large as the page, 9 a hidden field
    /// as large, 12 a stamp; 10 is a white cover that 9 shows, 11 the look of 7, 13 that of 12.
    static var formDocument: [UInt8] {
        var made = MadePDF(catalog: "/AcroForm 6 0 R")
        made.objects[4] = "\(page) /Resources <</Font <</F1 4 0 R>>>> /Annots [7 0 R 8 0 R 9 0 R 12 0 R]>>"
        let widget = "/Type /Annot /Subtype /Widget /P 5 0 R /Rect"
        made.objects += [
            "<</Fields [7 0 R 8 0 R 9 0 R] /DR <<>>>>",
            "<</FT /Tx /T (Sum) \(widget) [72 600 300 640] /V (5) /AP <</N 11 0 R>>>>",
            "<</FT /Sig /T (Buyer) \(widget) [0 0 612 792] /F 4>>",
            "<</FT /Tx /T (Note) \(widget) [0 0 612 792] /F 2 /V (x) /AP <</N 10 0 R>>>>",
            form("1 g 0 0 612 792 re f"), form("BT (5) Tj ET"),
            "<</Type /Annot /Subtype /Stamp /Rect [0 0 612 792] /F 4 /AP <</N 13 0 R>>>>", form(""),
        ]
        // The trailer names what is missing, as LibreOffice's do, and no reader shows.
        made.trailer = "/AdditionalStreams [/text 50 0 R]"
        return made.bytes()
    }

    private static let otherText = (3, stream("BT /F1 24 Tf 72 720 Td (Pay double) Tj ET"))

    /// Appends objects in which a text is replaced by another, and whole objects.
    private static func edit(
        _ file: [UInt8],
        _ number: Int,
        _ old: String,
        _ new: String,
        with more: [(number: Int, text: String)] = [],
        trailer: String = ""
    ) throws -> [UInt8] {
        let former = try object(number, in: file)
        try #require(former.contains(old), "\(former)")
        return MadePDF.append([(number, former.replacing(old, with: new))] + more, trailer: trailer, to: file)
    }

    /// Appends a field for a signature, which the first page shows.
    private static func field(_ file: [UInt8], _ field: String, with more: [(Int, String)] = []) throws -> [UInt8] {
        let text = "<</FT /Sig /Type /Annot /Subtype /Widget /P 5 0 R \(field)>>"
        let shown = try catalog(annotated(file, text), "/Fields [", "/Fields [50 0 R ")
        return more.isEmpty ? shown : MadePDF.append(more.map { ($0.0, $0.1) }, to: shown)
    }

    /// What fields and annotations show.
    static let looks = [
        Attack(
            "look: a cover of the field that is signed",
            of: formDocument,
            field: "Buyer",
            says: "the appearance of the signature field 'Buyer' was changed"
        ) { file, _ in try edit(file, 8, "/F 4", "/F 4 /AP <</N 10 0 R>>") },
        Attack(
            "look: a cover of an empty field for a signature",
            of: formDocument,
            field: "Own",
            says: "the appearance of the signature field 'Buyer' was changed"
        ) { file, _ in try edit(file, 8, "/F 4", "/F 4 /AP <</N 10 0 R>>") },
        Attack("look: a new empty field for a signature covers the page", says: "'New' was added, with a visible") {
            file,
            _ in try field(file, "/T (New) \(cover)")
        },
        Attack("look: a second field shows the same signature over the page", says: "a signature that already existed")
        {
            file,
            number in try field(file, "/T (New) /V \(number) 0 R \(cover)")
        },
        Attack(
            "look: a document timestamp covers the page",
            certified: .noChanges,
            says: "in the visible field 'New'"
        ) { file, _ in
            let value = "<</Type /DocTimeStamp /SubFilter /ETSI.RFC3161 /Contents <00> /ByteRange [0 1 2 3]>>"
            return try field(file, "/T (New) /V 51 0 R \(cover)", with: [(51, value)])
        },
        Attack(
            "look: a text field shows another sum",
            of: formDocument,
            field: "Own",
            says: "the appearance of the field 'Sum' was changed, although its value did not change"
        ) { file, _ in try edit(file, 7, "/N 11 0 R", "/N 10 0 R") },
        Attack(
            "look: a hidden field is shown",
            of: formDocument,
            field: "Own",
            says: "the field 'Note' was hidden or shown"
        ) { file, _ in try edit(file, 9, "/F 2", "/F 50 0 R", with: [(50, "4")]) },
        Attack(
            "look: a stamp that was there covers the page",
            of: formDocument,
            field: "Own",
            says: "object 12 (Annot) was changed"
        ) { file, _ in try edit(file, 12, "/N 13 0 R", "/N 10 0 R") },
        Attack(
            "look: what was below is put on top",
            of: formDocument,
            field: "Own",
            says: "the comments or fields of page 1 were reordered"
        ) { file, _ in try edit(file, 5, "/Annots [7 0 R 8 0 R", "/Annots [8 0 R 7 0 R") },
        Attack("look: a new field for a signature runs a script", says: "was added with an action") { file, _ in
            try field(file, "/T (New) /Rect [0 0 0 0] /AA <</E <</S /JavaScript /JS (x)>>>>")
        },
    ]

    /// What the page shows is said to be a part of something that may change.
    static let claims = [
        Attack("claim: the page's text as evidence", says: "the content of page 1 was changed") { file, _ in
            let former = try object(1, in: file)
            let catalog = former.replacing("/Pages", with: "/DSS <</Certs [3 0 R]>> /Pages")
            return MadePDF.append([(1, catalog), otherText], to: file)
        },
        Attack(
            "claim: the page's text as a filled field's",
            of: formDocument,
            field: "Own",
            says: "the content of page 1 was changed"
        ) { file, _ in try edit(file, 7, "/V (5) /AP <</N 11", "/V (6) /AP <</N 3", with: [otherText]) },
        Attack(
            "claim: the page's font as a filled field's",
            of: formDocument,
            field: "Own",
            says: "a font was changed (object 4)"
        ) { file, _ in
            let font = (4, "<</Type /Font /Subtype /Type1 /BaseFont /Symbol>>")
            return try edit(file, 7, "/V (5)", "/V (6) /RV 4 0 R", with: [font])
        },
        Attack(
            "claim: the page's text as the form's",
            of: formDocument,
            field: "Own",
            says: "the content of page 1 was changed"
        ) { file, _ in try edit(file, 6, "/DR <<>>", "/DR <</XObject <</A 3 0 R>>>>", with: [otherText]) },
        Attack("claim: the page's text as the document's information", says: "the content of page 1 was changed") {
            file,
            _ in MadePDF.append([otherText], trailer: "/Info 3 0 R", to: file)
        },
        Attack(
            "claim: the page's text as a field",
            of: MadePDF(catalog: "/AcroForm <</Fields [3 0 R]>>").bytes(),
            field: "Own",
            says: "the content of page 1 was changed"
        ) { file, _ in MadePDF.append([otherText], to: file) },
    ]

    private static let comment = "<</Type /Annot /Subtype /FreeText \(cover)>>"

    /// Changes beside or within comments, which a certification permits.
    static let comments = [
        Attack(
            "certification for comments: a comment, and the page is turned",
            certified: .annotations,
            says: "page 1 was changed: /Rotate"
        ) { file, _ in try edit(annotated(file, comment), 5, "/Contents", "/Rotate 180 /Contents") },
        Attack(
            "certification for comments: a comment, and more text",
            certified: .annotations,
            says: "page 1 was changed: /Contents"
        ) { file, _ in try edit(annotated(file, comment), 5, "/Contents 3 0 R", "/Contents [3 0 R 9 0 R]") },
        Attack(
            "certification for comments: a comment that runs a script",
            certified: .annotations,
            says: "an annotation (FreeText) that does more"
        ) { file, _ in try annotated(file, comment.replacing(">>>>", with: ">> /A <</S /JavaScript /JS (x)>>>>")) },
        Attack(
            "certification for comments: a comment that was there runs a script",
            certified: .annotations,
            of: formDocument,
            field: "Own",
            says: "object 12 (Annot) was changed"
        ) { file, _ in try edit(file, 12, "/F 4", "/F 4 /A <</S /Launch /F (x)>>") },
        Attack(
            "certification for comments: the data of a stamp's look",
            certified: .annotations,
            of: formDocument,
            field: "Own",
            says: "an image or a part of a page was changed"
        ) { file, _ in MadePDF.append([(13, form("1 g 0 0 612 792 re f"))], to: file) },
    ]

    /// A change that readers make, and that is no attack.
    struct Harmless: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let certification: DocumentPermission?
        let make: @Sendable ([UInt8]) throws -> [UInt8]
    }

    static let harmless = [
        Harmless(testDescription: "a field is filled in with a new look", certification: .forms) { file in
            try edit(
                file,
                7,
                "/V (5) /AP <</N 11 0 R>>",
                "/V (6) /AP <</N 50 0 R>>",
                with: [(50, form("BT (6) Tj ET"))]
            )
        },
        Harmless(testDescription: "a field is filled in, and its look is written over", certification: nil) { file in
            try edit(file, 7, "/V (5)", "/V (6)", with: [(11, form("BT (6) Tj ET"))])
        },
        Harmless(testDescription: "an empty field for a signature, with an empty look", certification: .forms) { file in
            let look = form("").replacing("stream\n\nendstream", with: "stream\nendstream")
            let field = "<</FT /Sig /T (New) /Type /Annot /Subtype /Widget /P 5 0 R /Rect [9 9 90 90]"
            let shown = try annotated(file, "\(field) /MK <<>> /AP <</N 51 0 R>>>>")
            return try edit(shown, 6, "/Fields [", "/Fields [50 0 R ", with: [(51, look)])
        },
        Harmless(testDescription: "a comment is moved", certification: .annotations) { file in
            try edit(file, 12, "[0 0 612 792]", "[0 0 300 300]")
        },
        Harmless(testDescription: "a comment with a link", certification: .annotations) { file in
            try annotated(file, "<</Type /Annot /Subtype /Link /Rect [0 0 9 9] /A <</S /URI /URI (https://a.test)>>>>")
        },
    ]

    @Test("What readers change where it is permitted is not refused as an attack", arguments: harmless)
    func permitted(change: Harmless) async throws {
        let place = try await PDFPlace()
        var options = PDFSignatureOptions()
        options.certification = change.certification
        options.field = "Own"
        let signed = try place.sign(Self.formDocument, as: "signed.pdf", options)
        let report = try place.verified(change.make(signed))
        #expect(report.isValid && report.signatures[0].changes.count == 1, "\(report.signatures[0].changes)")
    }
}
