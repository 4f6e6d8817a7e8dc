public import JetonPDF

/// The outcome for a PDF.
public struct PAdESReport: Sendable {
    /// What the file is like.
    public let document: PDFReport
    /// The signatures and document timestamps, in the order of the form.
    public let signatures: [AssessedPDFSignature]

    /// Whether there is a signature or a document timestamp, and each one holds for what it covers.
    public var isIntact: Bool { !signatures.isEmpty && signatures.allSatisfy(\.isIntact) }

    /// Whether there is a signature or a document timestamp, and everything counts for each one.
    public var isValid: Bool { !signatures.isEmpty && signatures.allSatisfy(\.isValid) }
}
