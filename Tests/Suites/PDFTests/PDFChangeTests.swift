import Foundation
import JetonPDF
import TestRig
import Testing

@Suite("Changes after a signature in a PDF")
struct PDFChangeTests {
    /// A revision that is appended to a signed document of one page, and what comes of it.
    struct Revision: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let kind: PDFChange.Kind
        let isPermitted: Bool
        let words: String
        let append: @Sendable ([UInt8]) -> [UInt8]

        init(
            _ name: String,
            _ kind: PDFChange.Kind,
            permitted: Bool = false,
            says words: String = "",
            _ append: @escaping @Sendable ([UInt8]) -> [UInt8]
        ) {
            testDescription = name
            self.kind = kind
            isPermitted = permitted
            self.words = words
            self.append = append
        }
    }

    private static let page = "<</Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 3 0 R"
    private static let fonts = "/Resources <</Font <</F1 4 0 R>>>>"

    /// The document: object 6 is the form with the text field 7, and object 90 is missing, though the page names it.
    private static var document: [UInt8] {
        var made = MadePDF(catalog: "/AcroForm 6 0 R")
        made.objects[4] = "\(page) \(fonts) /Annots [7 0 R] /PieceInfo 90 0 R>>"
        made.objects += [
            "<</Fields [7 0 R]>>", "<</FT /Tx /T (Sum) /Subtype /Widget /Rect [10 10 90 30] /P 5 0 R>>",
        ]
        made.trailer = "/Info 8 0 R"
        made.objects.append("<</Title (Contract)>>")
        return made.bytes()
    }

    private static func stream(_ text: String) -> String {
        "<</Length \(text.utf8.count)>>\nstream\n\(text)\nendstream"
    }

    /// The page and the form as the signature left them.
    private static func signedPage(_ more: String) -> String {
        "\(page) \(fonts) /Annots [7 0 R 10 0 R\(more)] /PieceInfo 90 0 R>>"
    }

    private static let revisions: [Revision] = [
        Revision("new information", .information, permitted: true) {
            MadePDF.append([(8, "<</Title (Other)>>")], trailer: "/Info 8 0 R", to: $0)
        },
        Revision("a field filled in", .field, permitted: true, says: "'Sum'") {
            MadePDF.append(
                [(7, "<</FT /Tx /T (Sum) /Subtype /Widget /Rect [10 10 90 30] /P 5 0 R /V (5)>>")],
                trailer: "/Info 8 0 R",
                to: $0
            )
        },
        Revision("a field moved", .content, says: "/Rect") {
            MadePDF.append(
                [(7, "<</FT /Tx /T (Sum) /Subtype /Widget /Rect [0 0 600 700] /P 5 0 R /V (5)>>")],
                trailer: "/Info 8 0 R",
                to: $0
            )
        },
        Revision("other text on the page", .content, says: "page 1") {
            MadePDF.append(
                [(3, stream("BT /F1 24 Tf 72 720 Td (Other) Tj ET"))],
                trailer: "/Info 8 0 R",
                to: $0
            )
        },
        Revision("another font", .content, says: "font") {
            MadePDF.append(
                [(4, "<</Type /Font /Subtype /Type1 /BaseFont /Symbol>>")],
                trailer: "/Info 8 0 R",
                to: $0
            )
        },
        Revision("a larger page", .content, says: "/MediaBox") {
            MadePDF.append(
                [(5, signedPage("").replacing("612 792", with: "900 900"))],
                trailer: "/Info 8 0 R",
                to: $0
            )
        },
        Revision("a comment", .annotation, says: "page 1") {
            MadePDF.append(
                [
                    (5, signedPage(" 20 0 R")),
                    (20, "<</Type /Annot /Subtype /FreeText /Rect [0 0 600 700] /DA (/H 9 Tf)>>"),
                ],
                trailer: "/Info 8 0 R",
                to: $0
            )
        },
        Revision("a script", .content, says: "/OpenAction") {
            MadePDF.append(
                [(1, "<</Type /Catalog /Pages 2 0 R /AcroForm 6 0 R /OpenAction <</S /JavaScript /JS (x)>>>>")],
                trailer: "/Info 8 0 R",
                to: $0
            )
        },
        Revision("layers", .content, says: "layers") {
            MadePDF.append(
                [(1, "<</Type /Catalog /Pages 2 0 R /AcroForm 6 0 R /OCProperties <</D <<>> /OCGs []>>>>")],
                trailer: "/Info 8 0 R",
                to: $0
            )
        },
        Revision("different pages", .content, says: "pages") {
            MadePDF.append(
                [(2, "<</Type /Pages /Kids [5 0 R 5 0 R] /Count 2>>")],
                trailer: "/Info 8 0 R",
                to: $0
            )
        },
        Revision("an object removed", .content, says: "object 4") {
            MadePDF.append([], freeing: [4], trailer: "/Info 8 0 R", to: $0)
        },
        Revision("an object for which the signed page waited", .structure, says: "object 90") {
            MadePDF.append([(90, "<<>>")], trailer: "/Info 8 0 R", to: $0)
        },
        Revision("an object taken from bytes that were there before", .structure, says: "object 4") { file in
            let place = file.indices.first { file[$0...].starts(with: "8 0 obj".utf8) } ?? 0
            return MadePDF.append([], offsets: [(4, place)], trailer: "/Info 8 0 R", to: file)
        },
        Revision("bytes behind the last revision", .structure) { $0 + Array("3 0 obj null endobj\n".utf8) },
        Revision("a body without cross-references", .structure, says: "cross-reference") { file in
            let text = stream("BT /F1 24 Tf 72 720 Td (Other) Tj ET")
            let tail = file[(file.indices.last { file[$0...].starts(with: "startxref".utf8) } ?? 0)...]
            return file + Array("3 0 obj\n\(text)\nendobj\n".utf8) + tail
        },
    ]

    @Test("What a later revision changes is named, and counts only where it is permitted", arguments: revisions)
    func changes(revision: Revision) async throws {
        let place = try await PDFPlace()
        let signed = try place.sign(Self.document, as: "signed.pdf")
        let report = try place.verified(revision.append(signed))
        let signature = try #require(report.signatures.first)
        #expect(signature.isIntact && !signature.coversWholeFile)
        let found = signature.changes.filter { change in
            change.kind == revision.kind && (revision.words.isEmpty || change.detail.contains(revision.words))
        }
        #expect(!found.isEmpty, "\(signature.changes)")
        #expect(report.isValid == revision.isPermitted, "\(signature.changes)")
    }

    @Test("A signature that is made to cover nothing, or not to be one, is not valid")
    func forgery() async throws {
        let place = try await PDFPlace()
        let signed = String(decoding: try place.sign(MadePDF().bytes(), as: "signed.pdf"), as: UTF8.self)
        for (old, new) in [
            ("/ByteRange [", "/ByteRangf ["), ("/Contents <", "/Contentt <"), ("/ByteRange [0 ", "/ByteRange [1 "),
            ("/SubFilter /ETSI.CAdES.detached", "/SubFilter /adbe.x509.rsa_sha1 "),
        ] {
            let report = try place.verified(Array(signed.replacing(old, with: new).utf8))
            #expect(report.signatures.count == 1 && !report.isIntact && !report.isValid, "\(new)")
        }
        // Without the signature dictionary nothing is signed.
        let empty = signed.replacing("/V 6 0 R", with: "/V 1 0 R")
        #expect(try !place.verified(Array(empty.utf8)).isValid)
    }

    @Test("A certification says what may follow it", arguments: [DocumentPermission.noChanges, .forms, .annotations])
    func certification(permission: DocumentPermission) async throws {
        let place = try await PDFPlace()
        var options = PDFSignatureOptions()
        options.certification = permission
        let certified = try place.sign(Self.document, as: "certified.pdf", options)
        let report = try place.verified(certified)
        #expect(report.isValid && report.signatures[0].certification == permission)
        let filled = Self.revisions[1].append(certified)
        #expect(try place.verified(filled).isValid == (permission > .noChanges))
        let commented = Self.revisions[6].append(certified)
        #expect(try place.verified(commented).isValid == (permission == .annotations))
        #expect(throws: PDFError(.notPermitted)) { try place.sign(certified, as: "again.pdf", options) }
        if permission == .noChanges {
            #expect(throws: PDFError(.notPermitted)) { try place.sign(certified, as: "second.pdf") }
        } else {
            let second = try place.verified(place.sign(certified, as: "second.pdf"))
            #expect(second.isValid && second.signatures[0].changes.map(\.kind) == [.signature])
        }
    }

    @Test("A field that locks others locks them")
    func locks() async throws {
        let place = try await PDFPlace()
        var made = MadePDF(catalog: "/AcroForm 6 0 R")
        let widget = "/Subtype /Widget /Rect [0 0 0 0] /P 5 0 R"
        made.objects += [
            "<</Fields [7 0 R 8 0 R 9 0 R]>>",
            "<</FT /Sig /T (Buyer) \(widget) /Lock <</Type /SigFieldLock /Action /Include /Fields [(Sum) (Seller)]>>>>",
            "<</FT /Sig /T (Seller) \(widget)>>", "<</FT /Tx /T (Sum) \(widget)>>",
        ]
        var options = PDFSignatureOptions()
        options.field = "Buyer"
        let signed = try place.sign(made.bytes(), as: "signed.pdf", options)
        #expect(try place.verified(signed).isValid)
        options.field = "Seller"
        #expect(throws: PDFError(.notPermitted)) { try place.sign(signed, as: "second.pdf", options) }
        let filled = MadePDF.append([(9, "<</FT /Tx /T (Sum) \(widget) /V (5)>>")], to: signed)
        let report = try place.verified(filled)
        #expect(!report.isValid && report.signatures[0].changes.contains { $0.detail.contains("locks") })
    }

    @Test("A change that is not permitted is named however many permitted ones are found before it")
    func crowd() async throws {
        let place = try await PDFPlace()
        var made = MadePDF(catalog: "/AcroForm 6 0 R")
        let numbers = 7..<77
        let widget = "/FT /Tx /Subtype /Widget /Rect [0 0 0 0] /P 5 0 R"
        made.objects.append("<</Fields [\(numbers.map { "\($0) 0 R" }.joined(separator: " "))]>>")
        made.objects += numbers.map { "<<\(widget) /T (F\($0))>>" }
        let signed = try place.sign(made.bytes(), as: "signed.pdf")
        let filled = numbers.map { ($0, "<<\(widget) /T (F\($0)) /V (5)>>") }
        #expect(try place.verified(MadePDF.append(filled, to: signed)).isValid)
        let text = (3, Self.stream("BT /F1 24 Tf 72 720 Td (Other) Tj ET"))
        let report = try place.verified(MadePDF.append(filled + [text], to: signed))
        let words = report.signatures[0].changes.map(\.detail)
        #expect(!report.isValid && words.contains("the content of page 1 was changed"), "\(words)")
    }

    @Test("Layers that readers hide at first are named")
    func layers() async throws {
        let place = try await PDFPlace()
        var made = MadePDF(catalog: "/OCProperties <</OCGs [6 0 R] /D <</OFF [6 0 R]>>>>")
        made.objects.append("<</Type /OCG /Name (Small print)>>")
        let report = try place.verified(place.sign(made.bytes(), as: "signed.pdf"))
        #expect(report.hiddenLayers == ["Small print"])
    }

    @Test("No mutation of a signed document with a later revision is valid or crashes the comparison")
    func mutations() async throws {
        let place = try await PDFPlace()
        let signed = try place.sign(Self.document, as: "signed.pdf")
        let contents = try #require(signed.indices.first { signed[$0...].starts(with: "/Contents <3".utf8) }) + 10
        let end = try #require(signed[contents...].firstIndex(of: UInt8(ascii: ">")))
        let whole = Self.revisions[1].append(signed)
        var random = UInt64(20_261_122)
        for _ in 0..<200 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let index = Int(random >> 33) % signed.count
            guard !(contents...end).contains(index) else { continue }
            var bytes = whole
            bytes[index] ^= UInt8(truncatingIfNeeded: random >> 12) | 1
            #expect((try? place.verified(bytes))?.isValid != true, "byte \(index)")
        }
        for _ in 0..<100 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            var bytes = whole
            bytes[signed.count + Int(random >> 33) % (whole.count - signed.count)] = UInt8(
                truncatingIfNeeded: random >> 12
            )
            do { _ = try place.verified(bytes) } catch let error { _ = error.code }
        }
    }
}
