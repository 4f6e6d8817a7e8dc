import CTLS

/// A version of TLS.
public enum TLSVersion: String, Hashable, Sendable, Comparable, CustomStringConvertible {
    /// TLS 1.2, RFC 5246.
    case tls12 = "TLS 1.2"
    /// TLS 1.3, RFC 8446.
    case tls13 = "TLS 1.3"

    /// The number on the wire.
    var number: Int32 { self == .tls12 ? CTLS_VERSION_1_2 : CTLS_VERSION_1_3 }

    /// The usual name: `TLS 1.3`.
    public var description: String { rawValue }

    /// Whether the first is older.
    public static func < (left: TLSVersion, right: TLSVersion) -> Bool { left.number < right.number }
}
