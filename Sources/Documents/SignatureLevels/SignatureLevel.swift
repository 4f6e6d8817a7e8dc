/// How long a signature can be proven; every format has these four levels.
///
/// - SeeAlso: ETSI EN 319 122-1 V1.3.1, 6; EN 319 132-1 V1.3.1, 6; EN 319 142-1 V1.2.1, 6.
public enum SignatureLevel: String, Hashable, Sendable, CaseIterable, Comparable {
    /// The signature names its certificate.
    case b = "B"
    /// A timestamp proves when the signature existed.
    case t = "T"
    /// The certificates and the evidence about their revocation are in the document.
    case lt = "LT"
    /// An archive timestamp protects all of that, and can be renewed.
    case lta = "LTA"

    /// Whether the left level proves less.
    public static func < (left: SignatureLevel, right: SignatureLevel) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .b: 0
        case .t: 1
        case .lt: 2
        case .lta: 3
        }
    }
}
