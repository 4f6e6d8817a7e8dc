public import JetonASN1

/// A format whose documents can be checked from front to back, so that they need not lie in a file.
public protocol SequentialFormat: SignatureFormat {
    /// Checks a document.
    ///
    /// - Parameters:
    ///   - document: Read to its end.
    ///   - content: Read to its end where the document does not hold it; otherwise ``NoContent``.
    ///   - policy: Whom to trust, and for what.
    /// - Returns: What the checks showed; not valid is an answer, not an error.
    /// - Throws: ``DocumentError`` if the document can't be read, and what the sources throw.
    func verify(
        _ document: consuming (some ByteSource & ~Copyable),
        content: inout (some ByteSource & ~Copyable),
        policy: VerificationPolicy
    ) throws -> Report
}
