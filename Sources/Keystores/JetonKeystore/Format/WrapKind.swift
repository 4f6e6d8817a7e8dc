/// How a record's item key is wrapped.
enum WrapKind: UInt8, Sendable {
    /// There is no secret and hence no key.
    case none = 0
    /// AES-256-GCM under the class key of the group.
    case classKey = 1
    /// AES-256-GCM under a key agreed with the public key of the class that can be written while locked.
    case agreement = 2
}
