/// A process of the machine.
package struct RunningProcess: Hashable, Sendable {
    /// Its number.
    package let id: Int
    /// The name of its program, at most 15 octets.
    package let name: String
    /// The user's number.
    package let userID: UInt32
}
