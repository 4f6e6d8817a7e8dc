import JetonPDF
import TestRig
import Testing

/// What programs are known to write into a signed document later, each beside the step more that is refused.
@Suite("Later revisions of signed PDF, as programs write them")
struct PDFLaterRevisionTests {
    /// A later revision, and why it is refused; nil if it is permitted.
    struct Revision: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let certification: DocumentPermission?
        let refusal: String?
        let edits: [(number: Int, old: String, new: String)]
        let more: [(number: Int, text: String)]

        init(
            _ name: String,
            certified certification: DocumentPermission? = nil,
            refused refusal: String? = nil,
            _ edits: [(number: Int, old: String, new: String)],
            with more: [(number: Int, text: String)] = []
        ) {
            (testDescription, self.certification, self.refusal) = (name, certification, refusal)
            (self.edits, self.more) = (edits, more)
        }
    }

    private static let tag = "<</Type /OBJR /Obj 6 0 R /Pg 5 0 R>>"

    /// A document with the tagged comment 6; 7 to 9 are its tags, 10 the form with the resources 11 and the fields 12
    /// and 13, of which the second is for a signature and shows 14 by 16; 15 is the document's information.
    private static var document: [UInt8] {
        var made = MadePDF(catalog: "/AcroForm 10 0 R /StructTreeRoot 7 0 R")
        made.objects[4] = "\(PDFAttackTests.page) /Resources <</Font <</F1 4 0 R>>>> /Annots [6 0 R 12 0 R 13 0 R]>>"
        made.objects += [
            "<</Subtype /Text /Rect [300 300 320 320] /F 4 /StructParent 1>>",
            "<</Type /StructTreeRoot /K [8 0 R] /ParentTree 9 0 R>>",
            "<</Type /StructElem /S /Document /P 7 0 R /K [0 \(tag)] /Pg 5 0 R>>", "<</Nums [0 [8 0 R] 1 8 0 R]>>",
            "<</Fields [12 0 R 13 0 R] /DR 11 0 R>>", "<</Font <</F1 4 0 R>>>>",
            "<</FT /Tx /T (Sum) /Subtype /Widget /Rect [72 600 300 640] /P 5 0 R /V (100) /DA (/F1 12 Tf)>>",
            "<</FT /Sig /T (Next) /Subtype /Widget /Rect [72 100 300 140] /P 5 0 R /AP 16 0 R>>",
            PDFAttackTests.form("0 0 9 9 re f"), "<</Title (Contract)>>", "<</N 14 0 R>>",
        ]
        made.trailer = "/Info 15 0 R"
        return made.bytes()
    }

    /// The page's, as they are written when it is signed.
    private static let resources = "<</Font <</F1 4 0 R\n>>\n>>"
    private static let signature = (number: 60, text: "<</Type /Sig /SubFilter /ETSI.CAdES.detached>>")
    private static let look = (number: 14, text: PDFAttackTests.form("BT (Bob) Tj ET"))

    static let revisions: [Revision] = [
        Revision("a comment looks otherwise", certified: .annotations, [(6, "/F 4", "/F 4 /C [1 0 0]")]),
        Revision(
            "a comment runs a script",
            certified: .annotations,
            refused: "object 6",
            [(6, "/F 4", "/F 4 /AA <<>>")]
        ),
        Revision("a comment looks otherwise", certified: .forms, refused: "object 6", [(6, "/F 4", "/F 4 /C [1 0 0]")]),
        Revision(
            "a comment goes with its tag",
            certified: .annotations,
            [(5, "6 0 R ", ""), (8, " \(tag)", ""), (9, " 1 8 0 R", "")]
        ),
        Revision(
            "a tag goes, and its comment stays",
            certified: .annotations,
            refused: "object 8",
            [(8, " \(tag)", "")]
        ),
        Revision(
            "a page gets a key without tags",
            certified: .annotations,
            [(5, "/Annots", "/StructParents 5 /Annots")]
        ),
        Revision("a page gets a key of tags", refused: "/StructParents", [(5, "/Annots", "/StructParents 0 /Annots")]),
        Revision(
            "tags for other contents",
            refused: "object 7",
            [(7, "9 0 R", "50 0 R")],
            with: [(50, "<</Nums [0 [51 0 R] 1 8 0 R]>>"), (51, "<</Type /StructElem /P 8 0 R /ActualText (x)>>")]
        ),
        Revision("the order of the Tab key", certified: .annotations, [(5, "/Annots", "/Tabs /R /Annots")]),
        Revision("the order of the Tab key", certified: .forms, refused: "/Tabs", [(5, "/Annots", "/Tabs /R /Annots")]),
        Revision(
            "equal resources under a number",
            [(5, resources, "50 0 R")],
            with: [(50, "<</Font <</F1 4 0 R>>>>")]
        ),
        Revision(
            "other resources under a number",
            refused: "page 1 was changed: /Resources",
            [(5, resources, "50 0 R")],
            with: [(50, "<</Font <</F1 51 0 R>>>>"), (51, "<</Type /Font>>")]
        ),
        Revision(
            "the date of change",
            certified: .noChanges,
            [(15, "(Contract)", "(Contract) /ModDate (D:2026) /Producer (x)")]
        ),
        Revision(
            "the author",
            certified: .noChanges,
            refused: "title, author",
            [(15, "(Contract)", "(Contract) /Author (x)")]
        ),
        Revision("a value in another font", [(12, "(100) /DA (/F1 12", "(200) /DA (/F1 9")]),
        Revision("the same value in another font", refused: "/DA", [(12, "/F1 12", "/F1 9")]),
        Revision("a font is added to the form's", [(11, "4 0 R", "4 0 R /F2 50 0 R")], with: [(50, "<</Type /Font>>")]),
        Revision(
            "a font of the form is another one",
            refused: "the form's fonts",
            [(11, "4 0 R", "50 0 R")],
            with: [(50, "<</Type /Font>>")]
        ),
        Revision(
            "a field is signed, and its look written over",
            [(13, "/AP", "/V 60 0 R /AP")],
            with: [signature, look]
        ),
        Revision("the look of an empty field is written over", refused: "object 14", [], with: [look]),
    ]

    @Test("What programs write later is permitted, and no step more", arguments: revisions)
    func later(revision: Revision) async throws {
        let place = try await PDFPlace()
        var options = PDFSignatureOptions()
        options.certification = revision.certification
        options.field = "Own"
        let signed = try place.sign(Self.document, as: "signed.pdf", options)
        let report = try place.verified(PDFAttackTests.edited(signed, revision.edits, with: revision.more))
        let own = try #require(report.signatures.first { $0.field == "Own" })
        let refusals = own.changes.filter { !$0.isPermitted }.map(\.detail)
        #expect(own.isValid == (revision.refusal == nil), "\(refusals)")
        if let refusal = revision.refusal { #expect(refusals.contains { $0.contains(refusal) }, "\(refusals)") }
    }
}
