import Foundation
import JetonPDF
import TestRig
import Testing

@Suite("Images that are made smaller for a PDF/A")
struct ImageReductionTests {
    private static func reduction(_ quality: Int?, gray: Bool = false, limit: Double? = nil) -> ImageReduction {
        var reduction = ImageReduction()
        reduction.quality = quality
        reduction.isGrayscale = gray
        reduction.pixelsPerInch = limit
        return reduction
    }

    private func document(
        _ image: [UInt8],
        _ reduction: ImageReduction,
        _ size: ImageDocument.PageSize = .image(pixelsPerInch: 72)
    ) throws -> [UInt8] {
        var document = ImageDocument(size, reduction: reduction)
        let page = try document.add(PDFImage(image))
        return page + document.finish()
    }

    /// The image in a document as another program takes it out: the size in pixels, and red, green and blue of each.
    private func image(_ document: [UInt8], _ directory: TemporaryDirectory) async throws -> (String, [UInt8]) {
        try Data(document).write(to: URL(filePath: directory.path("out.pdf")))
        let taken = try await ChildProcess.run(["pdfimages", directory.path("out.pdf"), directory.path("out")])
        #expect(taken.exitStatus == 0 && taken.errorText.isEmpty, "\(taken.errorText)")
        let file = try Array(Data(contentsOf: URL(filePath: directory.path("out-000.ppm"))))
        let lines = file.split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
        try #require(lines.count == 4)
        return (String(decoding: lines[1], as: UTF8.self), Array(lines[3]))
    }

    /// A PNG of one row or more, and its pixels when it is made smaller.
    struct Sample: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let png: MadePNG.Rows
        let reduction: ImageReduction
        let size: String
        /// One a pixel, or three.
        let colors: [UInt8]
    }

    private static let half = reduction(nil, limit: 36)
    private static let gray = reduction(nil, gray: true)
    private static let redAndGreen: [UInt8] = [255, 0, 0, 0, 255, 0]

    private static let samples = [
        Sample(
            testDescription: "squares of four pixels",
            png: MadePNG.Rows(
                width: 4,
                color: 0,
                rows: [[0, 255, 8, 8], [255, 0, 8, 8], [1, 2, 90, 90], [3, 4, 90, 90]]
            ),
            reduction: half,
            size: "2 2",
            colors: [128, 8, 3, 90]
        ),
        Sample(
            testDescription: "a pixel that lies in two",
            png: MadePNG.Rows(width: 3, color: 0, rows: [[0, 90, 255]]),
            reduction: reduction(nil, limit: 48),
            size: "2 1",
            colors: [30, 200]
        ),
        Sample(
            testDescription: "colors",
            png: MadePNG.Rows(width: 2, color: 2, rows: [[10, 200, 30, 20, 100, 50], [10, 200, 30, 20, 100, 50]]),
            reduction: half,
            size: "1 1",
            colors: [15, 150, 40]
        ),
        Sample(
            testDescription: "1 bit a pixel",
            png: MadePNG.Rows(width: 8, color: 0, bits: 1, rows: [[0b1010_0011]]),
            reduction: half,
            size: "4 1",
            colors: [128, 128, 0, 255]
        ),
        Sample(
            testDescription: "2 bits a pixel",
            png: MadePNG.Rows(width: 2, color: 0, bits: 2, rows: [[0b0101_0000]]),
            reduction: half,
            size: "1 1",
            colors: [85]
        ),
        Sample(
            testDescription: "4 bits a pixel",
            png: MadePNG.Rows(width: 4, color: 0, bits: 4, rows: [[0x33, 0x0F]]),
            reduction: half,
            size: "2 1",
            colors: [51, 128]
        ),
        Sample(
            testDescription: "16 bits a color",
            png: MadePNG.Rows(width: 1, color: 2, bits: 16, rows: [[100, 255, 100, 0, 100, 7]]),
            reduction: gray,
            size: "1 1",
            colors: [100]
        ),
        Sample(
            testDescription: "a palette",
            png: MadePNG.Rows(width: 2, color: 3, palette: redAndGreen, rows: [[0, 1]]),
            reduction: gray,
            size: "2 1",
            colors: [76, 150]
        ),
        Sample(
            testDescription: "a palette of 1 bit",
            png: MadePNG.Rows(width: 2, color: 3, bits: 1, palette: redAndGreen, rows: [[0b0100_0000]]),
            reduction: gray,
            size: "2 1",
            colors: [76, 150]
        ),
        Sample(
            testDescription: "transparent pixels on white",
            png: MadePNG.Rows(width: 2, color: 6, rows: [[255, 0, 0, 128, 9, 9, 9, 0]]),
            reduction: gray,
            size: "2 1",
            colors: [165, 255]
        ),
        Sample(
            testDescription: "opacity of 16 bits",
            png: MadePNG.Rows(
                width: 2,
                color: 6,
                bits: 16,
                rows: [[255, 0, 0, 9, 0, 0, 128, 7, 9, 9, 9, 9, 9, 9, 0, 0]]
            ),
            reduction: gray,
            size: "2 1",
            colors: [165, 255]
        ),
        Sample(
            testDescription: "a color that is transparent",
            png: MadePNG.Rows(
                width: 2,
                color: 2,
                transparency: [0, 10, 0, 20, 0, 30],
                rows: [[10, 20, 30, 0, 255, 0]]
            ),
            reduction: gray,
            size: "2 1",
            colors: [255, 150]
        ),
        Sample(
            testDescription: "a palette of which one color is transparent",
            png: MadePNG.Rows(width: 2, color: 3, palette: redAndGreen, transparency: [0], rows: [[0, 1]]),
            reduction: gray,
            size: "2 1",
            colors: [255, 150]
        ),
        Sample(
            testDescription: "interlaced",
            png: MadePNG.Rows(width: 2, height: 2, color: 0, isInterlaced: true, rows: [[1], [2], [3, 4]]),
            reduction: reduction(nil, limit: 72),
            size: "2 2",
            colors: [1, 2, 3, 4]
        ),
        Sample(
            testDescription: "interlaced, of a palette of 2 bits",
            png: MadePNG.Rows(
                width: 5,
                height: 1,
                color: 3,
                bits: 2,
                palette: redAndGreen,
                isInterlaced: true,
                rows: [[0x00], [0x40], [0x00], [0x10]]
            ),
            reduction: gray,
            size: "5 1",
            colors: [76, 76, 76, 150, 150]
        ),
    ]

    @Test("PNG without --quality keeps its colors, or their brightness, without a loss", arguments: samples)
    func lossless(sample: Sample) async throws {
        let directory = try TemporaryDirectory()
        let made = try document(sample.png.bytes, sample.reduction)
        let (size, pixels) = try await image(made, directory)
        #expect(size == sample.size)
        let isGray = sample.colors.count < pixels.count
        #expect(pixels == (isGray ? sample.colors.flatMap { [$0, $0, $0] } : sample.colors))
        let space = isGray ? "/ColorSpace /DeviceGray" : "/ColorSpace /DeviceRGB"
        #expect(String(decoding: made, as: UTF8.self).contains(space))
    }

    @Test("PNG with a quality becomes JPEG, transparent pixels on white", arguments: [1, 3, 4])
    func encoded(count: Int) async throws {
        let directory = try TemporaryDirectory()
        let (color, pixel): (UInt8, [UInt8]) =
            switch count {
            case 1: (0, [77])
            case 3: (2, [200, 40, 40])
            default: (6, [0, 0, 255, 128])
            }
        let expected: [UInt8] = count == 4 ? [127, 127, 255] : count == 1 ? [77, 77, 77] : pixel
        let row = Array([[UInt8]](repeating: pixel, count: 24).joined())
        let png = MadePNG.Rows(width: 24, color: color, rows: [[UInt8]](repeating: row, count: 16))
        let made = try document(png.bytes, Self.reduction(95))
        let (size, pixels) = try await image(made, directory)
        #expect(size == "24 16")
        let isNear = pixels.enumerated().allSatisfy { abs(Int($1) - Int(expected[$0 % 3])) <= 2 }
        #expect(isNear, "\(pixels.prefix(3))")
        let listed = try await ChildProcess.run(["pdfimages", "-list", directory.path("out.pdf")])
        #expect(listed.text.contains(count == 1 ? " gray " : " rgb "), "\(listed.text)")
        #expect(listed.text.contains(" jpeg ") && !listed.text.contains("smask"), "\(listed.text)")
        let syntax = try await ChildProcess.run(["qpdf", "--check", directory.path("out.pdf")])
        #expect(syntax.exitStatus == 0, "\(syntax.text)\(syntax.errorText)")
    }

    @Test(
        "A photograph gets the colors, the resolution and the quality that are asked for",
        arguments: [
            (reduction(nil), "340 440 rgb 3 8 jpeg", true), (reduction(100), "340 440 rgb 3 8 jpeg", true),
            (reduction(nil, limit: 42), "340 440 rgb 3 8 jpeg", true),
            (reduction(5), "340 440 rgb 3 8 jpeg", false), (reduction(nil, gray: true), "340 440 gray 1 8 jpeg", false),
            (reduction(nil, limit: 20), "165 213 rgb 3 8 jpeg", false),
            (reduction(40, gray: true, limit: 35), "289 374 gray 1 8 jpeg", false),
        ]
    )
    func photograph(reduction: ImageReduction, listed: String, isKept: Bool) async throws {
        let directory = try TemporaryDirectory()
        let photograph = try await MadeJPEG.bytes(directory)
        let made = try document(photograph, reduction, .paper(width: 595, height: 842))
        try Data(made).write(to: URL(filePath: directory.path("out.pdf")))
        let lines = try await ChildProcess.run(["pdfimages", "-list", directory.path("out.pdf")]).text.split(
            separator: "\n"
        )
        let words = try #require(lines.last).split(separator: " ")
        #expect(words.dropFirst(3).prefix(6).joined(separator: " ") == listed)
        if let limit = reduction.pixelsPerInch { #expect(words.count > 12 && Double(words[12]) ?? 9_999 <= limit) }
        #expect(words.contains("jpeg"))
        let taken = try await ChildProcess.run([
            "pdfimages", "-all", directory.path("out.pdf"), directory.path("taken"),
        ])
        #expect(taken.exitStatus == 0)
        let jpeg = try Array(Data(contentsOf: URL(filePath: directory.path("taken-000.jpg"))))
        #expect((jpeg == photograph) == isKept && jpeg.count <= photograph.count)
        // The page stays as large.
        let information = try await ChildProcess.run(["pdfinfo", directory.path("out.pdf")])
        #expect(information.text.contains("595 x 842 pts"))
    }

    @Test("A damaged JPEG is not re-encoded, and an image that is too large is not decoded")
    func refused() async throws {
        let directory = try TemporaryDirectory()
        let photograph = try await MadeJPEG.bytes(directory)
        let half = Array(photograph.prefix(photograph.count / 2))
        #expect(throws: PDFError(.malformed)) { try document(half, Self.reduction(50)) }
        #expect(throws: PDFError(.malformed)) { try document(half, ImageReduction()) }
        #expect(throws: PDFError(.invalidArgument)) { try document(photograph, Self.reduction(0)) }
        #expect(throws: PDFError(.invalidArgument)) { try document(photograph, Self.reduction(101)) }
        let frame: [UInt8] =
            [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0x4E, 0x20, 0x4E, 0x20, 1, 1, 0x11, 0] + [
                0xFF, 0xDA, 0, 2, 0, 0xFF, 0xD9,
            ]
        #expect(throws: PDFError(.limitExceeded)) { try document(frame, Self.reduction(50)) }
        // Decoded to an eighth it is not too large, but has no data.
        #expect(throws: PDFError(.malformed)) { try document(frame, Self.reduction(50, limit: 5)) }
        // A PNG that states more pixels than it has is damaged, before anything is made of it.
        let png = MadePNG.Rows(width: 20_000, height: 20_000, color: 0, rows: [[0]])
        #expect(throws: PDFError(.malformed)) { try document(png.bytes, Self.reduction(50)) }
        let palette = MadePNG.Rows(width: 2, color: 3, palette: Self.redAndGreen, rows: [[0, 2]])
        #expect(throws: PDFError(.malformed)) { try document(palette.bytes, Self.gray) }
    }
}
