import CJetonTLS

/// A version of TLS.
public enum TLSVersion: String, Hashable, Sendable, Comparable, CaseIterable, CustomStringConvertible {
    /// TLS 1.0, RFC 2246; obsolete since RFC 8996.
    case tls10 = "TLS 1.0"
    /// TLS 1.1, RFC 4346; obsolete since RFC 8996.
    case tls11 = "TLS 1.1"
    /// TLS 1.2, RFC 5246.
    case tls12 = "TLS 1.2"
    /// TLS 1.3, RFC 8446.
    case tls13 = "TLS 1.3"

    /// The version of a number on the wire; nil for another number.
    package init?(number: Int32) {
        guard let version = TLSVersion.allCases.first(where: { $0.number == number }) else { return nil }
        self = version
    }

    /// The number on the wire.
    package var number: Int32 {
        switch self {
        case .tls10: CTLS_VERSION_1_0
        case .tls11: CTLS_VERSION_1_1
        case .tls12: CTLS_VERSION_1_2
        case .tls13: CTLS_VERSION_1_3
        }
    }

    /// The usual name: `TLS 1.3`.
    public var description: String { rawValue }

    /// Whether the first is older.
    public static func < (left: TLSVersion, right: TLSVersion) -> Bool { left.number < right.number }
}
