import Foundation
import JetonPDF
import TestRig
import Testing

@Suite("PDF/A made of images")
struct ImageDocumentTests {
    private func document(
        _ images: [[UInt8]],
        _ size: ImageDocument.PageSize = .paper(width: 595, height: 842),
        reduction: ImageReduction = ImageReduction()
    ) throws -> [UInt8] {
        var document = ImageDocument(size, reduction: reduction)
        var bytes: [UInt8] = []
        for image in images { bytes += try document.add(PDFImage(image)) }
        return bytes + document.finish()
    }

    @Test(
        "A photograph stands upright, however the camera was held, and also where it is made smaller",
        arguments: 1...8 as ClosedRange<UInt8>,
        [nil, 60]
    )
    func orientation(_ orientation: UInt8, quality: Int?) async throws {
        let directory = try TemporaryDirectory()
        let isLittle = orientation.isMultiple(of: 2)
        let photograph = try await MadeJPEG.bytes(directory, orientation: orientation, isLittle: isLittle)
        var reduction = ImageReduction()
        reduction.quality = quality
        reduction.isGrayscale = quality != nil
        reduction.pixelsPerInch = quality == nil ? nil : 30
        let bytes = try document([photograph], reduction: reduction)
        try Data(bytes).write(to: URL(filePath: directory.path("out.pdf")))
        let drawn = try await ChildProcess.run([
            "pdftoppm", "-gray", "-r", "20", "-singlefile", directory.path("out.pdf"), directory.path("out"),
        ])
        #expect(drawn.exitStatus == 0 && drawn.errorText.isEmpty, "\(drawn.errorText)")
        let image = try Array(Data(contentsOf: URL(filePath: directory.path("out.pgm"))))
        let isWide = orientation >= 5
        let (width, height) = isWide ? (234, 166) : (166, 234)
        let pixels = image.suffix(width * height)
        let dark = pixels.enumerated().filter { $0.element < 128 }.map { ($0.offset % width, $0.offset / width) }
        try #require(!dark.isEmpty, "\(image.prefix(15))")
        let left = dark.allSatisfy { $0.0 < width / 2 }
        let top = dark.allSatisfy { $0.1 < height / 2 }
        let right = dark.allSatisfy { $0.0 >= width / 2 }
        let bottom = dark.allSatisfy { $0.1 >= height / 2 }
        let corners = [
            left && top, right && top, right && bottom, left && bottom, left && top, right && top, right && bottom,
            left && bottom,
        ]
        #expect(corners[Int(orientation) - 1], "\(left) \(top) \(right) \(bottom)")
    }

    @Test("PNG images keep their pixels, and pages the size that is asked for", arguments: ["rgba", "gray", "palette"])
    func images(kind: String) async throws {
        let directory = try TemporaryDirectory()
        let bytes = try document([MadePNG.bytes(kind), MadePNG.bytes("gray")], .image(pixelsPerInch: 72))
        try Data(bytes).write(to: URL(filePath: directory.path("out.pdf")))
        let syntax = try await ChildProcess.run(["qpdf", "--check", directory.path("out.pdf")])
        #expect(syntax.exitStatus == 0, "\(syntax.text)\(syntax.errorText)")
        let information = try await ChildProcess.run(["pdfinfo", directory.path("out.pdf")])
        #expect(information.text.contains("8 x 8 pts") && information.text.contains("Pages:           2"))
        let drawn = try await ChildProcess.run([
            "pdftoppm", "-r", "72", "-f", "1", "-singlefile", directory.path("out.pdf"), directory.path("out"),
        ])
        #expect(drawn.exitStatus == 0 && drawn.errorText.isEmpty, "\(drawn.errorText)")
        let pixel = try Array(Data(contentsOf: URL(filePath: directory.path("out.ppm"))).suffix(3))
        let expected: [String: [UInt8]] = ["rgba": [255, 127, 127], "gray": [64, 64, 64], "palette": [0, 255, 0]]
        let isNear = zip(pixel, expected[kind] ?? []).allSatisfy { abs(Int($0) - Int($1)) <= 2 }
        #expect(isNear, "\(pixel)")
        // The metadata says PDF/A-2b, and a visible signature keeps it.
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("pdfaid:part=\"2\" pdfaid:conformance=\"B\""))
    }

    @Test("The profile of its output intent is one that other programs read")
    func profile() async throws {
        let directory = try TemporaryDirectory()
        let bytes = try document([MadePNG.bytes("palette")])
        try Data(bytes).write(to: URL(filePath: directory.path("out.pdf")))
        let shown = try await ChildProcess.run([
            "qpdf", "--show-object=4", "--filtered-stream-data", directory.path("out.pdf"),
        ])
        let profile = shown.standardOutput
        let size = profile.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        #expect(size == profile.count && profile.count % 4 == 0 && size < 1_024)
        #expect(profile[12..<24].elementsEqual("mntrRGB XYZ ".utf8) && profile[36..<40].elementsEqual("acsp".utf8))
    }

    /// The segment of a JPEG with the head of a profile for colors, and nothing more.
    private static func profile(_ colors: String) -> [UInt8] {
        let size = 132
        var profile = [UInt8](repeating: 0, count: size)
        for (place, text) in [(12, "prtr"), (16, colors), (36, "acsp")] {
            profile.replaceSubrange(place..<(place + 4), with: text.utf8)
        }
        (profile[3], profile[8]) = (UInt8(size), 2)
        return [0xFF, 0xE2, 0, UInt8(size + 16)] + Array("ICC_PROFILE\0".utf8) + [1, 1] + profile
    }

    @Test("An image in the colors of a press, and a damaged orientation, break nothing")
    func unusual() async throws {
        // A frame with four components, a scan and the end.
        let frame: [UInt8] = [0xFF, 0xC0, 0, 20, 8, 0, 1, 0, 1, 4] + [UInt8](repeating: 0, count: 12)
        let press = [0xFF, 0xD8] + frame + [0xFF, 0xDA, 0, 2, 0, 0xFF, 0xD9]
        #expect(throws: PDFError(.notSupported)) { try document([press]) }
        // With the profile of the press it goes in as it is, and is not made smaller.
        let profiled = press[..<2] + Self.profile("CMYK") + press[2...]
        let bytes = try document([Array(profiled)])
        #expect(bytes.contains(profiled) && String(decoding: bytes, as: UTF8.self).contains("/ColorSpace [/ICCBased "))
        var reduction = ImageReduction()
        reduction.quality = 50
        #expect(throws: PDFError(.notSupported)) { try document([Array(profiled)], reduction: reduction) }
        // A profile for other colors than the image has is none.
        #expect(throws: PDFError(.notSupported)) { try document([press[..<2] + Self.profile("RGB ") + press[2...]]) }
        let photograph = try await MadeJPEG.bytes(TemporaryDirectory())
        let tails: [[UInt8]] = [
            [], [0x49, 0x49], [0x4D, 0x4D, 0, 42, 0xFF, 0xFF, 0xFF, 0xFF],
            [0x49, 0x49, 42, 0, 8, 0, 0, 0, 0xFF, 0xFF],
        ]
        for tail in tails {
            let segment = Array("Exif\0\0".utf8) + tail
            let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(segment.count + 2)]
            let file = head + segment + photograph[2...]
            #expect(try document([file]).count > 500)
        }
    }

    @Test("A JPEG that is cut off, has no end, or whose data was changed is refused, also where it goes in as it is")
    func damagedJPEG() async throws {
        let whole = try await MadeJPEG.bytes(TemporaryDirectory())
        _ = try document([whole])
        let scan = try #require(whole.indices.last { whole[$0...].starts(with: [0xFF, 0xDA]) })
        for count in [100, scan + 20, whole.count / 2, whole.count - 2, whole.count - 1] {
            #expect(throws: PDFError(.malformed), "\(count)") { try document([Array(whole[..<count])]) }
            // With an end that does not belong to it.
            let ended = whole[..<count] + [0xFF, 0xD9]
            if count > scan, count < whole.count - 2 {
                #expect(throws: PDFError(.malformed), "\(count), ended") { try document([Array(ended)]) }
            }
        }
        var longer = whole
        longer[longer.startIndex + 4] ^= 0x40
        #expect(throws: PDFError(.malformed)) { try document([longer]) }
    }

    @Test("A PNG whose checksums, lengths or end are not right is refused", arguments: ["rgba", "gray", "palette"])
    func damagedPNG(kind: String) throws {
        let whole = MadePNG.bytes(kind)
        _ = try document([whole])
        for index in whole.indices where index >= 8 {
            var bytes = whole
            bytes[index] ^= 0x01
            #expect(throws: PDFError.self, "byte \(index)") { try document([bytes]) }
        }
        for count in 8..<whole.count {
            #expect(throws: PDFError.self, "\(count)") { try document([Array(whole[..<count])]) }
        }
    }
}
