import JetonNetwork
import JetonOctets
import JetonX509
import TestRig
import Testing

@Suite("TLS connections")
struct TLSConnectionTests {
    private func client(_ rules: TLSRules = TLSRules()) async throws -> TLSClient {
        try await TLSClient(trust: TestAuthority.shared.value.trust, rules: rules)
    }

    @Test("Version, suite, group and certificate are what the server says", arguments: ["-tls1_2", "-tls1_3"])
    func facts(version: String) async throws {
        let server = try await OpenSSLServer(["-www", version, "-groups", "P-384"])
        let connection = try await server.connect(client())
        try connection.send("GET / HTTP/1.0\r\n\r\n")
        let page = try connection.rest()
        let facts = try connection.facts()
        #expect(facts.version == (version == "-tls1_2" ? .tls12 : .tls13))
        #expect(facts.suite.hasPrefix("TLS_"))
        #expect(facts.group == "secp384r1")
        let own = try await TestAuthority.shared.value.certificate("server")
        #expect(facts.peerCertificates == [own])
        #expect(!facts.isCertificateRequested && !facts.isClientAuthenticated)
        #expect(page.contains(version == "-tls1_2" ? "TLSv1.2" : "TLSv1.3"))
    }

    @Test("The channel bindings are those of RFC 5929 and RFC 9266")
    func bindings() async throws {
        let server = try await OpenSSLServer([
            "-tls1_3", "-keymatexport", "EXPORTER-Channel-Binding", "-keymatexportlen", "32",
        ])
        let connection = try await server.connect(client())
        try connection.send("hello\n")
        let output = try await server.output(containing: "hello")
        let exported = try Hex.encode(connection.export("EXPORTER-Channel-Binding", count: 32))
        #expect(output.lowercased().contains(exported.lowercased()))
        let own = try await TestAuthority.shared.value.certificate("server")
        #expect(connection.serverEndPoint == (try own.fingerprint(.sha256)))
    }

    @Test(
        "Only a host that the certificate names is trusted",
        arguments: [
            ("localhost", true), ("LocalHost", true), ("localhost.", true), ("127.0.0.1", true),
            ("a.example.test", true), ("example.test", false), ("a.b.example.test", false), ("127.0.0.2", false),
            ("localhos", false), ("xlocalhost", false),
        ]
    )
    func names(host: String, isNamed: Bool) async throws {
        let server = try await OpenSSLServer(["-www"])
        let client = try await client()
        if isNamed {
            _ = try server.connect(client, host: host)
        } else {
            let error = #expect(throws: NetworkError.self) { try server.connect(client, host: host) }
            #expect(error?.code == .certificateNotTrusted)
        }
    }

    @Test("A server is refused whose certificate is of an unknown authority, another host or no server's")
    func untrusted() async throws {
        let nobody = try TLSClient(trust: TLSTrust(TrustStore([Certificate]())))
        let server = try await OpenSSLServer(["-www"])
        #expect(throws: NetworkError(.certificateNotTrusted, "")) { try server.connect(nobody) }
        let client = try await client()
        // That a server was trusted a moment ago says nothing of other certificates.
        _ = try await OpenSSLServer(["-www"]).connect(client)
        for certificate in ["elsewhere", "client"] {
            let server = try await OpenSSLServer(["-www"], certificate: certificate)
            #expect(throws: NetworkError(.certificateNotTrusted, ""), "\(certificate)") { try server.connect(client) }
        }
    }

    @Test("A pinned key of the path is required")
    func pins() async throws {
        let server = try await OpenSSLServer(["-www"])
        let authority = try await TestAuthority.shared.value
        for (name, isInPath) in [("server", true), ("ca", true), ("client", false)] {
            var rules = TLSRules()
            rules.pins = [try HashAlgorithm.sha256.hash(authority.certificate(name).publicKey.derRepresentation)]
            let client = try await client(rules)
            if isInPath {
                _ = try server.connect(client)
            } else {
                #expect(throws: NetworkError(.certificateNotTrusted, "")) { try server.connect(client) }
            }
        }
    }

    @Test("Pins of the server's own key and of those above count at their place, and an empty list fits nothing")
    func placedPins() async throws {
        let server = try await OpenSSLServer(["-www"])
        let authority = try await TestAuthority.shared.value
        func pins(_ names: [String]) throws -> Set<[UInt8]> {
            Set(try names.map { try HashAlgorithm.sha256.hash(authority.certificate($0).publicKey.derRepresentation) })
        }
        let rows: [(leaf: [String]?, authority: [String]?, fits: Bool)] = [
            (["server"], nil, true), (["ca"], nil, false), ([], nil, false), (nil, ["ca"], true),
            (nil, ["server"], false), (nil, [], false), (["server"], ["ca"], true), (["server"], ["client"], false),
        ]
        for row in rows {
            var rules = TLSRules()
            rules.leafPins = try row.leaf.map(pins)
            rules.authorityPins = try row.authority.map(pins)
            let client = try await client(rules)
            if row.fits {
                _ = try server.connect(client)
            } else {
                #expect(throws: NetworkError(.certificateNotTrusted, ""), "\(row)") { try server.connect(client) }
            }
        }
    }

    @Test("An old version is spoken only where the rules say so", arguments: [TLSVersion.tls10, .tls11])
    func oldVersions(version: TLSVersion) async throws {
        let option = version == .tls10 ? "-tls1" : "-tls1_1"
        let server = try await OpenSSLServer(["-www", option, "-cipher", "ALL:@SECLEVEL=0"])
        var rules = TLSRules()
        rules.minimumVersion = version
        rules.suites = ["TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA"]
        #expect(try await server.connect(client(rules)).facts().version == version)
        let usual = try await client()
        #expect(throws: NetworkError.self) { try server.connect(usual) }
    }

    @Test("The versions and suites of the rules are the only ones")
    func suites() async throws {
        let server = try await OpenSSLServer(["-www"])
        var rules = TLSRules()
        for suite in ["TLS_AES_128_GCM_SHA256", "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384"] {
            rules.suites = [suite]
            let facts = try await server.connect(client(rules)).facts()
            #expect(facts.suite == suite)
            #expect(facts.version == (suite.contains("_WITH_") ? .tls12 : .tls13))
        }
        rules.suites = ["TLS_RSA_WITH_NOTHING"]
        await #expect(throws: NetworkError(.invalidRequest, "")) { _ = try await client(rules) }
        rules.suites = []
        rules.minimumVersion = .tls13
        let old = try await OpenSSLServer(["-www", "-tls1_2"])
        let strict = try await client(rules)
        let error = #expect(throws: NetworkError.self) { try old.connect(strict) }
        #expect(error?.code == .tlsRefused || error?.code == .tlsFailed)
        let ancient = try await OpenSSLServer(["-www", "-tls1_1", "-cipher", "ALL:@SECLEVEL=0"])
        let usual = try await client()
        #expect(throws: NetworkError.self) { try ancient.connect(usual) }
    }

    @Test("A server that hangs, never pauses, leaves or does not speak TLS is an error in time")
    func brokenServers() async throws {
        let client = try await client()
        let hanging = try LoopbackServer { peer, _ in peer.hang() }
        #expect(throws: NetworkError(.timedOut, "")) {
            try connectTLS(hanging.port, client, within: .milliseconds(200))
        }
        // Requests for another handshake, which a client may pass over (RFC 5246, 7.4.1.1).
        let busy = try LoopbackServer { peer, _ in
            let record: [UInt8] = [22, 3, 3, 0, 4, 0, 0, 0, 0]
            let records = Array([[UInt8]](repeating: record, count: 7000).joined())
            while peer.send(records) {}
        }
        #expect(throws: NetworkError(.timedOut, "")) {
            try connectTLS(busy.port, client, within: .milliseconds(200))
        }
        let leaving = try LoopbackServer { peer, _ in _ = peer.read() }
        #expect(throws: NetworkError(.connectionClosed, "")) { try connectTLS(leaving.port, client) }
        let talking = try LoopbackServer { peer, _ in
            _ = peer.read()
            peer.send("HTTP/1.1 400 Bad Request\r\n\r\n")
        }
        #expect(throws: NetworkError(.tlsFailed, "")) { try connectTLS(talking.port, client) }
    }

    @Test("A library that is missing is named")
    func missing() {
        let error = #expect(throws: NetworkError.self) { try TLSLibrary(path: "libssl-of-nobody.so.3") }
        #expect(error?.code == .tlsUnavailable)
        #expect(error?.context.contains("libssl-of-nobody.so.3") == true)
    }

    @Test("The longest exception that fits a host decides")
    func policy() {
        var policy = TLSPolicy()
        var strict = TLSRules()
        strict.minimumVersion = .tls13
        policy.exceptions = [
            TLSPolicy.Exception(host: "example.test", includesSubdomains: true, rules: strict),
            TLSPolicy.Exception(host: "Old.example.test", rules: TLSRules()),
        ]
        #expect(policy.rules(for: "example.test") == strict)
        #expect(policy.rules(for: "a.EXAMPLE.test") == strict)
        #expect(policy.rules(for: "old.example.test") == TLSRules())
        #expect(policy.rules(for: "x.old.example.test") == strict)
        #expect(policy.rules(for: "badexample.test") == TLSRules())
    }
}
