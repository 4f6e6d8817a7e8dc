package import JetonNetwork

/// Where a relay leads, and what it lets through.
package struct RelaySettings: Sendable {
    /// How the user is known to the target by name.
    package enum Scheme: String, CaseIterable, Hashable, Sendable {
        case basic, ntlm

        var exchange: AuthenticationExchange.Scheme { self == .basic ? .basic : .ntlm }
    }

    /// The target; its path stands before that of each request.
    package let target: HTTPURL
    /// The name and password for it; nil for none.
    package var credentials: NetworkCredentials?
    /// By which scheme they are sent.
    package var scheme = Scheme.ntlm
    /// The origins that may stand in a request, as it would write them.
    package var origins: Set<String> = []
    /// Whether the client's own `Authorization` goes to the target.
    package var passesAuthorization = false
    /// Whether the client's cookies go to the target.
    package var passesCookies = false
    /// The limits.
    package var limits = RelayLimits()

    /// Makes settings for a target.
    ///
    /// - Throws: `NetworkError` unless it is an https URL.
    package init(target: HTTPURL) throws(NetworkError) {
        guard target.isSecure else { throw NetworkError(.invalidURL, "a relay target must be an https URL") }
        self.target = target
    }
}
