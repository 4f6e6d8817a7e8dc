import JetonASN1
import JetonXML

/// Guesses which signatures a document has, by its last bytes alone.
///
/// With a guess, one reading both finds the signatures and digests what they refer to. A guess counts for nothing until
/// that reading has found the very same signatures at the same places; if not, the document is read once more.
enum SignatureForesight {
    /// How many of the last bytes are searched: 256 KiB.
    private static let tailSize = 1 << 18
    /// How many places are tried.
    private static let limit = 8

    /// What the end of a document looks like.
    ///
    /// - Parameter document: Read to its end.
    /// - Returns: The signatures; none for a document that is short, which is read twice in no time. Besides, how many
    ///   bytes the document has.
    /// - Throws: What the source throws.
    static func signatures(_ document: consuming (some ByteSource & ~Copyable)) throws -> (
        found: [XMLElement], size: UInt64
    ) {
        var tail: [UInt8] = []
        let size = try document.forEachPiece { piece in
            let kept = piece.extracting(last: tailSize)
            tail.removeFirst(max(0, tail.count + kept.count - tailSize))
            unsafe kept.withUnsafeBufferPointer { unsafe tail.append(contentsOf: $0) }
        }
        guard size > UInt64(tailSize) else { return ([], size) }
        var found: [XMLElement] = []
        var (start, attempts) = (0, 0)
        while attempts < limit, let place = next(tail, from: start) {
            attempts += 1
            if let element = DocumentPass.leadingSignature(tail.span.extracting(place...)) {
                found.append(element.moved(by: size - UInt64(tail.count - place)))
                start = place + Int(element.endOffset)
            } else {
                start = place + 1
            }
        }
        return (found, size)
    }

    /// Where the next start tag is whose local name begins as that of a signature does.
    private static func next(_ bytes: [UInt8], from start: Int) -> Int? {
        let name = Array("Signature".utf8)
        var (index, open) = (start, Int?.none)
        while index + name.count < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "<"): open = index
            case UInt8(ascii: ">"), UInt8(ascii: " "), UInt8(ascii: "/"): open = nil
            default: break
            }
            if let open, bytes[index] == UInt8(ascii: "<") || bytes[index] == UInt8(ascii: ":"),
                bytes[(index + 1)...].starts(with: name)
            {
                return open
            }
            index += 1
        }
        return nil
    }
}
