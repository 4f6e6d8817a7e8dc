package import JetonNetwork

/// App Transport Security: the dictionary `NSAppTransportSecurity` of an Info.plist, and what it demands of which host.
///
/// Exceptions are looked up by the host's name, then by each name above it whose exception includes subdomains; those
/// for networks by the longest prefix. An exception decides alone. Names compare literally in exceptions, and without
/// regard to case in pins.
///
/// - SeeAlso: Security 61901, SecProtocolConfiguration.m; Apple's page "NSAppTransportSecurity".
public struct TransportSecurity: Hashable, Sendable {
    /// An exception for the addresses with a prefix.
    package struct NetworkException: Hashable, Sendable {
        /// The key in the dictionary.
        package var name: String
        /// An address of the network.
        package var address: IPAddress
        /// The bits that count.
        package var prefixLength: Int
        /// What holds there.
        package var exception: TransportException
    }

    /// `NSAllowsArbitraryLoads`; nil without the key, or with a value that is not a Boolean.
    package var allowsArbitraryLoads: Bool?
    /// `NSAllowsArbitraryLoadsForMedia`, likewise.
    package var allowsArbitraryLoadsForMedia: Bool?
    /// `NSAllowsArbitraryLoadsInWebContent`, likewise.
    package var allowsArbitraryLoadsInWebContent: Bool?
    /// `NSAllowsLocalNetworking`, likewise.
    package var allowsLocalNetworking: Bool?
    /// `NSExceptionDomains`: names and single addresses.
    package var exceptions: [String: TransportException] = [:]
    /// `NSExceptionDomains`: networks such as `198.51.100.0/24`.
    package var networks: [NetworkException] = []
    /// Whether the exceptions hold too that Apple's systems make for hosts of Apple's.
    package var hasBuiltInExceptions = false
    /// `NSPinnedDomains`, with names in lower case.
    package var pinnedDomains: [String: PinnedDomain] = [:]

    /// Makes the policy of an empty dictionary.
    public init() {}

    /// What is demanded of connections to a host.
    ///
    /// - Parameter host: A name as it is written in the URL, or an address.
    /// - Returns: The demand.
    package func demand(for host: String) -> TransportDemand {
        let pins = pins(for: host)
        if let (name, exception) = exception(for: host) {
            return TransportDemand(
                reason: .exception(name),
                allowsPlainHTTP: exception.allowsInsecureHTTP,
                minimumVersion: exception.minimumVersion,
                suites: exception.requiresForwardSecrecy
                    ? .forwardSecrecy : exception.allowsInsecureHTTP ? .systemDefault : .withoutForwardSecrecy,
                pins: pins
            )
        }
        if TransportSecurity.isLocal(host), allowsLocalNetworking != false {
            return TransportSecurity.withoutATS(.localNetwork, pins)
        }
        // NSAllowsArbitraryLoads counts only without the other keys, whatever their values.
        let isArbitrary =
            allowsArbitraryLoads == true && allowsArbitraryLoadsForMedia == nil
            && allowsArbitraryLoadsInWebContent == nil && allowsLocalNetworking == nil
        if isArbitrary { return TransportSecurity.withoutATS(.arbitraryLoads, pins) }
        return TransportDemand(
            reason: .standard,
            allowsPlainHTTP: false,
            minimumVersion: .tls12,
            suites: .forwardSecrecy,
            pins: pins
        )
    }

    private static func withoutATS(_ reason: TransportDemand.Reason, _ pins: PinnedDomain?) -> TransportDemand {
        TransportDemand(
            reason: reason,
            allowsPlainHTTP: true,
            minimumVersion: nil,
            suites: .systemDefault,
            pins: pins
        )
    }

    /// The exception for a host, and its key.
    package func exception(for host: String) -> (name: String, exception: TransportException)? {
        if let exception = named(host) { return (host, exception) }
        if let address = IPAddress(host) {
            let fitting = networks.filter { address.isInNetwork($0.address, prefixLength: $0.prefixLength) }
            return fitting.max { $0.prefixLength < $1.prefixLength }.map { ($0.name, $0.exception) }
        }
        var rest = host[...]
        while let dot = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: dot)...]
            let name = String(rest)
            if let exception = named(name), exception.includesSubdomains { return (name, exception) }
        }
        return nil
    }

    private func named(_ name: String) -> TransportException? {
        exceptions[name] ?? (hasBuiltInExceptions ? TransportSecurity.builtIn[name] : nil)
    }

    /// What Apple's systems except by themselves; an exception of the same name replaces it.
    private static let builtIn: [String: TransportException] = {
        var current = TransportException()
        current.includesSubdomains = true
        current.allowsInsecureHTTP = true
        current.requiresForwardSecrecy = false
        var old = current
        old.minimumVersion = .tls10
        return [
            "apple.com": current, "setup.icloud.com": current, "ls.apple.com": old, "gs.apple.com": old,
            "geo.apple.com": old, "is.autonavi.com": old, "apple-mapkit.com": old,
        ]
    }()

    /// The pins for a host: those of its name, or those of the name one label above that include subdomains.
    package func pins(for host: String) -> PinnedDomain? {
        let host = (host.hasSuffix(".") ? String(host.dropLast()) : host).lowercased()
        if let pins = pinnedDomains[host] { return pins }
        guard IPAddress(host) == nil, let dot = host.firstIndex(of: "."),
            let pins = pinnedDomains[String(host[host.index(after: dot)...])], pins.includesSubdomains
        else { return nil }
        return pins
    }

    /// Whether a host belongs to the local network: `.local`, a name without dots, a loopback or link-local address.
    package static func isLocal(_ host: String) -> Bool {
        if let address = IPAddress(host) {
            let networks = ["127.0.0.0": 8, "169.254.0.0": 16, "::1": 128, "fe80::": 10]
            return networks.contains { text, length in
                IPAddress(text).map { address.isInNetwork($0, prefixLength: length) } ?? false
            }
        }
        return host.hasSuffix(".local") || host.hasSuffix(".local.") || !host.contains(".")
    }
}
