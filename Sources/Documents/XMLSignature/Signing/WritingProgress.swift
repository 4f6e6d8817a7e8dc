import JetonASN1
import JetonX509

/// How far the writing of a document is that another thread reads.
struct WritingProgress: Sendable {
    /// How many bytes were written.
    var count: UInt64 = 0
    /// Where the signature begins; nil until the document is written.
    var signatureOffset: UInt64?
    /// Whether nothing more comes, and nothing is to be read.
    var isCanceled = false
}

/// Reads a document while it is written, and waits for what is not written yet.
struct FollowingSource<Written: ByteSource>: ByteSource {
    /// How many bytes are read at once: 64 KiB, since the reader keeps as many and there are two of them.
    private static var pieceSize: Int { 1 << 16 }

    /// What reads the output.
    private var written: Written
    /// Waits until there are this many bytes, or the document is written.
    private let wait: (UInt64) -> WritingProgress
    /// Called once, with the place of the signature, before any byte from there on is read.
    private let place: (UInt64) -> Void
    private var position: UInt64 = 0
    private var isWritten = false

    init(
        _ written: Written,
        wait: @escaping (UInt64) -> WritingProgress,
        place: @escaping (UInt64) -> Void
    ) {
        self.written = written
        self.wait = wait
        self.place = place
    }

    mutating func read(into buffer: inout MutableSpan<UInt8>) throws -> Int {
        var piece = buffer._mutatingExtracting(..<min(buffer.count, Self.pieceSize))
        if !isWritten {
            let progress = wait(position + UInt64(piece.count))
            guard !progress.isCanceled else { throw CancellationError() }
            if let offset = progress.signatureOffset {
                place(offset)
                isWritten = true
            }
        }
        // Once all is written, what reads the output says where it ends.
        let count = try written.read(into: &piece)
        position += UInt64(count)
        if count == 0, !isWritten {
            throw DocumentError(.signatureMismatch, "the output does not contain the data written to it")
        }
        return count
    }
}
