internal import Glibc

/// The mount and user namespaces of a process; a container or sandbox has its own.
package struct Namespaces: Hashable, Sendable {
    private let mounts: FileIdentity
    private let users: FileIdentity

    /// Reads those of a process; nil if it has ended, or can't be looked at.
    package init?(process: Int32) {
        guard let mounts = FileIdentity(path: "/proc/\(process)/ns/mnt"),
            let users = FileIdentity(path: "/proc/\(process)/ns/user")
        else { return nil }
        self.mounts = mounts
        self.users = users
    }

    /// Those of the session that started this process: its parent's.
    ///
    /// A service manager that hardens a service gives it its own namespaces, which no other program in the session shares.
    ///
    /// - Returns: Those of this process if its parent can't be looked at; nil without /proc.
    package static func ofSession() -> Namespaces? { Namespaces(process: getppid()) ?? Namespaces(process: getpid()) }
}
