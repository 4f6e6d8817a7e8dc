import Foundation
import JetonPDF
import TestRig
import Testing

@Suite("Visible signatures in PDF")
struct PDFAppearanceTests {
    private static let fontPath = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

    private static func font() throws -> TrueTypeFont {
        try TrueTypeFont(Array(Data(contentsOf: URL(filePath: fontPath))))
    }

    private func options(_ lines: [String]) throws -> PDFSignatureOptions {
        var options = PDFSignatureOptions()
        var appearance = SignatureAppearance()
        appearance.rectangle = SignatureAppearance.Rectangle(left: 72, bottom: 72, width: 240, height: 60)
        appearance.lines = lines
        appearance.font = try Self.font()
        options.appearance = appearance
        return options
    }

    @Test("Text in Latin, Greek and Cyrillic is shown by an embedded subset, which other programs read and draw")
    func text() async throws {
        let place = try await PDFPlace()
        let document = MadePDF().bytes()
        let signed = try place.sign(
            document,
            as: "visible.pdf",
            options(["Ämne: Żółć", "Ελληνικά", "Подписано: Ёжик"])
        )
        #expect(signed.count - document.count < 20_480)
        #expect(try place.verified(signed).isValid)
        let path = place.directory.path("visible.pdf")
        let syntax = try await ChildProcess.run(["qpdf", "--check", path])
        #expect(syntax.exitStatus == 0, "\(syntax.text)\(syntax.errorText)")
        let text = try await ChildProcess.run(["pdftotext", path, "-"])
        for word in ["Ämne: Żółć", "Ελληνικά", "Подписано: Ёжик"] { #expect(text.text.contains(word), "\(text.text)") }
        let fonts = try await ChildProcess.run(["pdffonts", path])
        #expect(fonts.text.contains(/[A-Z]{6}\+DejaVuSans +CID TrueType +Identity-H +yes yes yes/), "\(fonts.text)")
        // What is drawn in the rectangle is dark in places, and nothing is outside.
        let drawn = try await ChildProcess.run([
            "pdftoppm", "-gray", "-r", "72", "-x", "72", "-y", "660", "-W", "240", "-H", "60", path,
            place.directory.path("page"),
        ])
        #expect(drawn.exitStatus == 0 && drawn.errorText.isEmpty, "\(drawn.errorText)")
        let pixels = try Data(contentsOf: URL(filePath: place.directory.path("page-1.pgm"))).dropFirst(15)
        #expect(pixels.count { $0 < 128 } > 300)
    }

    @Test(
        "A script that needs shaping, a character without a glyph and a text without room are refused",
        arguments: ["مرحبا", "नमस्ते", "שלום", "漢字", String(repeating: "wide ", count: 200)]
    )
    func refused(line: String) async throws {
        let place = try await PDFPlace()
        #expect(throws: PDFError.self) { try place.sign(MadePDF().bytes(), as: "x.pdf", options([line])) }
    }

    @Test("Pressure and speed make the lines of a drawn signature wider, and are not written")
    func strokes() async throws {
        func points(_ pressures: [Double?], _ times: [Double?]) throws -> [DrawnSignature.Point] {
            try zip(pressures, times).enumerated().map { index, values in
                try #require(
                    DrawnSignature.Point(x: Double(index * 17), y: 3, pressure: values.0, time: values.1)
                )
            }
        }
        let place = try await PDFPlace()
        let lines = try [
            points([0.1234, 0.1234, 0.9876, 0.9876], [nil, nil, nil, nil]),
            points([nil, nil, nil], [770_001, 770_777, 770_778]), points([nil, nil], [nil, nil]),
        ]
        var options = PDFSignatureOptions()
        var appearance = SignatureAppearance()
        appearance.rectangle = SignatureAppearance.Rectangle(left: 72, bottom: 72, width: 100, height: 100)
        appearance.drawing = try DrawnSignature(lines: lines)
        options.appearance = appearance
        let signed = try place.sign(MadePDF().bytes(), as: "drawn.pdf", options)
        #expect(try place.verified(signed).isValid)
        let path = place.directory.path("drawn.pdf")
        let plain = try await ChildProcess.run(["qpdf", "--qdf", "--object-streams=disable", path, "-"])
        let widths = plain.text.matches(of: /([0-9.]+) w\n/).compactMap { Double($0.1) }
        #expect(Set(widths) == [1.2, 0.6, 1.8], "\(widths)")
        for value in ["1234", "9876", "770", "777"] { #expect(!plain.text.contains("0.\(value) ")) }
        for faulty in [[], [[]]] as [[[DrawnSignature.Point]]] {
            #expect(throws: PDFError.self) { try DrawnSignature(lines: faulty) }
        }
        for pressure in [-0.1, 1.1, .nan] {
            #expect(DrawnSignature.Point(x: 0, y: 0, pressure: pressure) == nil)
        }
        #expect(DrawnSignature.Point(x: .infinity, y: 0) == nil && DrawnSignature.Point(x: 0, y: 0, time: .nan) == nil)
    }

    @Test("A font that is not one is refused at every length, and mutated ones crash nothing")
    func fonts() throws {
        let bytes = try Array(Data(contentsOf: URL(filePath: Self.fontPath)))
        #expect(throws: PDFError.self) { try TrueTypeFont([]) }
        #expect(throws: PDFError.self) { try TrueTypeFont(Array("not a font".utf8)) }
        for count in [4, 12, 100, 1_000, 100_000] {
            #expect(throws: PDFError.self) { try TrueTypeFont(Array(bytes[..<count])) }
        }
    }

    @Test(
        "JPEG and PNG images are shown; what is neither, or cut off, is refused",
        arguments: ["rgba", "gray", "palette"]
    )
    func images(kind: String) async throws {
        let place = try await PDFPlace()
        let png = MadePNG.bytes(kind)
        var options = PDFSignatureOptions()
        var appearance = SignatureAppearance()
        appearance.rectangle = SignatureAppearance.Rectangle(left: 72, bottom: 72, width: 100, height: 100)
        appearance.image = try PDFImage(png)
        options.appearance = appearance
        let signed = try place.sign(MadePDF().bytes(), as: "image.pdf", options)
        #expect(try place.verified(signed).isValid)
        let path = place.directory.path("image.pdf")
        let drawn = try await ChildProcess.run([
            "pdftoppm", "-r", "72", "-x", "82", "-y", "630", "-W", "10", "-H", "10", path, place.directory.path("page"),
        ])
        #expect(drawn.exitStatus == 0 && drawn.errorText.isEmpty, "\(drawn.errorText)")
        let pixels = try Array(Data(contentsOf: URL(filePath: place.directory.path("page-1.ppm"))).suffix(300))
        // The image is one color: half of red over white, gray, or green.
        let expected: [String: [UInt8]] = ["rgba": [255, 127, 127], "gray": [64, 64, 64], "palette": [0, 255, 0]]
        let color = try #require(expected[kind])
        let isNear = zip(pixels[150..<153], color).allSatisfy { abs(Int($0) - Int($1)) <= 2 }
        #expect(isNear, "\(pixels[150..<153])")
        for count in [0, 8, 20, 33] { #expect(throws: PDFError.self) { try PDFImage(Array(png[..<count])) } }
        #expect(throws: PDFError.self) { try PDFImage(Array("GIF89a".utf8)) }
    }

    @Test("A JPEG goes in as it is")
    func jpeg() async throws {
        let place = try await PDFPlace()
        try place.write(MadePDF().bytes(), "in.pdf")
        let drawn = try await ChildProcess.run([
            "pdftoppm", "-jpeg", "-r", "20", place.directory.path("in.pdf"), place.directory.path("in"),
        ])
        #expect(drawn.exitStatus == 0, "\(drawn.errorText)")
        let bytes = try Array(Data(contentsOf: URL(filePath: place.directory.path("in-1.jpg"))))
        let image = try PDFImage(bytes)
        #expect(image.width == 170 && image.height == 220)
        var options = PDFSignatureOptions()
        var appearance = SignatureAppearance()
        appearance.rectangle = SignatureAppearance.Rectangle(left: 72, bottom: 72, width: 100, height: 100)
        appearance.image = image
        options.appearance = appearance
        _ = try place.sign(MadePDF().bytes(), as: "jpeg.pdf", options)
        let listed = try await ChildProcess.run(["pdfimages", "-list", place.directory.path("jpeg.pdf")])
        #expect(listed.text.contains("170   220  rgb"), "\(listed.text)")
    }

    @Test("A visible signature that would break PDF/A is refused with the clause", arguments: [1, 2])
    func archival(part: Int) async throws {
        let place = try await PDFPlace()
        let xmp = "<rdf:Description pdfaid:part=\"\(part)\" pdfaid:conformance=\"B\"/>"
        var made = MadePDF(catalog: "/Metadata 6 0 R")
        made.objects.append("<</Type /Metadata /Subtype /XML /Length \(xmp.utf8.count)>>\nstream\n\(xmp)\nendstream")
        let text = try options(["signed"])
        made.objects[0] = "<</Type /Catalog /Pages 2 0 R /Metadata 6 0 R /OutputIntents [7 0 R]>>"
        made.objects += [
            "<</Type /OutputIntent /S /GTS_PDFA1 /DestOutputProfile 8 0 R>>",
            "<</N 3 /Length 0>>\nstream\n\nendstream",
        ]
        _ = try place.sign(made.bytes(), as: "a.pdf", text)
        var image = try options([])
        image.appearance?.image = try PDFImage(MadePNG.bytes("rgba"))
        if part == 1 {
            #expect(throws: PDFError(.notPermitted)) { try place.sign(made.bytes(), as: "b.pdf", image) }
        } else {
            _ = try place.sign(made.bytes(), as: "b.pdf", image)
        }
        _ = try place.sign(made.bytes(), as: "c.pdf")
    }

    @Test(
        "In a PDF/A without output intent a visible signature has colors of no device",
        arguments: [1, 2],
        ["text", "lines", "gray", "palette", "rgba"]
    )
    func calibrated(part: Int, kind: String) async throws {
        let place = try await PDFPlace()
        let xmp = "<rdf:Description pdfaid:part=\"\(part)\" pdfaid:conformance=\"B\"/>"
        var made = MadePDF(catalog: "/Metadata 6 0 R")
        made.objects.append("<</Type /Metadata /Subtype /XML /Length \(xmp.utf8.count)>>\nstream\n\(xmp)\nendstream")
        var options = try options(kind == "text" ? ["signed"] : [])
        if kind == "lines" { options.appearance?.drawing = try DrawnSignature(svgPath: "M0,0 0,100 100,100") }
        if !["text", "lines"].contains(kind) { options.appearance?.image = try PDFImage(MadePNG.bytes(kind)) }
        guard kind != "rgba" else {
            // What shines through is mixed in the colors of a device.
            #expect(throws: PDFError(.notPermitted)) { try place.sign(made.bytes(), as: "a.pdf", options) }
            return
        }
        let signed = try place.sign(made.bytes(), as: "a.pdf", options)
        #expect(try place.verified(signed).isValid)
        let path = place.directory.path("a.pdf")
        let plain = try await ChildProcess.run(["qpdf", "--qdf", "--object-streams=disable", path, "-"])
        #expect(plain.exitStatus == 0, "\(plain.errorText)")
        let expected = ["text": "/CS1 cs 0 sc", "lines": "/CS1 CS 0 SC", "gray": "/CalGray", "palette": "/CalRGB"]
        #expect(plain.text.contains(try #require(expected[kind])))
        for device in ["/DeviceGray", "/DeviceRGB", " 0 g", " 0 G"] {
            #expect(!plain.text.contains(device), "\(device)")
        }
        let drawn = try await ChildProcess.run([
            "pdftoppm", "-r", "72", "-x", "72", "-y", "660", "-W", "240", "-H", "60", path,
            place.directory.path("page"),
        ])
        #expect(drawn.exitStatus == 0 && drawn.errorText.isEmpty, "\(drawn.errorText)")
        let pixels = try Array(Data(contentsOf: URL(filePath: place.directory.path("page-1.ppm"))).suffix(240 * 60 * 3))
        let colors = Set(stride(from: 0, to: pixels.count, by: 3).map { [UInt8](pixels[$0..<($0 + 3)]) })
        let seen: [String: [Int]] = ["gray": [64, 64, 64], "palette": [0, 255, 0]]
        let color = seen[kind] ?? [0, 0, 0]
        #expect(colors.contains { zip($0, color).allSatisfy { abs(Int($0) - $1) <= 12 } }, "\(colors.count) colors")
    }

    @Test("Drawn lines are drawn as lines, upright")
    func drawing() async throws {
        let place = try await PDFPlace()
        var options = PDFSignatureOptions()
        var appearance = SignatureAppearance()
        appearance.rectangle = SignatureAppearance.Rectangle(left: 72, bottom: 72, width: 100, height: 100)
        // An L: down, then right.
        appearance.drawing = try DrawnSignature(svgPath: "M0,0L0 50 C0,60 20,1e2 100-0 Z M0,0 0,100 100,100")
        options.appearance = appearance
        let signed = try place.sign(MadePDF().bytes(), as: "drawn.pdf", options)
        #expect(try place.verified(signed).isValid)
        let drawn = try await ChildProcess.run([
            "pdftoppm", "-gray", "-r", "72", "-x", "72", "-y", "620", "-W", "100", "-H", "100",
            place.directory.path("drawn.pdf"), place.directory.path("page"),
        ])
        #expect(drawn.exitStatus == 0 && drawn.errorText.isEmpty, "\(drawn.errorText)")
        let pixels = try Array(Data(contentsOf: URL(filePath: place.directory.path("page-1.pgm"))).suffix(10_000))
        var lowest = 0
        for row in 95..<100 {
            let dark = pixels[(row * 100)..<(row * 100 + 100)].filter { $0 < 160 }
            lowest = max(lowest, dark.count)
        }
        #expect(lowest > 80, "the lower edge")
    }

    @Test(
        "A drawing that is not one is refused",
        arguments: [
            "", "M", "M 1", "L 1 1", "M 0 0", "M 0 0 Q 1 1 2 2", "m 0 0 l 1 1", "M 0 0 L nan 1", "M 0 0 C 1 1 2 2",
        ]
    )
    func refusedDrawing(path: String) {
        #expect(throws: PDFError.self) { try DrawnSignature(svgPath: path) }
    }
}
