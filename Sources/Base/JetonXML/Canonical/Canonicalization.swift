/// The methods of canonical XML; the raw value is the algorithm's identifier.
///
/// - SeeAlso: Canonical XML 1.0 and 1.1, Exclusive XML Canonicalization 1.0.
public enum Canonicalization: String, CaseIterable, Sendable {
    /// Canonical XML 1.0, without comments.
    case inclusive = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"
    /// Canonical XML 1.0, with comments.
    case inclusiveWithComments = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments"
    /// Canonical XML 1.1, without comments.
    case inclusive11 = "http://www.w3.org/2006/12/xml-c14n11"
    /// Canonical XML 1.1, with comments.
    case inclusive11WithComments = "http://www.w3.org/2006/12/xml-c14n11#WithComments"
    /// Exclusive canonical XML 1.0, without comments.
    case exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#"
    /// Exclusive canonical XML 1.0, with comments.
    case exclusiveWithComments = "http://www.w3.org/2001/10/xml-exc-c14n#WithComments"

    /// Whether comments are part of the result.
    public var hasComments: Bool {
        switch self {
        case .inclusiveWithComments, .inclusive11WithComments, .exclusiveWithComments: true
        case .inclusive, .inclusive11, .exclusive: false
        }
    }

    /// Whether only the namespaces that an element uses are written, not all in scope.
    public var isExclusive: Bool { self == .exclusive || self == .exclusiveWithComments }

    /// Whether this is Canonical XML 1.1.
    var isVersion11: Bool { self == .inclusive11 || self == .inclusive11WithComments }
}
