public import JetonASN1
public import JetonX509

/// What is known about the revocation of one certificate.
public enum RevocationStatus: Hashable, Sendable, CustomStringConvertible {
    /// It was not revoked.
    case good
    /// It was revoked, when and why; the reason is nil where the evidence does not say.
    case revoked(UniversalTime, RevocationReason?)
    /// The evidence at hand does not say; one clause for people.
    case undetermined(String)

    /// One clause for people.
    public var description: String {
        switch self {
        case .good: "it was not revoked"
        case .revoked(let time, .certificateHold): "it was suspended at \(time)"
        case .revoked(let time, let reason):
            "it was revoked at \(time)\(reason.map { " (\($0))" } ?? "")"
        case .undetermined(let why): why
        }
    }
}
