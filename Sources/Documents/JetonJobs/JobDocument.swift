public import JetonX509

/// A document that a job is about, as the job describes it.
public struct JobDocument: Hashable, Sendable {
    /// The largest document, in bytes, except that of a relay, which is not kept here.
    public static let sizeLimit: Int64 = 64 << 20

    /// The name, 1 to 255 bytes, without a slash.
    public let name: String
    /// The media type, as the job states it.
    public let mediaType: String
    /// Bytes.
    public let size: Int64
    /// The hash function.
    public let hash: HashAlgorithm
    /// The digest.
    public let digest: [UInt8]
    /// Where the document is; nil if it is given otherwise, or only its digest is signed.
    public let url: String?
}
