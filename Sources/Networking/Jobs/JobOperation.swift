/// What a job asks for.
public enum JobOperation: Hashable, Sendable {
    /// A signature's form.
    public enum Form: String, Hashable, Sendable {
        /// The signature alone.
        case raw
        /// A CMS message beside the document.
        case detached = "cms-detached"
        /// A CMS message with the document in it.
        case attached = "cms-attached"
    }

    /// Signs digests whose documents are not seen.
    case signDigest(Form)
    /// Signs documents.
    case signData(Form)

    /// The name in a job and in the list of what an issuer may ask for.
    public var name: String {
        switch self {
        case .signDigest: "sign-digest"
        case .signData: "sign-data"
        }
    }

    /// The names of all operations.
    public static let names = ["sign-data", "sign-digest"]

    /// The form of the signatures.
    public var form: Form {
        switch self {
        case .signDigest(let form), .signData(let form): form
        }
    }
}
