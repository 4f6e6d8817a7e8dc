/// A process of the machine.
public struct RunningProcess: Hashable, Sendable {
    /// Its number.
    public let id: Int
    /// The name of its program, at most 15 octets.
    public let name: String
    /// The user's number.
    public let userID: UInt32
}
