/// How many items a search answers with at most.
public enum MatchLimit: Sendable, Hashable {
    /// The first one.
    case one
    /// At most a number of them; less than 1 is an error.
    case atMost(Int)
    /// All of them.
    case all

    var count: Int {
        switch self {
        case .one: 1
        case .atMost(let count): count
        case .all: Int.max
        }
    }
}
