internal import ASiC
internal import CAdES
internal import JetonCMS
public import JetonFiles
internal import JetonPDF
public import JetonX509
public import SignatureLevels
internal import VerificationDesk
internal import XAdES

/// How documents are to be signed; every value has a default.
public struct SignRequest: Sendable {
    /// Where the content goes that a signature is over.
    public enum Placement: Hashable, Sendable {
        /// Into the CMS message, or into the XML signature.
        case attached
        /// It stays a file of its own.
        case detached
    }

    /// The format; nil to choose by the content of each document.
    public var format: DocumentFormat?
    /// Where the content goes; nil for outside of a CMS message, and around an XML signature.
    public var placement: Placement?
    /// Whether an XML document has room for further signatures, which leave each other out.
    public var isParallel = false
    /// What is added to documents that have signatures; nil for first signatures.
    public var further: FurtherSignature?
    /// The digest that is signed instead of a file; without ``hash`` its size tells which of the key's hashes made it.
    public var digest: [UInt8]?
    /// The hash to sign with; nil for the one that suits the key.
    public var hash: HashAlgorithm?
    /// The signature policy that the signer names.
    public var policy: SignaturePolicy?
    /// What the signer states.
    public var statements = SignerStatements()
    /// Raises the signatures to a level; nil for level B.
    public var extender: SignatureExtender?
    /// Whether the extender's authority timestamps the content before it is signed.
    public var timestampsContent = false
    /// How many bytes a PDF keeps free for a timestamp; a larger one goes into a revision of its own.
    public var timestampRoom = TimestampSizes.initialRoom
    /// What a signature in a PDF says and shows.
    public var pdf = PDFRequest()

    /// Makes a request for signatures of level B whose format the content decides.
    public init() {}

    /// The level of the signatures.
    public var level: SignatureLevel { extender?.level ?? .b }

    /// What is asked for.
    package var features: Set<SignatureFeature> {
        var features: Set<SignatureFeature> = []
        func add(_ feature: SignatureFeature, if isAsked: Bool) { if isAsked { features.insert(feature) } }
        add(.attached, if: placement == .attached)
        add(.detached, if: placement == .detached)
        add(.parallel, if: isParallel)
        add(.addition, if: further == .parallel)
        add(.countersignature, if: further == .counter)
        add(.digest, if: digest != nil)
        add(.level, if: level > .b)
        add(.contentTimestamp, if: timestampsContent)
        add(.commitments, if: !statements.commitments.isEmpty)
        add(.roles, if: !statements.roles.isEmpty)
        add(.place, if: statements.place != nil)
        return features
    }

    /// Refuses what a format does not take.
    ///
    /// - Throws: ``DocumentSigningError/Code/notTaken``.
    func check(_ format: DocumentFormat, _ path: String) throws(DocumentSigningError) {
        if let (one, other) = SignatureFeature.conflict(in: features) {
            throw DocumentSigningError(.notTaken, "sign", path, "\(path): \(one) and \(other) exclude each other")
        }
        if let feature = SignatureFeature.refused(features, by: format) {
            let context = "\(path) gets a \(format.title) signature, which does not support \(feature)"
            throw DocumentSigningError(.notTaken, "sign", path, context)
        }
    }

    /// What goes into CMS messages.
    var additions: SignatureAdditions {
        var additions = SignatureAdditions()
        if let policy { additions.attributes.append(policy.attribute) }
        additions.attributes += statements.attributes
        additions.extender = extender
        additions.timestampsContent = timestampsContent
        return additions
    }

    /// What the signer of XAdES states.
    func options(_ mediaType: String = "text/xml") -> XAdESOptions {
        var options = XAdESOptions(mediaType: mediaType, policy: policy)
        options.statements = statements
        if timestampsContent { options.contentTimestamps = extender }
        return options
    }

    /// The form of a signature that is not PDF, XML or a container.
    func form(_ format: DocumentFormat) -> SignatureForm {
        format == .raw ? .raw : placement == .attached ? .attachedCMS : .detachedCMS
    }

    // MARK: - Formats

    /// The format of a document's signature: ``format``, or else by its content.
    ///
    /// - Throws: `FileError`; ``DocumentSigningError/Code/takesNoFurther`` for XML that is to get a parallel signature;
    ///   `VerificationError` for a container that can't be read.
    public func format(of file: InputFile) throws -> DocumentFormat {
        if further != nil { return try formatOfFurther(in: file) }
        if let format { return format }
        if placement != nil || FileSource.isDirectory(file.path) || !FileSource.exists(file.path) { return .cms }
        return switch try DocumentKind(of: file) {
        case .pdf: .pades
        case .xml: .xades
        case .container, .other: .cms
        }
    }

    /// The format of a further signature in a signed file.
    private func formatOfFurther(in file: InputFile) throws -> DocumentFormat {
        switch try DocumentKind(of: file) {
        case .container:
            let container = try ContainerInput.container(in: file)
            let report = try ContainerValidator(policy: VerificationPolicy(purpose: .any)).assess(container)
            return DocumentFormat(container.kind, report.signatures.contains { $0.kind == .xades } ? .xades : .cades)
        case .xml where further == .counter: return .xades
        case .xml:
            let context = "--add accepts CMS messages and containers, but \(file.path) is XML"
            throw DocumentSigningError(.takesNoFurther, "sign", file.path, context)
        default: return .cms
        }
    }
}
