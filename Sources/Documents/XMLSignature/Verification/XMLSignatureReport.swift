public import JetonCMS
public import JetonX509

/// What checking the signatures of an XML document showed.
public struct XMLSignatureReport: SignatureReport {
    /// The signatures that are in no other one, in the document's order.
    public let signatures: [XMLSignatureResult]
    /// The name of the document's root element.
    public let rootName: String
    /// How many signatures are inside of others and are not their countersignatures; they were not checked.
    public let innerCount: Int
    /// How many signatures follow the 64 that are checked; they were not.
    public let furtherCount: Int
    /// How many elements are in no signature.
    package let outerCount: Int
    /// How many bytes the document has; 0 if they were not counted.
    package let documentSize: UInt64

    init(
        signatures: [XMLSignatureResult],
        survey: SignatureSurvey,
        checkedInside: Int = 0,
        documentSize: UInt64 = 0
    ) {
        self.signatures = signatures
        rootName = survey.rootName
        innerCount = survey.innerCount - checkedInside
        furtherCount = survey.furtherCount
        outerCount = survey.outerCount
        self.documentSize = documentSize
    }

    /// Whether there is a signature, and each one holds, trusted or not.
    public var isIntact: Bool { !signatures.isEmpty && signatures.allSatisfy { $0.signer.isIntact } }

    /// Whether there is a signature, and each one's checks all passed.
    public var isValid: Bool { !signatures.isEmpty && signatures.allSatisfy { $0.signer.isValid } }
}

/// What checking one signature showed, and what it covers.
public struct XMLSignatureResult: Sendable {
    /// The signature's identifier; nil for none.
    public let id: String?
    /// Where the signature begins, in bytes of the document's UTF-8 form.
    public let offset: UInt64
    /// The checks of the signer.
    public let signer: SignerReport
    /// What it refers to, in order.
    public let references: [ReferenceReport]
    /// What its manifests refer to, in order.
    public let listed: [ReferenceReport]
    /// The document's elements that it does not cover: the outermost ones, and those around what it covers; at most 16.
    public let uncovered: [UncoveredElement]
    /// How many such elements there are.
    public let uncoveredCount: Int
    /// The elements that it and its countersignatures hold outside of their Objects, that do not belong to signatures,
    /// and that are not signed.
    package let foreign: [UncoveredElement]
    /// The certificates in the signature.
    public let certificates: [Certificate]
    /// The signature taken apart; nil if it is not whole.
    package let parsed: ParsedSignature?

    /// An element that a signature does not cover.
    public struct UncoveredElement: Hashable, Sendable {
        /// Its name as it is written.
        public let name: String
        /// Where it begins, in bytes of the document's UTF-8 form.
        public let offset: UInt64
        /// Whether something in it is covered, so that only the text and attributes of its own are not.
        public let isOnlyAround: Bool
    }
}

/// What one reference of a signature leads to.
public struct ReferenceReport: Sendable {
    /// What it is about.
    public enum Role: String, Hashable, Sendable {
        /// What is signed.
        case data
        /// The properties of the signature itself.
        case signedProperties
        /// A list of further references (`ds:Manifest`).
        case manifest
        /// A part of the signature besides its properties, such as the key.
        case signaturePart
    }

    /// The URI as it is written; nil for none, or a reference that was not understood.
    public let uri: String?
    /// What it is about.
    public let role: Role
    /// What was digested, in words.
    public let subject: String
    /// Where the element is in the document's UTF-8 form; nil for the document, and for a file.
    public let range: Range<UInt64>?
    /// The hash.
    public let hash: HashAlgorithm?
    /// The digest that was computed; empty if none was.
    public let digest: [UInt8]
    /// How many bytes were digested.
    public let size: UInt64
    /// Why it does not hold; nil if it does.
    public let failure: String?
    /// Whether its transforms leave nothing of the document, so that it covers nothing.
    public let isEmpty: Bool
    /// How it failed; nil if it holds.
    public let failureKind: FailureKind?

    /// How a reference fails.
    public enum FailureKind: String, Hashable, Sendable {
        /// What it refers to is not at hand.
        case notFound
        /// How it becomes octets, or their hash, is not supported.
        case notSupported
        /// What it refers to is not what was signed.
        case notIntact
    }

    /// Whether it holds.
    public var isIntact: Bool { failure == nil }
}
