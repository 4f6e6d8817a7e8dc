/// An object's number: CK_OBJECT_HANDLE.
///
/// Valid while the session that gave it, or the login, lasts.
public struct ObjectHandle: RawRepresentable, Hashable, Sendable {
    /// The number; 0 is never an object.
    public let rawValue: UInt
    /// Makes a handle.
    public init(rawValue: UInt) { self.rawValue = rawValue }
}
