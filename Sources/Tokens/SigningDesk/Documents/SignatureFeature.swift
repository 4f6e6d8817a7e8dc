/// What can be asked of a signature besides its key and its hash: which formats take it, and what it excludes.
public enum SignatureFeature: CaseIterable, Sendable {
    /// The content goes into the signature.
    case attached
    /// The content stays outside of the signature.
    case detached
    /// Room for further signatures in an XML document.
    case parallel
    /// One more signature for a document that has some.
    case addition
    /// A signature over each signature of a document.
    case countersignature
    /// A digest is signed instead of a document.
    case digest
    /// The signature is written as text.
    case text
    /// A level above B.
    case level
    /// A timestamp over the content.
    case contentTimestamp
    /// What the signer commits to.
    case commitments
    /// The roles that the signer claims.
    case roles
    /// Where the signer signs: city and country.
    case place
    /// A field, words or an appearance in a PDF.
    case pdf

    /// The formats that take it.
    public var formats: [DocumentFormat] {
        let messages: [DocumentFormat] = [.cms, .cades]
        let containers: [DocumentFormat] = [.asice, .asics, .asiceCAdES, .asicsCAdES]
        return switch self {
        case .attached: messages + [.xades, .xmldsig]
        case .detached: [.raw] + messages + [.xades, .xmldsig]
        case .parallel: [.xades, .xmldsig]
        case .addition: messages + containers
        case .countersignature: messages + [.xades] + containers
        case .digest: [.raw] + messages + [.xades, .xmldsig]
        case .text: [.raw]
        case .level, .contentTimestamp, .commitments: messages + [.pades, .xades] + containers
        case .roles: [.xades, .asice, .asics]
        case .place: messages + [.xades] + containers
        case .pdf: [.pades]
        }
    }

    /// Pairs of which only one can be asked for.
    static let exclusions: [(SignatureFeature, SignatureFeature)] = [
        (.attached, .detached), (.attached, .parallel), (.detached, .parallel), (.attached, .digest),
        (.attached, .addition), (.attached, .countersignature), (.digest, .addition), (.digest, .countersignature),
        (.addition, .countersignature), (.countersignature, .level), (.countersignature, .contentTimestamp),
    ]

    /// The first of some features that a format does not take; nil if it takes all.
    package static func refused(_ features: Set<SignatureFeature>, by format: DocumentFormat) -> SignatureFeature? {
        allCases.first { features.contains($0) && !$0.formats.contains(format) }
    }

    /// The first pair of some features that exclude each other; nil if all can be asked for.
    package static func conflict(
        in features: Set<SignatureFeature>
    ) -> (SignatureFeature, SignatureFeature)? {
        exclusions.first { features.contains($0.0) && features.contains($0.1) }
    }
}
