/// A thing that can be faulty; findings and symptoms about the same thing belong together.
public enum Subject: Hashable, Sendable {
    /// The PC/SC service and the way to it.
    case service
    /// The absence of any reader.
    case readers
    /// A reader with what is in it, by its PC/SC name.
    case reader(String)
    /// A USB device, by its name in sysfs, such as `1-2`.
    case device(String)
    /// A PKCS #11 module, by its path.
    case module(String)
    /// A token, by its module's path and its slot.
    case token(module: String, slot: UInt)
}
