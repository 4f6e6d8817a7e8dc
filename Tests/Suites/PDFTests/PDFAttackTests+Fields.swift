import JetonPDF
import TestRig
import Testing

/// Changes of fields, comments and tags, of which one step more than is permitted is taken.
extension PDFAttackTests {
    /// A document with tags: 6 the form with the text field 7 and the check box 8, whose looks are 9 and 10; 11 a
    /// comment, 12 the root of the tags, 13 their element, 14 the tree of parents, 15 the document's information.
    static var fieldDocument: [UInt8] {
        var made = MadePDF(catalog: "/AcroForm 6 0 R /StructTreeRoot 12 0 R")
        made.objects[4] = "\(page) /Resources <</Font <</F1 4 0 R>>>> /Annots [7 0 R 8 0 R 11 0 R]>>"
        let widget = "/Type /Annot /Subtype /Widget /P 5 0 R /Rect"
        made.objects += [
            "<</Fields [7 0 R 8 0 R] /SigFlags 1 /DR <</Font <</F1 4 0 R>> /XObject <</Old 9 0 R>>>>>>",
            "<</FT /Tx /T (Sum) \(widget) [72 600 300 640] /V (100)>>",
            "<</FT /Btn /T (Agree) \(widget) [72 500 90 518] /V /Off /AS /Off /AP <</N <</Yes 9 0 R /Off 10 0 R>>>>>>",
            form("0 g 0 0 9 9 re f"), form(""), "<</Type /Annot /Subtype /Text /Rect [300 300 320 320] /F 4>>",
            "<</Type /StructTreeRoot /K [13 0 R] /ParentTree 14 0 R /ParentTreeNextKey 1>>",
            "<</Type /StructElem /S /Document /P 12 0 R /K [0] /Pg 5 0 R>>", "<</Nums [0 [13 0 R]]>>",
            "<</Title (Contract)>>",
        ]
        made.trailer = "/Info 15 0 R"
        return made.bytes()
    }

    /// Appends the newest forms of objects with texts in the place of others, and whole objects.
    static func edited(
        _ file: [UInt8],
        _ edits: [(number: Int, old: String, new: String)],
        with more: [(number: Int, text: String)] = [],
        trailer: String = "/Info 15 0 R"
    ) throws -> [UInt8] {
        var objects: [(number: Int, text: String)] = []
        for edit in edits {
            let former = try object(edit.number, in: file)
            try #require(former.contains(edit.old), "\(former)")
            objects.append((edit.number, former.replacing(edit.old, with: edit.new)))
        }
        return MadePDF.append(objects + more, trailer: trailer, to: file)
    }

    private static func attack(
        _ name: String,
        certified certification: DocumentPermission? = nil,
        says reason: String,
        _ edits: [(number: Int, old: String, new: String)],
        with more: [(number: Int, text: String)] = []
    ) -> Attack {
        Attack(name, certified: certification, of: fieldDocument, field: "Own", says: reason) { file, _ in
            try edited(file, edits, with: more)
        }
    }

    private static func comment(_ name: String, _ text: String, with more: [(Int, String)] = []) -> Attack {
        attack(
            "certification for comments: \(name)",
            certified: .annotations,
            says: "that does more than display content",
            [(5, "/Annots [", "/Annots [50 0 R ")],
            with: [(50, "<</Type /Annot /Rect [9 9 90 90] \(text)>>")] + more.map { ($0.0, $0.1) }
        )
    }

    static let fields: [Attack] = [
        attack(
            "field: a check box looks ticked, and is not",
            says: "does not match its value",
            [(8, "/AS /Off", "/AS /Yes")]
        ),
        attack(
            "field: a check box is ticked, and does not look it",
            says: "does not match its value",
            [(8, "/V /Off", "/V /Yes")]
        ),
        attack(
            "field: the looks of a check box change places",
            says: "the appearance of the field 'Agree' was changed",
            [(8, "/Yes 9 0 R /Off 10 0 R", "/Yes 10 0 R /Off 9 0 R")]
        ),
        attack(
            "field: a look of a check box is written over",
            says: "object 10",
            [(8, "/V /Off /AS /Off", "/V /Yes /AS /Yes")],
            with: [(10, form("0 g 0 0 9 9 re f"))]
        ),
        attack(
            "field: two looks in one field",
            says: "the field 'Sum' has a duplicate key",
            [(7, "/V (100)", "/V (200) /AP <</N 50 0 R>> /AP <</N 51 0 R>>")],
            with: [(50, form("BT (200) Tj ET")), (51, form("BT (999) Tj ET"))]
        ),
        attack(
            "form: it states no longer states that it is signed",
            says: "no longer states that it is signed",
            [(6, "/SigFlags 3", "/SigFlags 0")]
        ),
        attack(
            "form: another font",
            says: "the form's fonts",
            [(6, "/F1 4 0 R", "/F1 50 0 R")],
            with: [(50, "<</Type /Font>>")]
        ),
        attack("tags: another role", says: "object 13 (StructElem)", [(13, "/S /Document", "/S /Figure")]),
        attack("tags: one is removed", says: "object 13 (StructElem)", [(13, "/K [0]", "/K []")]),
        attack(
            "tags: a new element for what the page shows",
            says: "object 13 (StructElem)",
            [(13, "/K [0]", "/K [0 50 0 R]")],
            with: [(50, "<</Type /StructElem /S /Span /ActualText (Pay double) /P 13 0 R /Pg 5 0 R /K 0>>")]
        ),
        Attack(
            "catalog: extensions are removed",
            of: MadePDF(catalog: "/Extensions <</ADBE <</BaseVersion /1.7>>>>").bytes(),
            says: "PDF extensions that the document states were changed"
        ) { file, _ in try catalog(file, "/Extensions <</ADBE <</BaseVersion /1.7\n>>\n>>", "") },
        attack(
            "certification for forms: a comment is removed",
            certified: .forms,
            says: "a comment or field was removed from page 1",
            [(5, "11 0 R", "")]
        ),
        attack(
            "certification for comments: a field is removed from its page",
            certified: .annotations,
            says: "a comment or field was removed from page 1",
            [(5, "7 0 R", "")]
        ),
        attack(
            "certification against changes: another title",
            certified: .noChanges,
            says: "title, author or dates",
            [(15, "Contract", "Other")]
        ),
        attack(
            "certification against changes: metadata",
            certified: .noChanges,
            says: "the document's metadata was changed",
            [(1, "/Pages", "/Metadata 50 0 R /Pages")],
            with: [(50, "<</Type /Metadata /Subtype /XML /Length 0>>\nstream\n\nendstream")]
        ),
        comment(
            "its window runs a script",
            "/Subtype /Text /Popup 51 0 R",
            with: [
                (51, "<</Type /Annot /Subtype /Popup /Rect [0 0 9 9] /AA <</E <</S /JavaScript /JS (x)>>>>>>")
            ]
        ),
        comment("a model runs a script", "/Subtype /3D /3DD <</Type /3D /OnInstantiate 3 0 R>>"),
        comment("a film", "/Subtype /RichMedia /RichMediaContent <<>>"),
        comment("a link with a second action", "/Subtype /Link /A <</S /URI /URI (https://a.test)>> /PA <</S /URI>>"),
        comment("a link to a script", "/Subtype /Link /A <</S /URI /URI (javascript:x)>>"),
        comment("a link to a program", "/Subtype /Link /A <</S /Launch /F (x)>>"),
        comment("a link to another file", "/Subtype /Link /A <</S /GoToR /F (x)>>"),
        comment("an action behind the first", "/Subtype /Link /A <</S /GoTo /D (a) /Next <</S /Launch>>>>"),
        comment("a file", "/Subtype /FileAttachment /FS <</Type /Filespec /F (a.exe) /EF <</F 3 0 R>>>>"),
        comment("no kind", "/Contents (x)"),
        comment("two kinds", "/Subtype /Text /Subtype /Screen"),
    ]

    static let permitted: [Harmless] = [
        Harmless(testDescription: "a check box is ticked", certification: .forms) {
            try edited($0, [(8, "/V /Off /AS /Off", "/V /Yes /AS /Yes")])
        },
        Harmless(testDescription: "a template of looks is replaced", certification: nil) {
            try edited($0, [(6, "/Old 9 0 R", "/New 50 0 R"), (7, "(100)", "(200)")], with: [(50, form(""))])
        },
        Harmless(testDescription: "a comment is removed", certification: .annotations) {
            try edited($0, [(5, " 11 0 R", "")])
        },
        Harmless(testDescription: "a comment is removed and freed", certification: .annotations) {
            let page = try object(5, in: $0).replacing(" 11 0 R", with: "")
            return MadePDF.append([(5, page)], freeing: [11], trailer: "/Info 15 0 R", to: $0)
        },
        Harmless(
            testDescription: "the same catalog under another number, and a number with a point",
            certification: nil
        ) {
            let page = try object(5, in: $0).replacing("612 792", with: "612.0 792.00")
            let file = MadePDF.append([(50, try object(1, in: $0)), (5, page)], trailer: "/Info 15 0 R", to: $0)
            let place = try find("/Root 1 0 R", in: file, from: $0.count)
            return file[..<place] + Array("/Root 50 0 R".utf8) + file[(place + 11)...]
        },
        Harmless(testDescription: "extensions for evidence", certification: .noChanges) {
            try edited(
                $0,
                [(1, "/Pages", "/Extensions 50 0 R /Pages")],
                with: [(50, "<</ESIC <</BaseVersion /1.7>>>>")]
            )
        },
        Harmless(testDescription: "a comment with a tag", certification: .annotations) {
            try edited(
                $0,
                [
                    (5, "/Annots [", "/Tabs /S /Annots [50 0 R "), (13, "/K [0]", "/K [0 51 0 R]"),
                    (12, "/ParentTreeNextKey 1", "/ParentTreeNextKey 2"), (14, "0 [13 0 R]", "0 [13 0 R] 1 51 0 R"),
                ],
                with: [
                    (50, "<</Type /Annot /Subtype /Text /Rect [9 9 90 90] /F 4 /StructParent 1>>"),
                    (51, "<</Type /StructElem /S /Annot /P 13 0 R /K <</Type /OBJR /Obj 50 0 R /Pg 5 0 R>>>>"),
                ]
            )
        },
        Harmless(testDescription: "a field whose widget is an object of its own", certification: .forms) {
            try edited(
                $0,
                [(5, "/Annots [", "/Annots [51 0 R "), (6, "/Fields [", "/Fields [50 0 R ")],
                with: [
                    (50, "<</FT /Sig /T (Next) /Kids [51 0 R]>>"),
                    (51, "<</Type /Annot /Subtype /Widget /Rect [0 0 0 0] /P 5 0 R>>"),
                ]
            )
        },
        Harmless(testDescription: "an object that nothing uses", certification: nil) {
            try edited($0, [], with: [(50, "<</A 1>>")])
        },
    ]

    @Test("What later signers and commenters do is permitted, and named", arguments: permitted)
    func isPermitted(change: Harmless) async throws {
        let place = try await PDFPlace()
        var options = PDFSignatureOptions()
        options.certification = change.certification
        options.field = "Own"
        let signed = try place.sign(Self.fieldDocument, as: "signed.pdf", options)
        let report = try place.verified(change.make(signed))
        #expect(report.isValid, "\(report.signatures[0].changes)")
        let isSame = change.testDescription.hasPrefix("the same catalog")
        #expect(report.signatures[0].changes.isEmpty == isSame, "\(report.signatures[0].changes)")
    }

    /// A change, and the words that name it.
    static let named: [(name: String, words: String)] = [
        ("(200)", "the field 'Sum' was changed from '100' to '200'"), ("", "the field 'Sum' was emptied; it was '100'"),
    ]

    @Test("A value that was changed is told with the former one", arguments: named)
    func values(value: String, words: String) async throws {
        let place = try await PDFPlace()
        var options = PDFSignatureOptions()
        options.field = "Own"
        let signed = try place.sign(Self.fieldDocument, as: "signed.pdf", options)
        let changed = try Self.edited(signed, [(7, "/V (100)", value.isEmpty ? "" : "/V \(value)")])
        let report = try place.verified(changed)
        #expect(
            report.isValid && report.signatures[0].changes.map(\.detail) == [words],
            "\(report.signatures[0].changes)"
        )
    }

    @Test("A comment and a signature that lie over the page's text are said to")
    func covers() async throws {
        let place = try await PDFPlace()
        var options = PDFSignatureOptions()
        options.certification = .annotations
        let signed = try place.sign(MadePDF().bytes(), as: "signed.pdf", options)
        for (rectangle, isOver) in [("[0 700 612 792]", true), ("[0 0 612 600]", false)] {
            let comment = "<</Type /Annot /Subtype /FreeText /Rect \(rectangle) /DA (/F1 9 Tf)>>"
            let words = try place.verified(Self.annotated(signed, comment)).signatures[0].changes.map(\.detail)
            let said = "page 1 got an annotation (FreeText)" + (isOver ? " that covers its text" : "")
            #expect(words == [said])
        }
        var appearance = SignatureAppearance()
        appearance.rectangle = SignatureAppearance.Rectangle(left: 60, bottom: 700, width: 300, height: 60)
        appearance.drawing = try DrawnSignature(svgPath: "M 0 0 L 10 10")
        var second = PDFSignatureOptions()
        second.appearance = appearance
        let words = try place.verified(place.sign(signed, as: "second.pdf", second)).signatures[0].changes.map(\.detail)
        #expect(words.contains("the appearance of the signature field 'Signature2' covers text on page 1"), "\(words)")
    }

    @Test(
        "A second signer who changes the dates leaves the first signature valid, whatever the cross-references are",
        arguments: MadePDF.CrossReferences.allCases
    )
    func secondSigner(kind: MadePDF.CrossReferences) async throws {
        let place = try await PDFPlace()
        var made = MadePDF()
        made.objects.append("<</Title (Contract)>>")
        made.trailer = "/Info 6 0 R"
        let signed = try place.sign(made.bytes(kind), as: "signed.pdf")
        let dated = MadePDF.append([(6, "<</Title (Contract) /ModDate (D:2026)>>")], trailer: "/Info 6 0 R", to: signed)
        let report = try place.verified(place.sign(dated, as: "second.pdf"))
        #expect(report.isValid && report.signatures.count == 2, "\(report.signatures.flatMap(\.changes))")
    }

    @Test(
        "A higher level of an extension of PDF is permitted; a lower one, and one with other entries, is not",
        arguments: [("/ExtensionLevel 5", true), ("/ExtensionLevel 1", false), ("/ExtensionLevel 5 /A 1", false)]
    )
    func extensionLevels(stated: String, isValid: Bool) async throws {
        let place = try await PDFPlace()
        let document = MadePDF(catalog: "/Extensions <</ESIC <</BaseVersion /1.7 /ExtensionLevel 2>>>>").bytes()
        let signed = try place.sign(document, as: "signed.pdf")
        let changed = try Self.catalog(signed, "/ExtensionLevel 2", stated)
        #expect(try place.verified(changed).isValid == isValid)
    }
}
