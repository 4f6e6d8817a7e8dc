/// How a token is used.
public struct TokenOptions: Sendable {
    /// How many calls the module may work on at once, 1 to 64.
    ///
    /// Cards do one thing at a time, and some modules fail with
    /// two threads; a token in software or a network HSM uses more.
    public var simultaneousCalls = 1
    /// How many asynchronous calls may wait for the token; the next one is refused.
    public var waitingLimit = 1024
    /// Is given what a person should know of a login, one sentence: that the PIN must be changed, or is to be entered on
    /// the reader.
    public var notify: @Sendable (String) -> Void = { _ in }

    /// Makes the options of a card.
    public init() {}

    /// The number of threads, within its bounds.
    var width: Int { min(max(simultaneousCalls, 1), 64) }
}
