public import JetonCMS

/// What checking the signatures of a document showed.
public struct PDFReport: SignatureReport {
    /// The signatures in the order of the form.
    public let signatures: [PDFSignatureReport]
    /// How many revisions the file has.
    public let revisionCount: Int
    /// The names of the layers that a reader hides at first.
    public let hiddenLayers: [String]

    /// The signatures that are not document timestamps, which `PAdESValidator` judges.
    private var signers: [PDFSignatureReport] { signatures.filter { !$0.isTimestamp } }

    /// Whether there is a signature, and each one holds for the bytes that it covers, trusted or not.
    public var isIntact: Bool { !signers.isEmpty && signers.allSatisfy(\.isIntact) }

    /// Whether there is a signature, each one's checks all passed, and permits what was changed after it.
    public var isValid: Bool { !signers.isEmpty && signers.allSatisfy(\.isValid) }
}

/// What checking one signature showed.
public struct PDFSignatureReport: Sendable {
    /// How far the check came.
    public enum Outcome: Sendable {
        /// The signature itself can't be checked, and why.
        case unreadable(String)
        /// What its CMS message shows.
        case checked(CMSReport)
        /// A document timestamp: the token.
        case timestamp([UInt8])
    }

    /// The full name of its field.
    public let field: String
    /// How far the check came.
    public internal(set) var outcome = Outcome.unreadable("")
    /// What the signer states in the document.
    public internal(set) var statement: PDFSignatureStatement?
    /// How many bytes from the start of the file it covers, itself included; 0 if that can't be told.
    public internal(set) var coveredSize: UInt64 = 0
    /// Whether nothing was appended after it.
    public internal(set) var coversWholeFile = false
    /// The newest revision that it covers, from 1; nil if that can't be told.
    public internal(set) var revision: Int?
    /// What a certification permits; nil for a signature that is none.
    public internal(set) var certification: DocumentPermission?
    /// What was changed after it.
    public internal(set) var changes: [PDFChange] = []
    /// The parts of the file that it covers.
    package internal(set) var covered: [Range<UInt64>] = []
    /// The value of the key Contents, with the zeros behind the message.
    package internal(set) var contents: [UInt8] = []

    init(field: String) { self.field = field }

    /// Whether it is a document timestamp.
    public var isTimestamp: Bool { if case .timestamp = outcome { true } else { false } }

    /// What its CMS message shows; nil if there is none.
    public var report: CMSReport? { if case .checked(let report) = outcome { report } else { nil } }

    /// Whether it holds for the bytes that it covers, trusted or not.
    public var isIntact: Bool { report?.isIntact ?? false }

    /// Whether it permits all that was changed after it.
    public var permitsChanges: Bool { changes.allSatisfy(\.isPermitted) }

    /// Whether all checks passed.
    public var isValid: Bool { (report?.isValid ?? false) && permitsChanges }
}
