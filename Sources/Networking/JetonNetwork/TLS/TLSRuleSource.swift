/// Says which rules hold for which host.
public protocol TLSRuleSource: Sendable {
    /// What holds for a host.
    ///
    /// - Parameter host: A name in lower case, or an address without brackets.
    /// - Returns: The rules.
    func rules(for host: String) -> TLSRules
}
