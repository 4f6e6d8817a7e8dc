import Foundation
import JetonASN1
import JetonCMS
import TestRig
import Testing

@testable import ASiC
@testable import JetonX509

@Suite("Strict ZIP64")
struct ZIP64Tests {
    private static let central: [UInt8] = [0x50, 0x4B, 1, 2]
    private static let large: [UInt8] = [0x50, 0x4B, 6, 6]
    private static let locator: [UInt8] = [0x50, 0x4B, 6, 7]
    private static let end: [UInt8] = [0x50, 0x4B, 5, 6]

    /// Archives that Python makes of "a" and "b", with all numbers in ZIP64.
    ///
    /// - Parameter isStreamed: Whether the sizes follow the data.
    /// - Returns: The archive.
    /// - Throws: If Python fails.
    private static func made(isStreamed: Bool) async throws -> [UInt8] {
        let directory = try TemporaryDirectory()
        let script = """
            import io, struct, sys, zipfile
            class Pipe(io.RawIOBase):
                def __init__(self): self.bytes = b""
                def writable(self): return True
                def write(self, data): self.bytes += bytes(data); return len(data)
            out = Pipe() if sys.argv[2] == "streamed" else io.BytesIO()
            zipfile.ZIP64_LIMIT = 0
            with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
                for name, data in (("a", b"stored"), ("b", b"b" * 5000)):
                    with archive.open(name, "w", force_zip64=True) as file: file.write(data)
            open(sys.argv[1], "wb").write(out.bytes if sys.argv[2] == "streamed" else out.getvalue())
            """
        let output = try await ChildProcess.run([
            "python3", "-c", script, directory.url.appending(path: "made.zip").path, isStreamed ? "streamed" : "file",
        ])
        try #require(output.exitStatus == 0, "\(output.errorText)")
        return Array(try Data(contentsOf: directory.url.appending(path: "made.zip")))
    }

    private static func place(_ archive: [UInt8], _ signature: [UInt8]) -> Int {
        archive.indices.last { archive[$0...].starts(with: signature) } ?? 0
    }

    @Test("An archive of Python with all numbers in ZIP64 is read", arguments: [false, true])
    func whole(isStreamed: Bool) async throws {
        let archive = try await Self.made(isStreamed: isStreamed)
        #expect(Self.place(archive, Self.large) > 0 && Self.place(archive, Self.locator) > 0)
        let sizes = try ZIPTests.contents(archive)
        #expect(sizes == ["a": 6, "b": 5_000])
    }

    @Test("What the ends or headers of ZIP64 say differently is refused", arguments: [false, true])
    func ambiguous(isStreamed: Bool) async throws {
        let archive = try await Self.made(isStreamed: isStreamed)
        // A place behind a signature, and what is wrong with a change there.
        let places: [([UInt8], Int, String)] = [
            (Self.large, 4, "length"), (Self.large, 16, "disk"), (Self.large, 24, "files on this disk"),
            (Self.large, 32, "files"), (Self.large, 40, "size"), (Self.large, 48, "offset"), (Self.large, 55, "offset"),
            (Self.locator, 4, "disk"), (Self.locator, 8, "place"), (Self.locator, 16, "disks"), (Self.end, 8, "files"),
            (Self.end, 10, "files"), (Self.end, 12, "size"), (Self.end, 16, "offset"),
            (Self.central, 47, "kind of the field"), (Self.central, 49, "length of the field"),
            (Self.central, 51, "size"), (Self.central, 59, "compressed size"), (Self.central, 58, "large size"),
            (Self.central, 67, "offset"),
        ]
        for (signature, offset, what) in places {
            var changed = archive
            changed[Self.place(archive, signature) + offset] ^= 1
            #expect(throws: ContainerError.self, "\(what)") { try ZIPArchive(ZIPMemory(changed)) }
        }
        // Both counts of one end, against the other end.
        var counts = archive
        for offset in [8, 10] { counts[Self.place(archive, Self.end) + offset] ^= 1 }
        #expect(throws: ContainerError.self, "files") { try ZIPArchive(ZIPMemory(counts)) }
        // Each local header's sizes.
        let local: [UInt8] = [0x50, 0x4B, 3, 4]
        for offset in [31, 33, 35, 43] {
            var changed = archive
            changed[Self.place(archive, local) + offset] ^= 1
            #expect(throws: ContainerError.self, "local \(offset)") { try ZIPArchive(ZIPMemory(changed)) }
        }
        var between = archive
        between.insert(0, at: Self.place(archive, Self.locator))
        #expect(throws: ContainerError.self) { try ZIPArchive(ZIPMemory(between)) }
    }

    @Test("A size that does not fit 64 bits together with others is refused")
    func overflow() async throws {
        var archive = try await Self.made(isStreamed: false)
        for signature in [Self.central, [0x50, 0x4B, 3, 4]] {
            let start = signature == Self.central ? 51 : 35
            for place in archive.indices where archive[place...].starts(with: signature) {
                archive.replaceSubrange((place + start)..<(place + start + 8), with: [UInt8](repeating: 255, count: 8))
            }
        }
        #expect(throws: ContainerError(.limitExceeded, "")) { try ZIPArchive(ZIPMemory(archive)) }
    }

    @Test("No mutation of an archive of ZIP64 crashes the reader")
    func mutations() async throws {
        let archive = try await Self.made(isStreamed: true)
        var numbers = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            var changed = archive
            for _ in 0..<Int.random(in: 1...4, using: &numbers) {
                changed[Int.random(in: changed.indices, using: &numbers)] = [0, 1, 127, 128, 255].randomElement() ?? 0
            }
            guard let sizes = try? ZIPTests.contents(changed) else { continue }
            #expect(sizes.values.allSatisfy { $0 <= 1 << 20 })
        }
    }
}
