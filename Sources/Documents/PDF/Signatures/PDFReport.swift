public import CMS

/// What checking the signatures of a document showed.
public struct PDFReport: SignatureReport {
    /// The signatures in the order of the form.
    public let signatures: [PDFSignatureReport]
    /// How many revisions the file has.
    public let revisionCount: Int

    /// Whether there is a signature, and each one holds for the bytes that it covers, trusted or not.
    public var isIntact: Bool { !signatures.isEmpty && signatures.allSatisfy(\.isIntact) }

    /// Whether there is a signature, each one's checks all passed, and the last covers the whole file.
    public var isValid: Bool {
        !signatures.isEmpty && signatures.allSatisfy(\.isValid) && signatures.contains(where: \.coversWholeFile)
    }
}

/// What checking one signature showed.
public struct PDFSignatureReport: Sendable {
    /// How far the check came.
    public enum Outcome: Sendable {
        /// The signature itself can't be checked, and why.
        case unreadable(String)
        /// What its CMS message shows.
        case checked(CMSReport)
    }

    /// The full name of its field.
    public let field: String
    /// How far the check came.
    public let outcome: Outcome
    /// How many bytes from the start of the file it covers, itself included; 0 if that can't be told.
    public internal(set) var coveredSize: UInt64 = 0
    /// Whether nothing was appended after it.
    public internal(set) var coversWholeFile = false

    /// What its CMS message shows; nil if there is none.
    public var report: CMSReport? { if case .checked(let report) = outcome { report } else { nil } }

    /// Whether it holds for the bytes that it covers, trusted or not.
    public var isIntact: Bool { report?.isIntact ?? false }

    /// Whether all checks passed.
    public var isValid: Bool { report?.isValid ?? false }
}
