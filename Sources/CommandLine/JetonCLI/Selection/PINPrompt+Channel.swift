internal import TokenKit

extension PINPrompt.Channel {
    /// The suite, or "in clear".
    var words: String {
        switch self {
        case .secure(let suite): suite
        case .clear: "in clear"
        case .clearBeside(let name): "in clear; paired token '\(name)' was last seen in this reader"
        }
    }
}
