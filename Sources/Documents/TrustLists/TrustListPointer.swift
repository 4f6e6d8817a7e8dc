public import JetonX509

/// What a list of lists says of another list.
///
/// - SeeAlso: ETSI TS 119 612 V2.3.1, 5.3.13.
public struct TrustListPointer: Hashable, Sendable {
    /// Where the list is.
    public let location: String
    /// The territory that it is for; empty if none is stated.
    public let territory: String
    /// Whether it is the form for programs: XML, not PDF.
    public let isXML: Bool
    /// The certificates that may have signed it.
    public let signers: [Certificate]
}
