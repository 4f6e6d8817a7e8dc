/// What a session tells of itself (`CK_SESSION_INFO`).
public struct SessionDescription: Hashable, Sendable {
    /// The slot.
    public let slot: UInt
    /// `CKS_...`.
    public let state: SessionState
    /// Whether it may write.
    public let isReadWrite: Bool
}
