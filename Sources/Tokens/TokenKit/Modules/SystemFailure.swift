internal import Glibc
internal import JetonOctets

/// A call of the C library that failed, with the number it left in `errno`.
public struct SystemFailure: Error, Hashable, CustomStringConvertible {
    /// The number: `ENOENT` and so on.
    public let number: Int32

    /// Makes a failure from its number.
    public init(number: Int32) { self.number = number }

    /// The failure of the call just made on this thread.
    static var last: SystemFailure { SystemFailure(number: errno) }

    /// The C library's words for the number.
    public var description: String { SystemMessage.text(number) }

    /// Whether p11-kit takes a configuration that can't be opened for an absent one: if it is not there, or if it is
    /// the user's own and may not be read.
    func isForgiven(inUsersDirectory isUsers: Bool) -> Bool {
        switch number {
        case ENOENT, ENOTDIR: true
        case EPERM, EACCES: isUsers
        default: false
        }
    }
}
