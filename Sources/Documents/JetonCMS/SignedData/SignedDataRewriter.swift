package import JetonASN1
import JetonX509

/// Writes a new message around the content of an existing one.
package enum SignedDataRewriter {
    /// Copies the content of an attached message between new parts, in DER.
    ///
    /// - Parameters:
    ///   - parts: The new parts.
    ///   - contentSize: What the content of the message has, as it was verified.
    ///   - message: Read up to the end of its content.
    ///   - sink: Gets the whole new message; worth nothing if this call throws.
    /// - Throws: `DocumentError`, also if the content has another size by now; what source and sink throw.
    package static func rewrite(
        _ parts: SignedDataParts,
        contentSize: UInt64,
        from message: consuming (some ByteSource & ~Copyable),
        to sink: inout (some ByteSink & ~Copyable)
    ) throws {
        let reader = try SignedDataReader(message)
        guard reader.hasContent else {
            throw DocumentError(.contentPlacement, "the message does not contain its content")
        }
        try sink.write(parts.head(contentSize: contentSize))
        var count: UInt64 = 0
        try reader.readContent { piece in
            count += UInt64(piece.count)
            try sink.write(piece)
        }
        guard count == contentSize else {
            throw DocumentError(.contentSizeMismatch, "the content has \(count) bytes, not \(contentSize)")
        }
        try sink.write(parts.closing)
    }
}
