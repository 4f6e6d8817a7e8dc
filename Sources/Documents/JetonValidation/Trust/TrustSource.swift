public import JetonX509

/// Where trust anchors come from: a file, the system's bundle, a trust list.
public protocol TrustSource: Sendable {
    /// A noun phrase for people: `the system's certificates`.
    var name: String { get }

    /// Reads the anchors.
    ///
    /// - Throws: ``DocumentError`` if the source is there and cannot be read.
    func anchors() throws(DocumentError) -> TrustStore
}
