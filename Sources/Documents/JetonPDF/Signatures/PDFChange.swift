/// Something that revisions behind a signature changed.
public struct PDFChange: Hashable, Sendable {
    /// What kind of change it is.
    public enum Kind: String, Hashable, Sendable {
        /// A further signature, or an empty field for one.
        case signature
        /// A document timestamp.
        case timestamp
        /// Certificates and evidence about revocation, in the document security store.
        case evidence
        /// A field of the form that was filled in.
        case field
        /// A comment.
        case annotation
        /// Title, author and dates, which no page shows.
        case information
        /// What a page shows, or how the document works.
        case content
        /// Bytes that are arranged as only an attack, or a broken program, arranges them.
        case structure
    }

    /// What kind of change it is.
    public let kind: Kind
    /// One sentence without a full stop.
    public let detail: String
    /// Whether the signature permits it.
    public let isPermitted: Bool
}
