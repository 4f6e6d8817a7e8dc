import JetonLibcrypto
import JetonX509
import JetonZlib

/// A file that goes into a container, read once: its digest is signed before it is written.
struct SurveyedFile {
    /// How much of a file shows whether compressing it is worth while: 64 KiB.
    private static let probeSize = 1 << 16
    /// How large a file is that may shrink to nothing: 1 MiB.
    private static let smallSize: UInt64 = 1 << 20

    let content: any ContainerContent
    let size: UInt64
    let crc: UInt32
    let digest: [UInt8]
    /// Whether it is compressed.
    let deflates: Bool

    var name: String { content.name }

    /// Reads a file.
    ///
    /// - Throws: `ContainerError`, `ZlibError`; what the content throws.
    init(_ content: any ContainerContent, _ hash: HashAlgorithm) throws {
        self.content = content
        let running = try hash.begin()
        var crc = try CRC32()
        var size: UInt64 = 0
        var compressed: UInt64 = 0
        var probed: UInt64 = 0
        var probe = try DeflateStream(.compress)
        try content.forEachPiece { piece in
            try running.update(piece)
            crc.update(piece)
            size += UInt64(piece.count)
            guard probed < UInt64(SurveyedFile.probeSize) else { return }
            let part = piece.extracting(first: min(piece.count, SurveyedFile.probeSize - Int(probed)))
            probed += UInt64(part.count)
            _ = try probe?.update(part) { compressed += UInt64($0.count) }
        }
        _ = try probe?.update([UInt8]().span, finishes: true) { compressed += UInt64($0.count) }
        digest = try running.finish()
        self.crc = crc.value
        self.size = size
        // A tenth saved is worth the time.
        let isWorthwhile = compressed < probed - probed / 10
        // Files that shrink to almost nothing would together look like a bomb to readers, this one too.
        let isPlausible = size <= SurveyedFile.smallSize || compressed * (ZIPArchive.expansionLimit / 2) > probed
        deflates = isWorthwhile && isPlausible
    }
}
