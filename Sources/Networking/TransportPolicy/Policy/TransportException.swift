package import JetonNetwork

/// What App Transport Security makes an exception of for a host, a domain or a network.
package struct TransportException: Hashable, Sendable {
    /// `NSIncludesSubdomains`: whether the hosts below the name are meant too.
    package var includesSubdomains = false
    /// `NSExceptionAllowsInsecureHTTPLoads`.
    package var allowsInsecureHTTP = false
    /// `NSExceptionMinimumTLSVersion`.
    package var minimumVersion = TLSVersion.tls12
    /// `NSExceptionRequiresForwardSecrecy`.
    package var requiresForwardSecrecy = true

    /// Makes an exception that demands what holds without one.
    package init() {}
}
