import JetonCMS
public import JetonPDF
import JetonValidation
public import SignatureLevels

/// The outcome for one signature or document timestamp of a PDF.
public struct AssessedPDFSignature: Sendable {
    /// What the verdict rests on.
    public enum Assessment: Sendable {
        /// Why the signature can't be checked.
        case unreadable(String)
        /// The outcome for the signer.
        case signer(SignerAssessment)
        /// What the document timestamp shows.
        case timestamp(AssessedTimestamp)
    }

    /// What checking its place in the file showed, and what was changed after it.
    public let report: PDFSignatureReport
    /// What the verdict rests on.
    public let assessment: Assessment

    /// The outcome for the signer; nil for a document timestamp, and for a signature that can't be checked.
    public var signer: SignerAssessment? { if case .signer(let signer) = assessment { signer } else { nil } }

    /// Whether it holds for what it covers, trusted or not.
    public var isIntact: Bool {
        switch assessment {
        case .unreadable: false
        case .signer(let signer): signer.signer.isIntact
        case .timestamp(let timestamp): timestamp.report?.isIntact ?? false
        }
    }

    /// Whether everything counts for it: the signature, the signer, and what was changed after it.
    public var isValid: Bool {
        guard report.permitsChanges else { return false }
        return switch assessment {
        case .unreadable: false
        case .signer(let signer): signer.outcome.indication == .totalPassed
        case .timestamp(let timestamp): timestamp.isValid
        }
    }
}
