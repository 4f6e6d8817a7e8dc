import Foundation
import JetonPDF
import TestRig
import Testing

@Suite("Visible signatures placed by pages and by text")
struct PDFPlacementTests {
    private func options(
        at anchor: String? = nil,
        on pages: PDFSignatureOptions.Pages? = nil,
        bottom: Double = -20
    ) -> PDFSignatureOptions {
        var options = PDFSignatureOptions()
        var appearance = SignatureAppearance()
        appearance.rectangle = SignatureAppearance.Rectangle(left: 10, bottom: bottom, width: 80, height: 30)
        appearance.drawing = try? DrawnSignature(svgPath: "M 0 0 L 10 10")
        options.appearance = appearance
        options.pages = pages
        options.anchor = anchor
        return options
    }

    /// A document whose pages show text in all the ways that content streams have.
    private static func document() -> MadePDF {
        let content = """
            BT /F1 12 Tf 50 700 Td (Name: \\(printed\\)) Tj 0 -20 TD [(Si) -20 (gned) 15 ( by:)] TJ T* (Place and date) Tj ET
            q 0.5 0 0 0.5 100 100 cm BT /F1 20 Tf 2 Tc 90 Tz 1 0 0 1 40 300 Tm (Witness) Tj ( Two) ' ET Q
            q 1 0 0 1 200 50 cm /Fm1 Do Q
            BI /W 1 /H 1 /CS /G /BPC 8 ID ( EI BT /F2 10 Tf 300 200 Td <000100020003> Tj ET
            """
        let form = "BT /F1 9 Tf 5 5 Td (Inside a form) Tj ET"
        let map = "begincodespacerange <0000> <FFFF> endcodespacerange\n1 beginbfrange <0001> <0003> <0416> endbfrange"
        var made = MadePDF(pages: 1)
        made.objects[2] = "<</Length \(content.utf8.count)>>\nstream\n\(content)\nendstream"
        made.objects[4] =
            "<</Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents [3 0 R]"
            + " /Resources <</Font <</F1 4 0 R /F2 7 0 R>> /XObject <</Fm1 6 0 R>>>>>>"
        made.objects += [
            "<</Type /XObject /Subtype /Form /BBox [0 0 200 50] /Matrix [1 0 0 1 7 0]"
                + " /Length \(form.utf8.count)>>\nstream\n\(form)\nendstream",
            "<</Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [8 0 R] /ToUnicode 9 0 R>>",
            "<</Type /Font /Subtype /CIDFontType2 /BaseFont /X /DW 600 /W [1 [700] 2 3 400]"
                + " /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>>>>",
            "<</Length \(map.utf8.count)>>\nstream\n\(map)\nendstream",
        ]
        return made
    }

    /// The left and lower edges of a field's widgets.
    private static func corners(_ bytes: [UInt8]) throws -> [[Double]] {
        let document = try PDFDocument(PDFMemory(bytes))
        let field = try #require(document.signatureFields().last)
        let kids = try document.resolve(field.value["Kids"]).array
        let widgets = try kids.map { try $0.compactMap { try document.resolve($0).dictionary } } ?? [field.value]
        return widgets.map { ($0["Rect"]?.array ?? []).prefix(2).compactMap(\.number) }
    }

    @Test(
        "A signature is placed where a text begins, as pdftotext finds it",
        arguments: ["Name:", "(printed)", "Signed by:", "by:", "Place and date", "Witness", "Two", "Inside a form"]
    )
    func text(anchor: String) async throws {
        let place = try await PDFPlace()
        let bytes = Self.document().bytes()
        let signed = try place.sign(bytes, as: "placed.pdf", options(at: anchor))
        #expect(try place.verified(signed).isValid)
        let corner = try #require(try Self.corners(signed).first)
        let boxes = try await ChildProcess.run(["pdftotext", "-bbox", place.directory.path("placed.pdf"), "-"])
        let word = anchor.split(separator: " ")[0]
        let pattern = try Regex("xMin=\"([0-9.]+)\" [^>]*>\(NSRegularExpression.escapedPattern(for: String(word)))")
        let match = try #require(boxes.text.firstMatch(of: pattern), "\(boxes.text)\(boxes.errorText)")
        let left = try #require(match.output[1].substring.flatMap { Double($0) })
        #expect(abs(corner[0] - 10 - left) < 0.6, "\(corner), \(left)")
        // The baseline, which pdftotext does not say: by hand.
        let baselines = [
            "Name:": 700, "(printed)": 700, "Signed by:": 680, "by:": 680, "Place and date": 660, "Witness": 250,
            "Two": 245.5, "Inside a form": 55,
        ]
        let expected = try #require(baselines[anchor])
        #expect(abs(corner[1] + 20 - expected) < 10, "\(corner)")
    }

    @Test("Codes of two bytes are read by the font's own map, behind an image inside of the content")
    func composite() async throws {
        let place = try await PDFPlace()
        let signed = try place.sign(Self.document().bytes(), as: "placed.pdf", options(at: "ЗИ"))
        // Ж has 700 thousandths of 10 points.
        #expect(try Self.corners(signed) == [[317, 180]])
    }

    @Test("A text that the document does not have, or has twice, places nothing")
    func unclear() async throws {
        let place = try await PDFPlace()
        let one = Self.document().bytes()
        let three = MadePDF(pages: 3).bytes()
        #expect(throws: PDFError(.notFound)) { try place.sign(one, as: "x.pdf", options(at: "Nowhere")) }
        #expect(throws: PDFError(.ambiguous)) { try place.sign(one, as: "x.pdf", options(at: "d")) }
        #expect(throws: PDFError(.ambiguous)) { try place.sign(three, as: "x.pdf", options(at: "Contract")) }
        #expect(throws: PDFError(.invalidArgument)) {
            try place.sign(three, as: "x.pdf", options(at: "Contract", on: .numbers([4])))
        }
        let signed = try place.sign(three, as: "x.pdf", options(at: "Contract", on: .numbers([2])))
        #expect(try Self.corners(signed) == [[82, 700]])
    }

    @Test(
        "One signature is shown on several pages, and a second one leaves it valid",
        arguments: [PDFSignatureOptions.Pages.all, .numbers([1, 3]), .numbers([2])]
    )
    func pages(_ pages: PDFSignatureOptions.Pages) async throws {
        let place = try await PDFPlace()
        let signed = try place.sign(MadePDF(pages: 3).bytes(), as: "one.pdf", options(on: pages, bottom: 20))
        let count = [.all: 3, .numbers([1, 3]): 2][pages] ?? 1
        #expect(try Self.corners(signed).count == count)
        let again = try place.sign(signed, as: "two.pdf", options(at: "Contract", on: pages))
        let report = try place.verified(again)
        #expect(report.isValid && report.signatures.count == 2, "\(report.signatures.flatMap(\.changes))")
        for name in ["one.pdf", "two.pdf"] {
            let syntax = try await ChildProcess.run(["qpdf", "--check", place.directory.path(name)])
            #expect(syntax.exitStatus == 0, "\(syntax.text)\(syntax.errorText)")
        }
        // A line is drawn on each of the pages chosen, below the text.
        for page in 1...3 {
            let drawn = try await ChildProcess.run([
                "pdftoppm", "-gray", "-r", "72", "-f", "\(page)", "-l", "\(page)", "-singlefile", "-x", "82", "-y",
                "75", "-W", "80", "-H", "14", place.directory.path("two.pdf"), place.directory.path("page"),
            ])
            #expect(drawn.exitStatus == 0 && drawn.errorText.isEmpty, "\(drawn.errorText)")
            let pixels = try Data(contentsOf: URL(filePath: place.directory.path("page.pgm"))).suffix(1_120)
            let isChosen = pages == .all || pages == .numbers([page]) || pages == .numbers([1, 3]) && page != 2
            let dark = pixels.count { $0 < 128 }
            #expect(isChosen ? dark > 3 : dark == 0, "page \(page): \(dark)")
        }
    }

    @Test("A widget of a new field that is more than one is a change that no signature permits")
    func smuggled() async throws {
        let place = try await PDFPlace()
        let signed = try place.sign(MadePDF().bytes(), as: "one.pdf")
        let document = try PDFDocument(PDFMemory(signed))
        let form = try #require(try document.catalog().value["AcroForm"]?.dictionary)
        let first = try #require(form["Fields"]?.array?.first?.reference)
        let catalog = "<</Type /Catalog /Pages 2 0 R /AcroForm <</SigFlags 3 /Fields [\(first) 50 0 R]>>>>"
        for extra in ["/T (other)", "/FT /Tx", "/V 3 0 R"] {
            let changed = MadePDF.append(
                [
                    (1, catalog), (50, "<</FT /Sig /T (New) /Kids [51 0 R]>>"),
                    (51, "<</Type /Annot /Subtype /Widget /Parent 50 0 R /Rect [0 0 1 1] \(extra)>>"),
                ],
                to: signed
            )
            #expect(try !place.verified(changed).isValid, "\(extra)")
        }
    }
}
