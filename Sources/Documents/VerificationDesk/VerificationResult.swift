public import ASiC
internal import CAdES
public import JetonCMS
internal import JetonPDF
public import JetonValidation
public import PAdES
public import SignatureLevels
public import XMLSignature

/// What verifying a file showed.
public struct VerificationResult {
    /// What was found, by what the file is.
    public enum Report {
        /// A CMS message: what checking it showed, and the outcome of each signer.
        case message(CMSReport, [SignerAssessment])
        /// A timestamp.
        case timestamp(TimestampReport)
        /// A PDF.
        case pdf(PAdESReport)
        /// An XML document: what checking it showed, and the outcome of each signature.
        case xml(XMLSignatureReport, [SignerAssessment])
        /// A container.
        case container(ContainerReport)
    }

    /// The file.
    public let signed: SignedFile
    /// What was found.
    public let report: Report

    /// Whether there is a signature, and each one is valid by everything that is known.
    public var isValid: Bool {
        switch report {
        case .message(_, let signers), .xml(_, let signers):
            !signers.isEmpty && signers.allSatisfy { $0.outcome.indication == .totalPassed }
        case .timestamp(let timestamp): timestamp.isValid
        case .pdf(let document): document.isValid
        case .container(let container): container.isValid
        }
    }

    /// Whether there is a signature, and each one is right and permits what follows it, trusted or not.
    public var isIntact: Bool {
        switch report {
        case .message(_, let signers), .xml(_, let signers):
            !signers.isEmpty && signers.allSatisfy(\.signer.isIntact)
        case .timestamp(let timestamp): timestamp.isIntact
        case .pdf(let document): document.isIntact && document.signatures.allSatisfy(\.report.permitsChanges)
        case .container(let container): container.isIntact
        }
    }

    /// The outcomes of the signers, in their order; of a timestamp, which has none, nothing.
    public var signers: [SignerAssessment] {
        switch report {
        case .message(_, let signers), .xml(_, let signers): signers
        case .timestamp: []
        case .pdf(let document): document.signatures.compactMap(\.signer)
        case .container(let container): container.signatures.map(\.assessment)
        }
    }

    /// Whether a signer or an authority is known and no anchor stands above it.
    public var lacksTrust: Bool {
        if case .timestamp(let timestamp) = report { return timestamp.isIntact && !timestamp.signer.isAnchored }
        return signers.contains { $0.signer.isIntact && $0.signer.certificate != nil && !$0.signer.isAnchored }
    }

    /// Why it is not valid, one clause; nil if it is valid.
    public var refusal: String? {
        guard !isValid else { return nil }
        switch report {
        case .message(_, let signers), .xml(_, let signers):
            return Self.refusal(of: signers) ?? "no signature was found"
        case .timestamp(let timestamp): return timestamp.failures.first
        case .container(let container):
            let unsigned = container.unsigned.first.map { "no signature covers the file '\($0)'" }
            return container.faults.first ?? container.signatures.flatMap(\.failures).first ?? unsigned
                ?? Self.refusal(of: signers) ?? "no signature was found"
        case .pdf(let document):
            guard let signature = document.signatures.first(where: { !$0.isValid }) else { return "it is not signed" }
            if let change = signature.report.changes.first(where: { !$0.isPermitted }) { return change.detail }
            switch signature.assessment {
            case .unreadable(let reason): return reason
            case .signer(let signer): return signer.outcome.reason
            case .timestamp(let timestamp): return timestamp.failures.first ?? "the document was changed"
            }
        }
    }

    private static func refusal(of signers: [SignerAssessment]) -> String? {
        signers.first { $0.outcome.indication != .totalPassed }?.outcome.reason
    }
}
