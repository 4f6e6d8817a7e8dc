import JetonNetwork
import Testing

/// What Apple's own tests of App Transport Security expect, host by host: 89 rows of exceptions, and those of the global
/// keys.
///
/// - SeeAlso: Security 61901, SecProtocolConfigurationTest.m, whose expectations these are.
enum ReferenceRows {
    /// A host; whether TLS is required; the oldest version, nil for the system's; whether forward secrecy is required.
    typealias Row = (host: String, isRequired: Bool, version: TLSVersion?, isForwardSecret: Bool)

    /// A dictionary and the rows for it.
    struct Table: CustomTestStringConvertible, Sendable {
        let name: String
        let dictionary: String
        let rows: [Row]
        var testDescription: String { name }
    }

    static let exceptions = [
        Table(
            name: "exceptions raise what is demanded",
            dictionary: """
                {"NSAllowsArbitraryLoads": true, "NSExceptionDomains": {
                    "neverssl.com": {"NSExceptionAllowsInsecureHTTPLoads": false,
                        "NSExceptionMinimumTLSVersion": "TLSv1.3",
                        "NSExceptionRequiresForwardSecrecy": true},
                    "google.com": {"NSExceptionAllowsInsecureHTTPLoads": true,
                        "NSExceptionMinimumTLSVersion": "TLSv1.3",
                        "NSExceptionRequiresForwardSecrecy": true},
                    "youtube.com": {"NSExceptionRequiresForwardSecrecy": true},
                    "myhost.local": {"NSExceptionAllowsInsecureHTTPLoads": false,
                        "NSExceptionRequiresForwardSecrecy": true}}}
                """,
            rows: [
                ("example.com", false, nil, false), ("neverssl.com", true, .tls13, true),
                ("google.com", false, .tls13, true), ("youtube.com", true, .tls12, true),
                ("myhost.local", true, .tls12, true), ("apple.com", false, .tls12, false),
                ("csd4.apple.com", false, .tls12, false), ("setup.icloud.com", false, .tls12, false),
                ("ls.apple.com", false, .tls10, false), ("gs.apple.com", false, .tls10, false),
                ("geo.apple.com", false, .tls10, false), ("is.autonavi.com", false, .tls10, false),
                ("apple-mapkit.com", false, .tls10, false),
            ]
        ),
        Table(
            name: "built-in exceptions",
            dictionary: """
                {"NSAllowsArbitraryLoads": false}
                """,
            rows: [
                ("example.com", true, .tls12, true), ("neverssl.com", true, .tls12, true),
                ("myhost.local", false, nil, false), ("apple.com", false, .tls12, false),
                ("csd4.apple.com", false, .tls12, false), ("setup.icloud.com", false, .tls12, false),
                ("ls.apple.com", false, .tls10, false), ("gs.apple.com", false, .tls10, false),
                ("geo.apple.com", false, .tls10, false), ("is.autonavi.com", false, .tls10, false),
                ("apple-mapkit.com", false, .tls10, false),
            ]
        ),
        Table(
            name: "exceptions replace built-in ones",
            dictionary: """
                {"NSAllowsArbitraryLoads": false, "NSExceptionDomains": {
                    "neverssl.com": {"NSExceptionAllowsInsecureHTTPLoads": false,
                        "NSExceptionMinimumTLSVersion": "TLSv1.3",
                        "NSExceptionRequiresForwardSecrecy": true},
                    "apple.com": {"NSExceptionAllowsInsecureHTTPLoads": false,
                        "NSExceptionMinimumTLSVersion": "TLSv1.3",
                        "NSIncludesSubdomains": false,
                        "NSExceptionRequiresForwardSecrecy": true},
                    "setup.icloud.com": {"NSExceptionAllowsInsecureHTTPLoads": false,
                        "NSExceptionMinimumTLSVersion": "TLSv1.3"}}}
                """,
            rows: [
                ("example.com", true, .tls12, true), ("neverssl.com", true, .tls13, true),
                ("google.com", true, .tls12, true), ("youtube.com", true, .tls12, true),
                ("myhost.local", false, nil, false), ("apple.com", true, .tls13, true),
                ("csd4.apple.com", true, .tls12, true), ("setup.icloud.com", true, .tls13, true),
                ("test.setup.icloud.com", true, .tls12, true), ("ls.apple.com", false, .tls10, false),
                ("gs.apple.com", false, .tls10, false), ("geo.apple.com", false, .tls10, false),
                ("is.autonavi.com", false, .tls10, false), ("apple-mapkit.com", false, .tls10, false),
            ]
        ),
        Table(
            name: "values of wrong types",
            dictionary: """
                {"NSAllowsArbitraryLoads": "YES", "NSExceptionDomains": {
                    "invalid.exception.com": "",
                    "neverssl.com": {"NSExceptionAllowsInsecureHTTPLoads": "YES",
                        "NSExceptionMinimumTLSVersion": 13,
                        "NSExceptionRequiresForwardSecrecy": "NO"}}}
                """,
            rows: [
                ("example.com", true, .tls12, true), ("neverssl.com", true, .tls12, true),
                ("google.com", true, .tls12, true), ("youtube.com", true, .tls12, true),
                ("myhost.local", false, nil, false), ("invalid.exception.com", true, .tls12, true),
            ]
        ),
        Table(
            name: "subdomains",
            dictionary: """
                {"NSExceptionDomains": {
                    "example.com": {"NSExceptionAllowsInsecureHTTPLoads": true, "NSIncludesSubdomains": true},
                    "subhostname.example.com": {"NSExceptionAllowsInsecureHTTPLoads": false,
                        "NSIncludesSubdomains": false,
                        "NSExceptionMinimumTLSVersion": "TLSv1.3"},
                    "another.subhostname.example.com": {"NSExceptionAllowsInsecureHTTPLoads": false,
                        "NSExceptionMinimumTLSVersion": "TLSv1.1"}}}
                """,
            rows: [
                ("example.com", false, .tls12, true), ("subhostname.example.com", true, .tls13, true),
                ("another.subhostname.example.com", true, .tls11, true),
                ("test.another.subhostname.example.com", false, .tls12, true),
            ]
        ),
        Table(
            name: "networks",
            dictionary: """
                {"NSExceptionDomains": {
                    "example.com": {"NSExceptionAllowsInsecureHTTPLoads": true},
                    "198.51.100.0/24": {"NSExceptionAllowsInsecureHTTPLoads": true},
                    "198.51.100.0/27": {"NSExceptionAllowsInsecureHTTPLoads": false},
                    "198.51.100.1": {"NSExceptionAllowsInsecureHTTPLoads": true},
                    "198.51.100.101": {"NSExceptionAllowsInsecureHTTPLoads": false},
                    "2001:db8::/32": {"NSExceptionAllowsInsecureHTTPLoads": true},
                    "2001:db8::/64": {"NSExceptionAllowsInsecureHTTPLoads": false}}}
                """,
            rows: [
                ("localhost", false, nil, false), ("myhost.local", false, nil, false),
                ("127.0.0.1", false, nil, false), ("::1", false, nil, false), ("example.com", false, .tls12, true),
                ("google.com", true, .tls12, true), ("198.51.100.1", false, .tls12, true),
                ("198.51.100.100", false, .tls12, true), ("198.51.100.255", false, .tls12, true),
                ("2001:db8:85a3::8a2e:370:7334", false, .tls12, true), ("1.1.1.1", true, .tls12, true),
                ("198.51.100.0", true, .tls12, true), ("198.51.100.101", true, .tls12, true),
                ("198.51.101.0", true, .tls12, true), ("203.0.113.0", true, .tls12, true),
                ("255.255.255.0", true, .tls12, true), ("fe00::", true, .tls12, true),
                ("2001:db8::8a2e:370:7334", true, .tls12, true),
                ("2001:db80:0000:0000:0000:0000:0000:0000", true, .tls12, true),
            ]
        ),
        Table(
            name: "networks of prefixes 0 and 1",
            dictionary: """
                {"NSExceptionDomains": {
                    "::/0": {"NSExceptionAllowsInsecureHTTPLoads": true},
                    "::/1": {"NSExceptionAllowsInsecureHTTPLoads": false},
                    "0.0.0.0/0": {"NSExceptionAllowsInsecureHTTPLoads": true},
                    "0.0.0.0/1": {"NSExceptionAllowsInsecureHTTPLoads": false}}}
                """,
            rows: [
                ("localhost", false, nil, false), ("myhost.local", false, nil, false),
                ("example.com", true, .tls12, true), ("128.0.0.0", false, .tls12, true),
                ("198.51.100.1", false, .tls12, true), ("198.51.100.100", false, .tls12, true),
                ("198.51.100.255", false, .tls12, true), ("198.51.100.0", false, .tls12, true),
                ("198.51.100.101", false, .tls12, true), ("198.51.101.0", false, .tls12, true),
                ("203.0.113.0", false, .tls12, true), ("255.255.255.0", false, .tls12, true),
                ("fe00::", false, .tls12, true), ("127.0.0.1", true, .tls12, true), ("::1", true, .tls12, true),
                ("1.1.1.1", true, .tls12, true), ("127.255.255.255", true, .tls12, true),
                ("2001:db8::8a2e:370:7334", true, .tls12, true), ("2001:db8:85a3::8a2e:370:7334", true, .tls12, true),
            ]
        ),
        Table(
            name: "versions that are not read",
            dictionary: """
                {"NSExceptionDomains": {
                    "example.com": {"NSExceptionMinimumTLSVersion": "TLSv1.4"},
                    "google.com": {"NSExceptionMinimumTLSVersion": "TLSV1.3"},
                    "neverssl.com": {"NSExceptionMinimumTLSVersion": "TLSv1.00"}}}
                """,
            rows: [
                ("example.com", true, .tls12, true), ("google.com", true, .tls12, true),
                ("neverssl.com", true, .tls12, true),
            ]
        ),
    ]

    /// The hosts of the tests of global keys.
    private static let local = ["localhost", "myhost.local", "127.0.0.1", "::1", "fe80::1"]
    private static let others = ["example.com", "google.com", "203.0.113.1", "fe00::1", "2001:db8::8a2e:370:7334"]

    /// A dictionary, and whether TLS is required of local hosts and of others.
    static let globals: [(dictionary: String, isRequiredLocally: Bool, isRequired: Bool)] = [
        ("{}", false, true),
        (#"{"NSAllowsLocalNetworking": false}"#, true, true),
        (#"{"NSAllowsArbitraryLoads": true}"#, false, false),
        (#"{"NSAllowsArbitraryLoads": true, "NSAllowsLocalNetworking": true}"#, false, true),
        (#"{"NSAllowsArbitraryLoads": true, "NSAllowsArbitraryLoadsInWebContent": false}"#, false, true),
        (#"{"NSAllowsArbitraryLoads": true, "NSAllowsArbitraryLoadsInWebContent": true}"#, false, true),
        (#"{"NSAllowsArbitraryLoads": true, "NSAllowsArbitraryLoadsForMedia": false}"#, false, true),
        (#"{"NSAllowsArbitraryLoads": true, "NSAllowsArbitraryLoadsForMedia": true}"#, false, true),
        (#"{"NSAllowsArbitraryLoads": 2}"#, false, true),
        (#"{"NSAllowsArbitraryLoads": "YES"}"#, false, true),
        (#"{"NSAllowsArbitraryLoads": false}"#, false, true),
    ]

    /// Each host with whether it is local.
    static let hosts = local.map { ($0, true) } + others.map { ($0, false) }
}
