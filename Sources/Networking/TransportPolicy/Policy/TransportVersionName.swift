package import JetonNetwork

/// The names of TLS versions in a policy.
package enum TransportVersionName: String, Hashable, Sendable, CaseIterable {
    case tls10 = "TLSv1.0"
    case tls11 = "TLSv1.1"
    case tls12 = "TLSv1.2"
    case tls13 = "TLSv1.3"

    /// The version.
    package var version: TLSVersion {
        switch self {
        case .tls10: .tls10
        case .tls11: .tls11
        case .tls12: .tls12
        case .tls13: .tls13
        }
    }

    /// The name of a version.
    package init(_ version: TLSVersion) {
        switch version {
        case .tls10: self = .tls10
        case .tls11: self = .tls11
        case .tls12: self = .tls12
        case .tls13: self = .tls13
        }
    }
}
