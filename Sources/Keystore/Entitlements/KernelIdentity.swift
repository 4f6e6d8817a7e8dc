/// An identity of a process that the kernel keeps apart from other programs of the same user.
public enum KernelIdentity: Hashable, Sendable, CustomStringConvertible {
    /// The executable is setgid, and the kernel started it as such; the group's number.
    case setgid(UInt32)
    /// A confining label of AppArmor or SELinux.
    case label(String)
    /// The application's name in a Flatpak sandbox.
    case flatpak(String)
    /// A user of its own, as system services have; the user's number.
    case systemAccount(UInt32)

    /// The kind and the name, for people.
    public var description: String {
        switch self {
        case .setgid(let group): "setgid group \(group)"
        case .label(let label): "security label '\(label)'"
        case .flatpak(let name): "Flatpak application '\(name)'"
        case .systemAccount(let user): "system account \(user)"
        }
    }
}
