import JetonNetwork
import TestRig
import Testing
import TransportPolicy

@Suite("App Transport Security: the smallest exception, by handshakes with real servers")
struct TransportDiagnosisTests {
    /// A server and what it needs.
    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        var arguments: [String] = []
        var certificate = "good"
        var priority: String?
        /// The smallest set; nil if nothing helps.
        var smallest: ExceptionSet?
        /// Rows of nscurl that pass, by their numbers from 1.
        var passing: Set<Int> = []
        var testDescription: String { name }
    }

    private static let weak = ["-cipher", "ALL:COMPLEMENTOFALL:@SECLEVEL=0"]
    private static let all = Set(1...16)

    static let rows: [Row] = [
        Row(name: "TLS 1.2 and 1.3", smallest: ExceptionSet(), passing: all),
        Row(
            name: "TLS 1.2",
            arguments: ["-tls1_2"],
            smallest: ExceptionSet(),
            passing: all.subtracting([3, 9, 13])
        ),
        Row(
            name: "TLS 1.1",
            arguments: ["-tls1_1"] + weak,
            smallest: ExceptionSet(.tls11),
            passing: [2, 5, 6, 11, 12, 15, 16]
        ),
        Row(
            name: "TLS 1.0",
            arguments: ["-tls1"] + weak,
            smallest: ExceptionSet(.tls10),
            passing: [2, 6, 12, 16]
        ),
        Row(
            name: "no forward secrecy",
            arguments: ["-tls1_2", "-cipher", "AES128-SHA:@SECLEVEL=0"],
            smallest: ExceptionSet(nil, disablesForwardSecrecy: true),
            passing: [2, 7, 8, 10, 11, 12, 14, 15, 16]
        ),
        Row(
            name: "no forward secrecy, TLS 1.0",
            arguments: ["-tls1", "-cipher", "AES128-SHA:@SECLEVEL=0"],
            smallest: ExceptionSet(.tls10, disablesForwardSecrecy: true),
            passing: [2, 12, 16]
        ),
        Row(name: "DHE only", arguments: ["-tls1_2", "-cipher", "DHE-RSA-AES128-GCM-SHA256"]),
        Row(name: "CBC with SHA-2 only", arguments: ["-tls1_2", "-cipher", "ECDHE-RSA-AES256-SHA384"]),
        Row(
            name: "brainpool only",
            arguments: ["-tls1_2", "-groups", "brainpoolP256r1", "-cipher", "ECDHE-RSA-AES128-GCM-SHA256"]
        ),
        Row(name: "RSA key of 1024 bits", arguments: weak, certificate: "short"),
        Row(name: "SHA-1 in the certificate", arguments: weak, certificate: "sha1"),
        Row(name: "valid for 900 days", certificate: "long"),
        Row(
            name: "RC4 only",
            priority: "NONE:+VERS-TLS1.2:+ARCFOUR-128:+SHA1:+RSA:+SIGN-ALL:+COMP-NULL:+CTYPE-ALL:%COMPAT"
        ),
        Row(
            name: "3DES only",
            priority: "NONE:+VERS-TLS1.2:+3DES-CBC:+SHA1:+RSA:+SIGN-ALL:+COMP-NULL:+CTYPE-ALL:%COMPAT"
        ),
    ]

    private func start(_ row: Row) async throws -> WeakServer {
        if let priority = row.priority { return try await WeakServer(gnutlsPriority: priority) }
        return try await WeakServer(row.arguments, certificate: row.certificate)
    }

    private func diagnose(_ row: Row) async throws -> TransportDiagnosis {
        let server = try await start(row)
        let client = try await server.client()
        let url = try server.url
        // The thread holds the server, which must outlive it.
        return try await onOwnThread {
            defer { withExtendedLifetime(server) {} }
            var diagnostician = TransportDiagnostician(client: client, url: url, hasSystemTrust: false)
            return try diagnostician.run()
        }
    }

    @Test("The proposed set passes, and every stricter one fails", arguments: rows)
    func smallest(row: Row) async throws {
        let diagnosis = try await diagnose(row)
        #expect(diagnosis.smallest == row.smallest)
        let passing = Set(diagnosis.rows.enumerated().filter { $0.element.attempt.passes }.map { $0.offset + 1 })
        #expect(passing == row.passing)
        #expect(diagnosis.rows.count == 16)
        for trial in diagnosis.refuted { #expect(!trial.attempt.passes, "\(trial.set.words)") }
        if let smallest = row.smallest {
            let stricter = ExceptionSet.candidates.filter { $0.isStricter(than: smallest) }
            #expect(Set(diagnosis.refuted.map(\.set)) == Set(stricter))
        }
        // What is advised is empty exactly if nothing is wrong.
        #expect(diagnosis.advice.isEmpty == (row.smallest?.isEmpty ?? false))
        // The fragment, read again, demands what was proven.
        if let set = diagnosis.smallest {
            let lines = ["<key>NSAppTransportSecurity</key>"] + set.dictionary(for: WeakServer.host).infoPlistLines()
            let file = TransportPolicyFile(Array(lines.joined(separator: "\n").utf8))
            #expect(file.findings.isEmpty)
            let proven = set.security(for: WeakServer.host).demand(for: WeakServer.host)
            #expect(file.security.demand(for: WeakServer.host).rules == proven.rules)
        }
    }

    @Test("A server whose certificate has a key of P-192 is told that, although the handshake ends before")
    func shortCurve() async throws {
        let row = Row(name: "P-192", arguments: ["-cipher", "ALL:@SECLEVEL=0"], certificate: "p192")
        let diagnosis = try await diagnose(row)
        #expect(diagnosis.smallest == nil)
        let problems = diagnosis.advice.map(\.problem)
        #expect(problems.contains { $0.contains("192 bits") && $0.contains("256") }, "\(problems)")
    }

    @Test(
        "The prober sees what libssl can't talk to",
        arguments: [
            (Row(name: "RC4", priority: rows[12].priority), CipherSuiteClass.rc4),
            (Row(name: "3DES", priority: rows[13].priority), .tripleDES),
            (rows[6], .finiteField), (rows[7], .documentedOnly), (rows[4], .rsaKeyExchange), (rows[1], .forwardSecrecy),
        ]
    )
    func probes(row: Row, kind: CipherSuiteClass) async throws {
        let server = try await start(row)
        let prober = HelloProber(client: try await server.client(), url: try server.url)
        let capabilities = try await onOwnThread {
            defer { withExtendedLifetime(server) {} }
            return try prober.capabilities()
        }
        let answer = try #require(capabilities.suites[kind])
        #expect(answer.certificates.count == 1)
        #expect(capabilities.newestVersion == 0x0303)
        if kind == .finiteField { #expect(try #require(answer.primeBits) >= 2048) }
        if row.name != "TLS 1.2" { #expect(capabilities.suites.count == 1) }
    }

    @Test("Requests obey a policy")
    func enforced() async throws {
        let server = try await WeakServer(["-tls1_2"])
        var settings = HTTPClient.Settings(trust: try await ServerCertificates.shared.value.trust)
        settings.resolver = LoopbackResolver()
        let url = try server.url
        for (version, passes) in [("TLSv1.2", true), ("TLSv1.3", false)] {
            let text =
                #"{"NSExceptionDomains": {"\#(WeakServer.host)": {"NSExceptionMinimumTLSVersion": "\#(version)"}}}"#
            settings.policy = TransportPolicyFile(Array(text.utf8)).security
            let client = HTTPClient(settings)
            let status = try? await onOwnThread {
                try client.perform(HTTPRequest(url)) { _ throws(NetworkError) in }.status
            }
            #expect((status == 200) == passes, "\(version)")
        }
        withExtendedLifetime(server) {}
    }

    @Test("A server with a name of the local network needs nothing, since nothing is demanded of it")
    func local() {
        #expect(ExceptionSet().security(for: "printer.local").demand(for: "printer.local").reason == .localNetwork)
    }

    @Test("nscurl's layout names the rows in its order, with dictionaries and errors")
    func nscurl() async throws {
        let diagnosis = try await diagnose(Self.rows[3])
        let lines = NscurlReport(diagnosis, isVerbose: true).lines
        #expect(lines.filter { $0 == "Result : PASS" }.count == 4)
        #expect(lines.filter { $0 == "Result : FAIL" }.count == 12)
        #expect(lines.filter { $0.hasPrefix("Error : ") }.count == 12)
        let text = lines.joined(separator: "\n")
        let dictionary = """
            TLSv1.0 with PFS disabled
            ATS Dictionary:
            {
                NSExceptionDomains =     {
                    "server.example.test" =         {
                        NSExceptionMinimumTLSVersion = "TLSv1.0";
                        NSExceptionRequiresForwardSecrecy = false;
                    };
                };
            }
            Result : PASS
            ---
            """
        #expect(text.contains(dictionary))
        let short = NscurlReport(diagnosis, isVerbose: false).lines.joined(separator: "\n")
        #expect(short.contains("---\nAllow All Loads\nResult : PASS\n---"))
    }
}
