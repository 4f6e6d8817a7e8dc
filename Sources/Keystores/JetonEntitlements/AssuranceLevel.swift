/// How much is known about the program that asks.
///
/// | level | evidence | stops | does not stop |
/// |---|---|---|---|
/// | L0 | what the program says of itself | mistakes, a wrong group, a wrong team | any program of the same user |
/// | L1 | signature, content, owner of the executable, initial user namespace, no tracer, known libraries | copied or changed programs | code that is injected at start or through a debugger |
/// | L2 | L1, and an identity that the kernel keeps apart | other programs of the same user | root, faults of the program |
public enum AssuranceLevel: Int, Hashable, Sendable, Comparable, CustomStringConvertible {
    /// L0: self-declared.
    case selfDeclared = 0
    /// L1: the executable matches a signed manifest and nothing foreign is mapped.
    case executableMatch = 1
    /// L2: the kernel separates the program from others of its user.
    case kernelIdentity = 2

    /// `L0`, `L1` or `L2`.
    public var description: String { "L\(rawValue)" }

    /// Reads `L0`, `L1` or `L2`; nil for any other text.
    public init?(_ text: String) {
        switch text {
        case "L0": self = .selfDeclared
        case "L1": self = .executableMatch
        case "L2": self = .kernelIdentity
        default: return nil
        }
    }

    /// Orders from L0 to L2.
    public static func < (left: AssuranceLevel, right: AssuranceLevel) -> Bool { left.rawValue < right.rawValue }
}
