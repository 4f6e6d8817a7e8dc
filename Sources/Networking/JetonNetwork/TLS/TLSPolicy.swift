/// Which rules hold for which host: one set for all, and exceptions.
public struct TLSPolicy: TLSRuleSource, Hashable {
    /// Rules of one host, or of a domain.
    public struct Exception: Hashable, Sendable {
        /// A host name; compared without regard to case.
        public var host: String
        /// Whether the hosts below it are meant too.
        public var includesSubdomains: Bool
        /// What holds there.
        public var rules: TLSRules

        /// Makes an exception.
        public init(host: String, includesSubdomains: Bool = false, rules: TLSRules) {
            self.host = host
            self.includesSubdomains = includesSubdomains
            self.rules = rules
        }
    }

    /// What holds for hosts without an exception.
    public var rules = TLSRules()
    /// The exceptions; the longest name that fits a host wins.
    public var exceptions: [Exception] = []

    /// Makes the defaults.
    public init() {}

    /// What holds for a host.
    public func rules(for host: String) -> TLSRules {
        let host = host.lowercased()
        let fitting = exceptions.filter { exception in
            let name = exception.host.lowercased()
            return host == name || exception.includesSubdomains && host.hasSuffix(".\(name)")
        }
        return fitting.max { $0.host.utf8.count < $1.host.utf8.count }?.rules ?? rules
    }
}
