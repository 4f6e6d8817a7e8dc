import Foundation
import JetonPDF
import TestRig
import Testing

@Suite("Visible signatures on pages as they are seen")
struct PDFPageGeometryTests {
    /// A page of 400 × 300 units, and how it is seen.
    struct Page: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let entries: String
        /// The size as it is seen, in points.
        let width: Int
        let height: Int

        init(_ entries: String, _ width: Int, _ height: Int) {
            testDescription = entries
            self.entries = entries
            self.width = width
            self.height = height
        }
    }

    static let pages: [Page] = [
        Page("/MediaBox [0 0 400 300]", 400, 300), Page("/MediaBox [400 300 0 0]", 400, 300),
        Page("/MediaBox [100 100 500 400]", 400, 300), Page("/MediaBox [-400 -300 0 0] /Rotate 90", 300, 400),
        Page("/MediaBox [0 0 400 300] /Rotate 90", 300, 400), Page("/MediaBox [0 0 400 300] /Rotate 180", 400, 300),
        Page("/MediaBox [0 0 400 300] /Rotate 270", 300, 400), Page("/MediaBox [0 0 400 300] /Rotate -90", 300, 400),
        Page("/MediaBox [0 0 400 300] /CropBox [100 50 350 250]", 250, 200),
        Page("/MediaBox [0 0 400 300] /CropBox [100 50 350 250] /Rotate 90", 200, 250),
        Page("/MediaBox [0 0 400 300] /CropBox [100 50 350 250] /Rotate 270", 200, 250),
        Page("/MediaBox [0 0 200 150] /UserUnit 2", 400, 300),
        Page("/MediaBox [10 10 210 160] /UserUnit 2 /Rotate 90", 300, 400),
    ]

    private static func document(_ page: Page) -> [UInt8] {
        var made = MadePDF()
        made.objects[4] = "<</Type /Page /Parent 2 0 R \(page.entries) /Resources <</Font <</F1 4 0 R>>>>>>"
        return made.bytes()
    }

    /// A drawing that fills the rectangle's lower and left edges: an L.
    private func options(_ left: Double, _ bottom: Double, _ width: Double, _ height: Double) -> PDFSignatureOptions {
        var options = PDFSignatureOptions()
        var appearance = SignatureAppearance()
        appearance.rectangle = SignatureAppearance.Rectangle(left: left, bottom: bottom, width: width, height: height)
        appearance.drawing = try? DrawnSignature(svgPath: "M 0 0 L 0 40 L 100 40")
        options.appearance = appearance
        return options
    }

    @Test("A signature is upright and where the rectangle says, in two readers", arguments: pages)
    func placed(page: Page) async throws {
        let place = try await PDFPlace()
        let signed = try place.sign(Self.document(page), as: "signed.pdf", options(20, 30, 104, 44))
        #expect(try place.verified(signed).isValid)
        let path = place.directory.path("signed.pdf")
        let commands = [
            ["pdftoppm", "-gray", "-cropbox", "-r", "72", "-singlefile", path, place.directory.path("page")],
            [
                "mutool", "draw", "-q", "-c", "gray", "-r", "72", "-F", "pgm", "-o", place.directory.path("page.pgm"),
                path,
            ],
        ]
        for command in commands {
            let drawn = try await ChildProcess.run(command)
            #expect(drawn.exitStatus == 0, "\(drawn.errorText)")
            let file = try Array(Data(contentsOf: URL(filePath: place.directory.path("page.pgm"))))
            let words = String(decoding: file.prefix(40), as: UTF8.self).split { $0.isWhitespace }
            // MuPDF draws a unit as a point, whatever UserUnit says.
            let scale = words[1] == "\(page.width)" ? 1.0 : 0.5
            try #require(
                Int(words[1]) == Int(Double(page.width) * scale) && Int(words[2]) == Int(Double(page.height) * scale)
            )
            let (wide, tall) = (Int(Double(page.width) * scale), Int(Double(page.height) * scale))
            let pixels = file.suffix(wide * tall)
            let dark = pixels.enumerated().filter { $0.element < 160 }.map {
                ($0.offset % wide, tall - 1 - $0.offset / wide)
            }
            try #require(!dark.isEmpty)
            let isInside = dark.allSatisfy { x, y in
                (20 * scale - 1...124 * scale + 1).contains(Double(x))
                    && (30 * scale - 1...74 * scale + 1).contains(Double(y))
            }
            #expect(isInside, "\(command[0])")
            // The upright line on the left and the flat one below, and nothing in the upper right corner.
            let high = dark.filter { Double($0.1) > 60 * scale }
            let low = dark.filter { Double($0.1) < 36 * scale }
            #expect(!high.isEmpty && high.allSatisfy { Double($0.0) < 30 * scale }, "\(command[0])")
            #expect(low.contains { Double($0.0) > 110 * scale }, "\(command[0])")
        }
        let places = try PDFDocument(PDFMemory(signed)).widgetPlaces().values.flatMap { $0 }
        #expect(places.map(\.page) == [1] && places.map { "\($0.area)" } == ["20,30,104,44"])
    }

    @Test("A rectangle of which some part can't be seen is refused, and the whole page is not", arguments: pages)
    func outside(page: Page) async throws {
        let place = try await PDFPlace()
        let (width, height) = (Double(page.width), Double(page.height))
        _ = try place.sign(Self.document(page), as: "whole.pdf", options(0, 0, width, height))
        let rectangles: [(Double, Double, Double, Double)] = [
            (-1, 0, 50, 50), (0, -1, 50, 50), (width - 49, 0, 50, 50), (0, height - 49, 50, 50), (9_999, 0, 50, 50),
            (0, 0, width + 1, 50), (-5_000, -5_000, 50, 50),
        ]
        for (left, bottom, width, height) in rectangles {
            #expect(throws: PDFError(.invalidArgument), "\(left) \(bottom) \(width) \(height)") {
                try place.sign(Self.document(page), as: "x.pdf", options(left, bottom, width, height))
            }
        }
    }

    @Test("A signature on all pages must be within each of them")
    func allPages() async throws {
        let place = try await PDFPlace()
        var made = MadePDF(pages: 2)
        made.objects[5] = "<</Type /Page /Parent 2 0 R /MediaBox [0 0 100 100]>>"
        var options = options(50, 50, 60, 40)
        _ = try place.sign(made.bytes(), as: "first.pdf", options)
        options.pages = .all
        #expect(throws: PDFError(.invalidArgument)) { try place.sign(made.bytes(), as: "x.pdf", options) }
    }

    @Test(
        "A form that asks readers to draw its fields shows the signature if the other fields have a look",
        arguments: [true, false]
    )
    func needAppearances(hasLook: Bool) async throws {
        let place = try await PDFPlace()
        var made = MadePDF(catalog: "/AcroForm <</NeedAppearances true /Fields [6 0 R]>>")
        let look = hasLook ? "/AP <</N 7 0 R>>" : ""
        made.objects[4] = made.objects[4].dropLast(2) + " /Annots [6 0 R]>>"
        made.objects += [
            "<</FT /Tx /T (Sum) /Type /Annot /Subtype /Widget /Rect [300 300 400 320] \(look)>>",
            PDFAttackTests.form("0 g 0 0 9 9 re f"),
        ]
        let options = options(20, 30, 104, 44)
        let planned = try PDFSigner(PDFDocument(PDFMemory(made.bytes())), signer: place.signer, options: options)
        #expect(planned.notes.isEmpty == hasLook, "\(planned.notes)")
        _ = try place.sign(made.bytes(), as: "signed.pdf", options)
        guard hasLook else { return }
        let drawn = try await ChildProcess.run([
            "pdftoppm", "-gray", "-r", "72", "-singlefile", "-x", "20", "-y", "718", "-W", "104", "-H", "44",
            place.directory.path("signed.pdf"), place.directory.path("page"),
        ])
        #expect(drawn.exitStatus == 0, "\(drawn.errorText)")
        let pixels = try Data(contentsOf: URL(filePath: place.directory.path("page.pgm"))).suffix(104 * 44)
        #expect(pixels.contains { $0 < 128 })
    }

    /// A page's text, encoded by the filters that stand in a content stream.
    static let encodings: [(filters: String, data: [UInt8])] = {
        let text = Array("BT /F1 12 Tf 50 700 Td (Signed by:) Tj ET".utf8)
        let digits = text.map { String($0, radix: 16) }.joined() + ">"
        var groups: [UInt8] = []
        for start in stride(from: 0, to: text.count, by: 4) {
            let part = Array(text[start..<min(start + 4, text.count)])
            var value = (part + [UInt8](repeating: 0, count: 4 - part.count)).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            var group: [UInt8] = []
            for _ in 0..<5 {
                group.insert(UInt8(value % 85) + 33, at: 0)
                value /= 85
            }
            groups += group.prefix(part.count + 1)
        }
        // Codes of 9 bits: the table is cleared, each byte stands for itself, and the end.
        var bits = ""
        for code in [256] + text.map(Int.init) + [257] {
            let digits = String(code, radix: 2)
            bits += String(repeating: "0", count: 9 - digits.count) + digits
        }
        bits += String(repeating: "0", count: (8 - bits.count % 8) % 8)
        let characters = Array(bits)
        let words = stride(from: 0, to: characters.count, by: 8).map {
            UInt8(String(characters[$0..<$0 + 8]), radix: 2) ?? 0
        }
        return [
            ("/ASCIIHexDecode", Array(digits.utf8)), ("/ASCII85Decode", groups + Array("~>".utf8)),
            ("/LZWDecode", words), ("/RunLengthDecode", [UInt8(text.count - 1)] + text + [128]),
            (
                "[/ASCIIHexDecode /RunLengthDecode]",
                Array(
                    ([UInt8(text.count - 1)] + text + [128]).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
                        .joined().utf8
                )
            ),
        ]
    }()

    @Test("A text is found whatever filters the page is written with", arguments: encodings)
    func filters(filters: String, data: [UInt8]) async throws {
        let place = try await PDFPlace()
        var made = MadePDF()
        let length = data.count
        made.objects[2] =
            "<</Filter \(filters) /Length \(length)>>\nstream\n\(String(repeating: "@", count: length))\nendstream"
        var bytes = made.bytes()
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: "@".utf8) })
        bytes.replaceSubrange(start..<(start + length), with: data)
        var options = options(0, 20, 80, 30)
        options.anchor = "Signed by:"
        let signed = try place.sign(bytes, as: "signed.pdf", options)
        let places = try PDFDocument(PDFMemory(signed)).widgetPlaces().values.flatMap { $0 }
        #expect(places.map { "\($0.area)" } == ["50,720,80,30"])
        let text = try await ChildProcess.run(["pdftotext", place.directory.path("signed.pdf"), "-"])
        #expect(text.text.contains("Signed by:"), "\(text.text)")
    }
}
