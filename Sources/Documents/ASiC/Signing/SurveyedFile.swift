import Libcrypto
import X509
import Zlib

/// A file that goes into a container, read once: its digest is signed before it is written.
struct SurveyedFile {
    /// How much of a file shows whether compressing it is worth while: 64 KiB.
    private static let probeSize = 1 << 16

    let content: any ContainerContent
    let size: UInt64
    let crc: UInt32
    let digest: [UInt8]
    /// Whether it is compressed.
    let deflates: Bool

    var name: String { content.name }

    /// Reads a file.
    ///
    /// - Throws: `SigningError`; what the content throws.
    init(_ content: any ContainerContent, _ hash: HashAlgorithm) throws {
        self.content = content
        let running = try hash.begin()
        var crc = CRC32()
        var size: UInt64 = 0
        var compressed = 0
        var probed = 0
        var probe = DeflateStream(.compress)
        try content.forEachPiece { piece in
            try running.update(piece)
            crc.update(piece)
            size += UInt64(piece.count)
            guard probed < SurveyedFile.probeSize else { return }
            let part = piece.extracting(first: min(piece.count, SurveyedFile.probeSize - probed))
            probed += part.count
            _ = try probe?.update(part) { compressed += $0.count }
        }
        _ = try probe?.update([UInt8]().span, finishes: true) { compressed += $0.count }
        digest = try running.finish()
        self.crc = crc.value
        self.size = size
        // A tenth saved is worth the time.
        deflates = compressed < probed - probed / 10
    }
}
