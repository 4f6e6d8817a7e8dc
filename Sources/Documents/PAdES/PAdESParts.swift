internal import CAdES
public import SignatureLevels

/// How the level of a signature in a PDF is divided: what is in the CMS message, and what is around it.
///
/// Certificates and evidence go into the document; only the timestamp over the signature is in the message. So a
/// signature of level LTA is one of level T that the document is raised around.
///
/// - SeeAlso: ETSI EN 319 142-1, 5.4 and 6.
public struct PAdESParts: Sendable {
    /// Raises the CMS message, to level T at most; nil for level B.
    public let message: SignatureExtender?
    /// Raises the document once it holds the message; nil if no level is asked for.
    public let document: PAdESExtender?
    /// The bytes that the signature needs for timestamps, besides those of a message of level B.
    public let room: Int

    /// Divides a level.
    ///
    /// - Parameters:
    ///   - extender: Has the level; nil for level B.
    ///   - timestampsContent: Whether the content is timestamped before it is signed.
    ///   - tokenRoom: The bytes for a timestamp; a larger one goes into a revision of its own.
    public init(_ extender: SignatureExtender?, timestampsContent: Bool, tokenRoom: Int) {
        let isRaised = extender.map { $0.level > .b } ?? false
        message = isRaised ? extender?.to(.t) : extender
        document = extender.map { PAdESExtender($0) }
        room = (timestampsContent ? tokenRoom : 0) + (isRaised ? tokenRoom : 0)
    }
}
