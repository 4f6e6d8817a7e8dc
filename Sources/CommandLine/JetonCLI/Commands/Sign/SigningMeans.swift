internal import CAdES
internal import SignatureLevels

/// What signatures of one command share, besides the key: read and opened once.
struct SigningMeans {
    /// The signature policy; its file may be a pipe.
    var policy: SignaturePolicy?
    /// Raises the signatures to a level; nil for level B without timestamps of the content.
    var extender: SignatureExtender?
    /// The network that the levels take; nil for none.
    var network: NetworkAccess?

    init(policy: SignaturePolicy?) { self.policy = policy }
}
