public import JetonX509

/// Trust anchors in memory: certificates in PEM, or one in DER.
public struct BundleTrustSource: TrustSource {
    /// A noun phrase for people.
    public let name: String
    private let octets: [UInt8]

    /// Keeps the contents of a file of certificates; nothing is read yet.
    ///
    /// - Parameters:
    ///   - name: A noun phrase for people, such as the file's path.
    ///   - octets: PEM with any number of blocks, or one certificate in DER.
    public init(name: String, octets: [UInt8]) {
        self.name = name
        self.octets = octets
    }

    /// Reads the anchors; one that cannot be read is left out.
    ///
    /// - Throws: ``DocumentError/Code/malformedPEM``, ``DocumentError/Code/limitExceeded``.
    public func anchors() throws(DocumentError) -> TrustStore {
        if let certificate = try? Certificate(derRepresentation: octets) { return TrustStore([certificate]) }
        return try TrustStore(bundle: octets)
    }
}
