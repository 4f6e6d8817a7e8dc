/// An identity of a process that the kernel keeps apart from other programs of the same user.
public enum KernelIdentity: Hashable, Sendable, CustomStringConvertible {
    /// The executable is setgid, and the kernel started it as such; the group's number.
    case setgid(UInt32)
    /// A user of its own, as system services have; the user's number in the initial user namespace.
    case systemAccount(UInt32)

    /// The kind and the name, for people.
    public var description: String {
        switch self {
        case .setgid(let group): "setgid group \(group)"
        case .systemAccount(let user): "system account \(user)"
        }
    }
}
