/// A secret that lost against another one whose author did not know of it; kept for 30 days.
public struct SyncConflict: Sendable {
    /// The record that lost; it has an item.
    public let loser: SyncRecord
    /// Milliseconds since 1970 when this device noticed.
    public let noticed: UInt64

    /// How long a conflict is kept: 30 days in milliseconds.
    public static let lifetime: UInt64 = 30 * 86_400_000
}
