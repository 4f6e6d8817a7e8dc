import JetonCMS
import JetonValidation
public import SignatureLevels

/// The outcome of one signature in a container, and the files that it covers.
public struct ContainerSignature: Sendable {
    /// The file that holds the signature.
    public let file: String
    /// Its format.
    public let kind: SignatureKind
    /// The outcome of the signature, without regard to the files that a manifest names.
    public let assessment: SignerAssessment
    /// The files that it covers and that are what was signed.
    public let covered: [String]
    /// The files of the container that it does not cover.
    public let uncovered: [String]
    /// Why it does not hold for the container; empty if it does.
    public let failures: [String]

    /// Whether the signature and every file that it covers hold, trusted or not.
    public var isIntact: Bool { failures.isEmpty && assessment.signer.isIntact }

    /// Whether every check passed.
    public var isValid: Bool { failures.isEmpty && assessment.outcome.indication == .totalPassed }
}
