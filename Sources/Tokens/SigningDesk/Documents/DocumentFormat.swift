public import ASiC
internal import JetonCMS
internal import JetonX509

/// The format of a signature in or next to a document.
public enum DocumentFormat: String, CaseIterable, Sendable {
    /// The signature alone, as the key makes it.
    case raw
    /// A CMS message with the attributes of CAdES; see ``cades``.
    case cms
    /// The same by its own name (ETSI EN 319 122-1).
    case cades
    /// A signature in a PDF (ETSI EN 319 142-1).
    case pades
    /// A signature in, around or next to XML (ETSI EN 319 132-1).
    case xades
    /// The same without the properties of XAdES.
    case xmldsig
    /// A container of any number of files, with XAdES (ETSI EN 319 162-1).
    case asice
    /// A container of one file, with XAdES.
    case asics
    /// A container of any number of files, with CAdES.
    case asiceCAdES = "asice-cades"
    /// A container of one file, with CAdES.
    case asicsCAdES = "asics-cades"

    /// Whether the signature is XML.
    public var isXML: Bool { self == .xades || self == .xmldsig }

    /// The container that holds the signature, and the signature's format; nil for none.
    public var container: (kind: ContainerKind, signature: SignatureKind)? {
        switch self {
        case .asice: (.extended, .xades)
        case .asics: (.simple, .xades)
        case .asiceCAdES: (.extended, .cades)
        case .asicsCAdES: (.simple, .cades)
        default: nil
        }
    }

    /// The format of the signatures in a container of a kind.
    init(_ kind: ContainerKind, _ signature: SignatureKind) {
        self =
            switch (kind, signature) {
            case (.extended, .xades): .asice
            case (.extended, .cades): .asiceCAdES
            case (.simple, .xades): .asics
            case (.simple, .cades): .asicsCAdES
            }
    }

    /// Whether the signer can claim roles.
    public var hasRoles: Bool { self == .xades || container?.signature == .xades }

    /// The name for people.
    public var title: String {
        switch self {
        case .raw: "raw"
        case .cms, .cades: "CAdES"
        case .pades: "PAdES"
        case .xmldsig: "XMLDSig"
        case .xades: "XAdES"
        case .asice, .asics, .asiceCAdES, .asicsCAdES: "ASiC"
        }
    }
}
