/// What must work before a check has anything to look at; measured, never concluded from findings.
public enum Capability: Int, CaseIterable, Sendable {
    /// The client library of PC/SC can be loaded.
    case library
    /// The PC/SC service lets this user in.
    case service
    /// The service has a reader.
    case reader
    /// A reader has a card that answers.
    case card
    /// A PKCS #11 module has started.
    case module
    /// A module shows a token.
    case token

    /// What it is, for the sentence "needs …".
    public var words: String {
        switch self {
        case .library: "the PC/SC library"
        case .service: "a working PC/SC service"
        case .reader: "a reader"
        case .card: "a card that answers"
        case .module: "a module that starts"
        case .token: "a token"
        }
    }

    /// The highest layer that can be the reason for its absence.
    var layer: Layer {
        switch self {
        case .library, .service: .service
        case .reader: .access
        case .card: .card
        case .module, .token: .module
        }
    }
}
