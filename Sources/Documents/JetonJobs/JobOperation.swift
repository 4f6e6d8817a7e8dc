public import JetonX509

/// What a job asks for.
public enum JobOperation: Hashable, Sendable {
    /// The form of what is made.
    public enum Form: String, Hashable, Sendable {
        /// The signature alone.
        case raw
        /// A CMS message beside the document.
        case detached = "cms-detached"
        /// A CMS message with the document in it.
        case attached = "cms-attached"
        /// A signature in a PDF.
        case pades
        /// A signature in an XML document, with the properties of XAdES.
        case xades
        /// A signature in an XML document, without properties.
        case xmldsig
        /// A timestamp of RFC 3161.
        case timestamp = "rfc3161"
        /// A request for a certificate, PKCS #10.
        case request = "pkcs10"
        /// Certificates for keys that were requested by an earlier job.
        case certificates
        /// A document on its way to another server.
        case https
        /// Files of the user's, as they are.
        case file
    }

    /// Signs digests whose documents are not seen.
    case signDigest(Form)
    /// Signs documents.
    case signData(Form)
    /// Signs PDFs, each in itself.
    case signPDF
    /// Signs XML documents, each in itself.
    case signXML(Form)
    /// Timestamps documents by an authority that the person has chosen.
    case timestamp
    /// Requests a certificate for a key.
    case enroll(subject: DistinguishedName)
    /// Stores certificates that were issued for requests of this issuer's jobs.
    case collect
    /// Takes a document of the issuer to another server, as the person is known there, and the answer back.
    case relay(JobRelay)
    /// Gives the issuer files that the user picks.
    case attach([JobAttachment])

    /// The names of all operations.
    public static let names = [
        "sign-data", "sign-digest", "sign-pdf", "sign-xml", "timestamp", "enroll", "collect", "relay", "attach",
    ]

    /// The name in a job and in the list of what an issuer may ask for.
    public var name: String {
        switch self {
        case .signDigest: "sign-digest"
        case .signData: "sign-data"
        case .signPDF: "sign-pdf"
        case .signXML: "sign-xml"
        case .timestamp: "timestamp"
        case .enroll: "enroll"
        case .collect: "collect"
        case .relay: "relay"
        case .attach: "attach"
        }
    }

    /// The form of what is made.
    public var form: Form {
        switch self {
        case .signDigest(let form), .signData(let form), .signXML(let form): form
        case .signPDF: .pades
        case .timestamp: .timestamp
        case .enroll: .request
        case .collect: .certificates
        case .relay: .https
        case .attach: .file
        }
    }

    /// Whether a key of a token signs; for a relay, the target may ask for one all the same.
    public var needsKey: Bool {
        switch self {
        case .timestamp, .collect, .relay, .attach: false
        default: true
        }
    }

    /// Whether the documents are read here, before a person is asked.
    public var readsDocuments: Bool {
        switch self {
        case .signDigest, .enroll, .relay, .attach: false
        default: true
        }
    }

    /// The files that are asked for; none for another operation.
    public var attachments: [JobAttachment] {
        if case .attach(let attachments) = self { attachments } else { [] }
    }

    /// The relay that is asked for; nil for another operation.
    public var relay: JobRelay? {
        if case .relay(let relay) = self { relay } else { nil }
    }
}
