package import JetonNetwork

/// What App Transport Security demands of connections to one host.
package struct TransportDemand: Hashable, Sendable {
    /// Why it is so.
    package enum Reason: Hashable, Sendable {
        /// The exception of this name in the dictionary.
        case exception(String)
        /// A host of the local network, which needs no TLS.
        case localNetwork
        /// `NSAllowsArbitraryLoads`.
        case arbitraryLoads
        /// The rules for everything else.
        case standard
    }

    /// Which cipher suites are offered.
    package enum Suites: Hashable, Sendable {
        /// Those of TLS 1.3, and ECDHE with AES or ChaCha20.
        case forwardSecrecy
        /// The same, and key exchange by RSA with AES.
        case withoutForwardSecrecy
        /// What the system offers where App Transport Security is off.
        case systemDefault
    }

    /// Why it is so.
    package var reason: Reason
    /// Whether `http` URLs may be loaded.
    package var allowsPlainHTTP: Bool
    /// The oldest version of TLS; nil for the oldest that the system has.
    package var minimumVersion: TLSVersion?
    /// The cipher suites.
    package var suites: Suites
    /// The keys that the certificates must have.
    package var pins: PinnedDomain?

    /// The demand as rules for a connection.
    package var rules: TLSRules {
        var rules = TLSRules()
        rules.minimumVersion = minimumVersion ?? .tls10
        let hasForwardSecrecyOnly = suites == .forwardSecrecy
        rules.suites = TransportDemand.forwardSecret + (hasForwardSecrecyOnly ? [] : TransportDemand.rsaKeyExchange)
        rules.leafPins = pins?.leafKeys
        rules.authorityPins = pins?.authorityKeys
        return rules
    }

    /// IANA's names of the suites with forward secrecy.
    package static let forwardSecret = [
        "TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256",
        "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
        "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256", "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
        "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
        "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA", "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA",
        "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA", "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA",
    ]

    /// IANA's names of the suites whose key exchange is by RSA.
    package static let rsaKeyExchange = [
        "TLS_RSA_WITH_AES_256_GCM_SHA384", "TLS_RSA_WITH_AES_128_GCM_SHA256", "TLS_RSA_WITH_AES_256_CBC_SHA",
        "TLS_RSA_WITH_AES_128_CBC_SHA",
    ]
}
