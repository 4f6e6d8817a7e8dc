/// Whether the owners of files mean to a process what they mean to the machine.
///
/// In a user namespace that a user has made, the user's own files show as root's, and the user mounts whatever is
/// wanted over the rest. What the file system says of owners counts in the initial namespace only.
///
/// - SeeAlso: user_namespaces(7).
public enum UserNamespace: Hashable, Sendable {
    /// The one that the machine was started with.
    case initial
    /// Any other, those of rootless and remapped containers included: from inside they can't be told from a user's own.
    case other
    /// The kernel's own answer could not be reached; why, as one clause.
    case unknown(String)
}
