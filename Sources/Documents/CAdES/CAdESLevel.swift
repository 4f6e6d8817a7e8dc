/// How long a CMS signature can be proven.
///
/// - SeeAlso: ETSI EN 319 122-1 V1.3.1, 6.
public enum CAdESLevel: String, Hashable, Sendable, CaseIterable, Comparable {
    /// The signature names its certificate.
    case b = "B"
    /// A timestamp proves when the signature existed.
    case t = "T"
    /// The certificates and the evidence about their revocation are in the message.
    case lt = "LT"
    /// An archive timestamp protects all of that, and can be renewed.
    case lta = "LTA"

    /// Whether the left level proves less.
    public static func < (left: CAdESLevel, right: CAdESLevel) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .b: 0
        case .t: 1
        case .lt: 2
        case .lta: 3
        }
    }
}
