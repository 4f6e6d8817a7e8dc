public import JetonASN1

/// What a signature in a PDF says besides who signs.
public struct PDFSignatureOptions: Sendable {
    /// The full name of the field to fill, empty or new.
    ///
    /// A new one's name has no point. Nil takes the only empty field, or makes a new one.
    public var field: String?
    /// Pages of a document.
    public enum Pages: Hashable, Sendable {
        /// Every page.
        case all
        /// Pages by their numbers, from 1.
        case numbers([Int])
    }

    /// The pages that a new field shows its signature on: one signature, on at most 2,000 pages.
    ///
    /// Nil stands for the first page, and with ``anchor`` for the page that has the text.
    public var pages: Pages?
    /// The text at whose beginning a new field's rectangle counts from; nil for the lower left corner of the page.
    ///
    /// White space does not count. The text stands once on each page that is chosen by its number, and at most once on
    /// the others.
    public var anchor: String?
    /// The signer's name; nil leaves it out, and readers show the certificate's.
    public var name: String?
    /// Why the document is signed.
    public var reason: String?
    /// Where the document is signed.
    public var location: String?
    /// How the signer can be reached.
    public var contact: String?
    /// The time that the signer states; nil leaves it out.
    public var time: UniversalTime? = .now
    /// Certifies the document, and says what may be changed afterwards; nil for a signature that certifies nothing.
    public var certification: DocumentPermission?
    /// What the signature shows on its page; nil for a signature that is not visible, unless its field has an appearance.
    public var appearance: SignatureAppearance?
    /// How many bytes to keep free behind the signature, for timestamps that are added later.
    public var room = 0

    /// Makes options that say nothing but the time.
    public init() {}
}
