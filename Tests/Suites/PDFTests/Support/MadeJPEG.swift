import Foundation
import TestRig
import Testing

/// A JPEG with a line of text in the upper left corner, 340 × 440 pixels.
enum MadeJPEG {
    /// The file as poppler writes it.
    ///
    /// - Parameters:
    ///   - directory: Where it is made.
    ///   - orientation: How the camera was held, 1 to 8; nil if the file does not say.
    ///   - isLittle: The order of the bytes in which it is said.
    /// - Returns: The bytes of the file.
    /// - Throws: ``TestRigError`` if poppler does not run.
    static func bytes(
        _ directory: TemporaryDirectory,
        orientation: UInt8? = nil,
        isLittle: Bool = false
    ) async throws -> [UInt8] {
        try Data(MadePDF().bytes()).write(to: URL(filePath: directory.path("in.pdf")))
        let drawn = try await ChildProcess.run([
            "pdftoppm", "-jpeg", "-r", "40", "-singlefile", directory.path("in.pdf"), directory.path("in"),
        ])
        #expect(drawn.exitStatus == 0, "\(drawn.errorText)")
        let plain = try Array(Data(contentsOf: URL(filePath: directory.path("in.jpg"))))
        guard let orientation else { return plain }
        let tiff: [UInt8] =
            isLittle
            ? [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0]
            : [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
        let segment = Array("Exif\0\0".utf8) + tiff
        return plain[..<2] + [0xFF, 0xE1, 0, UInt8(segment.count + 2)] + segment + plain[2...]
    }
}
