/// What one run of synchronization did.
public struct SyncReport: Sendable {
    /// Keys whose items were changed or deleted here, in order.
    public internal(set) var applied: [SyncKey] = []
    /// Keys that a program changed during the run; the next run looks at them.
    public internal(set) var postponed: [SyncKey] = []
    /// Keys that were changed or deleted here since the run before, in order.
    public internal(set) var published: [SyncKey] = []
    /// The number of the bundle that was written; nil if there was nothing new to say.
    public internal(set) var sequence: UInt64?
    /// What the user should know.
    public internal(set) var notices: [SyncNotice] = []
    /// Secrets that lost against others in this run.
    public internal(set) var conflicts: [SyncConflict] = []
}
