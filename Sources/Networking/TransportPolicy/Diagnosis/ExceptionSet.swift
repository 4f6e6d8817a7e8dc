package import JetonNetwork

/// What a dictionary of App Transport Security may allow one host, and nothing else.
package struct ExceptionSet: Hashable, Sendable {
    /// `NSAllowsArbitraryLoads`; then the other members do not count.
    package var allowsArbitraryLoads = false
    /// `NSExceptionMinimumTLSVersion`; nil without the key.
    package var minimumVersion: TLSVersion?
    /// `NSExceptionRequiresForwardSecrecy` with the value false.
    package var disablesForwardSecrecy = false
    /// `NSExceptionAllowsInsecureHTTPLoads`.
    package var allowsInsecureHTTP = false

    /// Makes an empty set.
    package init() {}

    /// Makes an exception for the host.
    package init(_ minimumVersion: TLSVersion?, disablesForwardSecrecy: Bool = false, allowsInsecureHTTP: Bool = false)
    {
        self.minimumVersion = minimumVersion
        self.disablesForwardSecrecy = disablesForwardSecrecy
        self.allowsInsecureHTTP = allowsInsecureHTTP
    }

    /// `NSAllowsArbitraryLoads` alone.
    package static let arbitraryLoads: ExceptionSet = {
        var set = ExceptionSet()
        set.allowsArbitraryLoads = true
        return set
    }()

    /// The exceptions that may help an `https` URL, the strictest first: no set stands before one that is stricter.
    package static let candidates = [
        ExceptionSet(), ExceptionSet(.tls11), ExceptionSet(.tls10), ExceptionSet(nil, disablesForwardSecrecy: true),
        ExceptionSet(.tls11, disablesForwardSecrecy: true), ExceptionSet(.tls10, disablesForwardSecrecy: true),
        .arbitraryLoads,
    ]

    /// The exceptions that may help an `http` URL.
    package static let candidatesForPlainHTTP = [
        ExceptionSet(), ExceptionSet(nil, allowsInsecureHTTP: true), .arbitraryLoads,
    ]

    /// Whether the set allows less than another one, and nothing that the other does not allow.
    package func isStricter(than other: ExceptionSet) -> Bool {
        guard self != other else { return false }
        if other.allowsArbitraryLoads { return true }
        let mine = minimumVersion ?? .tls12
        let its = other.minimumVersion ?? .tls12
        return !allowsArbitraryLoads && mine >= its && (!disablesForwardSecrecy || other.disablesForwardSecrecy)
            && (!allowsInsecureHTTP || other.allowsInsecureHTTP)
    }

    /// Whether nothing is allowed.
    package var isEmpty: Bool { self == ExceptionSet() }

    /// The set as a policy.
    package func security(for host: String) -> TransportSecurity {
        var security = TransportSecurity()
        security.hasBuiltInExceptions = true
        if allowsArbitraryLoads { security.allowsArbitraryLoads = true }
        guard !isEmpty, !allowsArbitraryLoads else { return security }
        var exception = TransportException()
        exception.minimumVersion = minimumVersion ?? .tls12
        exception.requiresForwardSecrecy = !disablesForwardSecrecy
        exception.allowsInsecureHTTP = allowsInsecureHTTP
        security.exceptions[host] = exception
        return security
    }

    /// The dictionary, without `NSAppTransportSecurity` around it.
    package func dictionary(for host: String) -> PolicyValue {
        if allowsArbitraryLoads { return .dictionary([.init(TransportKey.arbitraryLoads, .boolean(true))]) }
        guard !isEmpty else { return .dictionary([]) }
        var entries: [PolicyValue.Entry] = []
        if allowsInsecureHTTP { entries.append(.init(TransportKey.insecureHTTPLoads, .boolean(true))) }
        if let minimumVersion {
            let name = TransportVersionName(minimumVersion).rawValue
            entries.append(.init(TransportKey.minimumTLSVersion, .string(name)))
        }
        if disablesForwardSecrecy { entries.append(.init(TransportKey.forwardSecrecy, .boolean(false))) }
        return .dictionary([
            .init(TransportKey.exceptionDomains, .dictionary([.init(host, .dictionary(entries))]))
        ])
    }

    /// What is allowed, in words.
    package var words: String {
        if allowsArbitraryLoads { return "everything, for every host" }
        var words: [String] = []
        if let minimumVersion { words.append("\(minimumVersion) and later") }
        if disablesForwardSecrecy { words.append("no forward secrecy") }
        if allowsInsecureHTTP { words.append("plain HTTP") }
        return words.isEmpty ? "no exception" : words.joined(separator: ", ")
    }
}
