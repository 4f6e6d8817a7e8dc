/// How bad a finding is.
public enum Severity: Int, Comparable, Sendable {
    /// Worth knowing; nothing is wrong, or nothing that is in use here.
    case info
    /// It works now and may soon not, or it works in part.
    case warning
    /// Something does not work.
    case failure

    /// The word for it.
    public var word: String {
        switch self {
        case .info: "info"
        case .warning: "warning"
        case .failure: "failure"
        }
    }

    /// Whether one is less bad than another.
    public static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
}
