/// Why a certificate was revoked.
///
/// - SeeAlso: RFC 5280, 5.3.1.
public enum RevocationReason: Int, Hashable, Sendable, CustomStringConvertible {
    case unspecified = 0
    case keyCompromise = 1
    case cACompromise = 2
    case affiliationChanged = 3
    case superseded = 4
    case cessationOfOperation = 5
    /// Suspended: it may become good again.
    case certificateHold = 6
    /// In a delta list: no longer suspended.
    case removeFromCRL = 8
    case privilegeWithdrawn = 9
    case aACompromise = 10

    /// The standard's name.
    public var description: String {
        switch self {
        case .unspecified: "unspecified"
        case .keyCompromise: "keyCompromise"
        case .cACompromise: "cACompromise"
        case .affiliationChanged: "affiliationChanged"
        case .superseded: "superseded"
        case .cessationOfOperation: "cessationOfOperation"
        case .certificateHold: "certificateHold"
        case .removeFromCRL: "removeFromCRL"
        case .privilegeWithdrawn: "privilegeWithdrawn"
        case .aACompromise: "aACompromise"
        }
    }
}
