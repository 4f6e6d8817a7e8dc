import JetonNetwork
import Testing
import TransportPolicy

@Suite("App Transport Security: what is demanded of which host")
struct TransportSecurityTests {
    private func security(_ text: String) -> TransportSecurity {
        var security = TransportPolicyFile(Array(text.utf8)).security
        security.hasBuiltInExceptions = true
        return security
    }

    @Test("Apple's own expectations of exceptions hold", arguments: ReferenceRows.exceptions)
    func exceptions(table: ReferenceRows.Table) {
        let security = security(table.dictionary)
        for row in table.rows {
            let demand = security.demand(for: row.host)
            #expect(demand.allowsPlainHTTP == !row.isRequired, "\(row.host)")
            #expect(demand.minimumVersion == row.version, "\(row.host)")
            let isLimited = row.isForwardSecret || row.isRequired
            #expect((demand.suites == .systemDefault) == !isLimited, "\(row.host)")
        }
    }

    @Test("The tables have the 89 rows of the reference")
    func count() {
        #expect(ReferenceRows.exceptions.reduce(0) { $0 + $1.rows.count } == 89)
    }

    @Test("Apple's own expectations of the global keys hold", arguments: ReferenceRows.globals.indices)
    func globals(index: Int) {
        let (dictionary, isRequiredLocally, isRequired) = ReferenceRows.globals[index]
        let security = security(dictionary)
        for (host, isLocal) in ReferenceRows.hosts {
            let expected = isLocal ? isRequiredLocally : isRequired
            #expect(security.demand(for: host).allowsPlainHTTP == !expected, "\(host) with \(dictionary)")
        }
    }

    @Test(
        "Forward secrecy decides about the suites",
        arguments: [
            (#"{}"#, false), (#"{"NSExceptionRequiresForwardSecrecy": false}"#, true),
            (#"{"NSExceptionRequiresForwardSecrecy": true}"#, false),
        ]
    )
    func suites(exception: String, hasRSA: Bool) {
        let security = security(#"{"NSExceptionDomains": {"a.example": \#(exception)}}"#)
        let suites = security.demand(for: "a.example").rules.suites
        #expect(suites.contains("TLS_RSA_WITH_AES_128_CBC_SHA") == hasRSA)
        #expect(suites.contains("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"))
    }

    @Test("Pins hold for the name, and one label below if subdomains are included")
    func pins() throws {
        let digest = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
        let security = security(
            """
            {"NSPinnedDomains": {
                "Example.com": {"NSIncludesSubdomains": true,
                    "NSPinnedLeafIdentities": [{"SPKI-SHA256-BASE64": "\(digest)"}]},
                "other.test": {"NSPinnedCAIdentities": []}}}
            """
        )
        let zeros = [UInt8](repeating: 0, count: 32)
        for host in ["example.com", "EXAMPLE.com", "example.com.", "a.example.com"] {
            #expect(security.demand(for: host).rules.leafPins == [zeros], "\(host)")
        }
        for host in ["a.b.example.com", "ample.com", "sub.other.test"] {
            #expect(security.demand(for: host).pins == nil, "\(host)")
        }
        #expect(security.demand(for: "other.test").rules.authorityPins == [])
        // A local host and one with an exception keep their pins in Jeton's own connections.
        #expect(security.rules(for: "example.com").leafPins == [zeros])
    }

    @Test("Jeton's own connections keep their defaults where App Transport Security demands nothing")
    func own() {
        let open = security(#"{"NSAllowsArbitraryLoads": true}"#)
        #expect(open.rules(for: "example.com") == TLSRules())
        #expect(security("{}").rules(for: "localhost") == TLSRules())
        let exception = #"{"NSExceptionDomains": {"a.example": {"NSExceptionMinimumTLSVersion": "TLSv1.3"}}}"#
        #expect(security(exception).rules(for: "a.example").minimumVersion == .tls13)
    }
}
