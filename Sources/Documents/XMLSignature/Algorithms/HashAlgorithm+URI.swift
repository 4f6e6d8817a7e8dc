package import JetonX509

/// The names of hash functions in XML.
///
/// - SeeAlso: XMLDSig 1.1, 6.2; RFC 9231, 2.1; RFC 4357 and RFC 6986 by CryptoPro's names.
extension HashAlgorithm {
    private static let names: [(uri: String, hash: HashAlgorithm)] = [
        ("http://www.w3.org/2001/04/xmlenc#sha256", .sha256),
        ("http://www.w3.org/2001/04/xmldsig-more#sha384", .sha384),
        ("http://www.w3.org/2001/04/xmlenc#sha512", .sha512),
        ("http://www.w3.org/2001/04/xmldsig-more#sha224", .sha224),
        ("http://www.w3.org/2000/09/xmldsig#sha1", .sha1),
        ("http://www.w3.org/2007/05/xmldsig-more#sha3-224", .sha3Of224),
        ("http://www.w3.org/2007/05/xmldsig-more#sha3-256", .sha3Of256),
        ("http://www.w3.org/2007/05/xmldsig-more#sha3-384", .sha3Of384),
        ("http://www.w3.org/2007/05/xmldsig-more#sha3-512", .sha3Of512),
        ("urn:ietf:params:xml:ns:cpxmlsec:algorithms:gostr3411", .gost341194),
        ("http://www.w3.org/2001/04/xmldsig-more#gostr3411", .gost341194),
        ("urn:ietf:params:xml:ns:cpxmlsec:algorithms:gostr34112012-256", .streebog256),
        ("urn:ietf:params:xml:ns:cpxmlsec:algorithms:gostr34112012-512", .streebog512),
    ]

    /// The function of a DigestMethod; nil for one that is not known here.
    package init?(uri: String) {
        guard let row = HashAlgorithm.names.first(where: { $0.uri == uri }) else { return nil }
        self = row.hash
    }

    /// The name in a DigestMethod; nil for SHAKE256, which XML does not name as a hash.
    package var uri: String? { HashAlgorithm.names.first { $0.hash == self }?.uri }
}
