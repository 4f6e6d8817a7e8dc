/// How sure a finding is.
public enum Confidence: String, Sendable {
    /// What was seen admits no other reading.
    case proven
    /// What was seen fits, and other causes are possible.
    case likely
}
