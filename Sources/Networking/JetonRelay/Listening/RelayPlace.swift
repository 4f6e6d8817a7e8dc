/// Where clients find a relay.
package enum RelayPlace: Hashable, Sendable {
    /// A socket in the file system that only its owner can use.
    case unix(String)
    /// A port of 127.0.0.1, or of ::1; 0 for one that the system chooses.
    case loopback(port: UInt16, isIPv6: Bool)
}
