/// One thing that can be wrong, and how to see it.
///
/// A check looks only through the ``Machine`` it is given, changes nothing, never logs in, and never throws: what it
/// can't read makes its outcome ``CheckOutcome/unknown(_:)``.
///
/// ```swift
/// enum SocketIsStale: Check {
///     static let page = CheckPage(id: "pcscd-socket-stale", layer: .service, …)
///     static func run(on machine: Machine) -> CheckOutcome {
///         guard machine.service == .refused else { return .passed }
///         return .found("nothing listens at \(machine.socketPath)", [Evidence("connect", "ECONNREFUSED")])
///     }
/// }
/// ```
public protocol Check: Sendable {
    /// What the check is about: also its page in docs/checks.
    static var page: CheckPage { get }

    /// Looks.
    static func run(on machine: Machine) -> CheckOutcome
}
