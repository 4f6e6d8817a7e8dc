import JetonNetwork
import JetonX509
import TestRig
import Testing

@Suite("Certificates of servers and of authorities above them")
struct ServerRoleTests {
    /// Extensions of a chain, in the words of openssl; empty for none.
    struct Chain: Sendable {
        /// extendedKeyUsage of the authority between the root and the server.
        var authority = ""
        /// extendedKeyUsage of the server.
        var server = "serverAuth"
        /// keyUsage of the server.
        var keyUsage = ""
        /// Cipher suites that are offered.
        var suites: [String] = []
        let isTrusted: Bool
        /// What `openssl verify -purpose sslserver` says, where it looks less closely.
        var openSSL: Bool?
    }

    /// A root, which may have an extendedKeyUsage, an authority and a server below it.
    private func certificates(_ chain: Chain, root: String = "") async throws -> TemporaryDirectory {
        let directory = try TemporaryDirectory()
        func extensions(_ lines: [String: String]) -> String {
            lines.filter { !$0.value.isEmpty }.map { "\($0.key)=\($0.value)\n" }.sorted().joined()
        }
        let authority = ["basicConstraints": "critical,CA:TRUE", "keyUsage": "critical,keyCertSign"]
        try directory.write(extensions(authority.merging(["extendedKeyUsage": root]) { $1 }), to: "root.ext")
        try directory.write(extensions(authority.merging(["extendedKeyUsage": chain.authority]) { $1 }), to: "sub.ext")
        let server = [
            "subjectAltName": "DNS:localhost", "extendedKeyUsage": chain.server, "keyUsage": chain.keyUsage,
        ]
        try directory.write(extensions(server), to: "server.ext")
        let output = try await ChildProcess.run(
            ["sh", "-ec", ServerRoleTests.script],
            workingDirectory: directory.path
        )
        try #require(output.exitStatus == 0, "\(output.errorText)")
        return directory
    }

    private static let script = """
        make() {
            openssl req -newkey rsa:2048 -nodes -keyout $1.key -out $1.csr -subj "/CN=$1"
            openssl x509 -req -in $1.csr -days 2 -extfile $1.ext -out $1.pem $2
        }
        make root "-signkey root.key"
        make sub "-CA root.pem -CAkey root.key"
        make server "-CA sub.pem -CAkey sub.key"
        """

    private func hold(_ chain: Chain, root: String = "") async throws {
        let directory = try await certificates(chain, root: root)
        let server = try await OpenSSLServer(
            ["-www", "-cert_chain", "\(directory.path)/sub.pem", "-cipher", "ALL"],
            certificate: "\(directory.path)/server",
            directory: directory
        )
        var rules = TLSRules()
        rules.suites = chain.suites
        let trust = TLSTrust(TrustStore(try Certificate.parse(directory.read("root.pem"))))
        let client = try TLSClient(trust: trust, rules: rules)
        let error: NetworkError?
        do throws(NetworkError) {
            _ = try server.connect(client)
            error = nil
        } catch let thrown {
            error = thrown
        }
        #expect(error?.code == (chain.isTrusted ? nil : .certificateNotTrusted), "\(chain): \(error as Any)")
        let peer = try await ChildProcess.run(
            [
                "openssl", "verify", "-purpose", "sslserver", "-CAfile", "root.pem", "-untrusted", "sub.pem",
                "server.pem",
            ],
            workingDirectory: directory.path
        )
        #expect((peer.exitStatus == 0) == (chain.openSSL ?? chain.isTrusted), "\(chain): \(peer.errorText)")
    }

    @Test(
        "Only an authority for servers vouches for a server",
        arguments: [
            Chain(isTrusted: true), Chain(authority: "serverAuth", isTrusted: true),
            Chain(authority: "clientAuth,serverAuth", isTrusted: true),
            Chain(authority: "clientAuth", isTrusted: false),
            Chain(authority: "emailProtection,clientAuth", isTrusted: false),
            Chain(authority: "emailProtection", isTrusted: false), Chain(authority: "OCSPSigning", isTrusted: false),
        ]
    )
    func authorities(chain: Chain) async throws { try await hold(chain) }

    @Test("A root for clients alone vouches for no server", arguments: [("clientAuth", false), ("serverAuth", true)])
    func roots(usage: String, isTrusted: Bool) async throws {
        try await hold(Chain(isTrusted: isTrusted), root: usage)
    }

    @Test(
        "A server's certificate names its role, and its key may make signatures",
        arguments: [
            Chain(server: "", isTrusted: true), Chain(server: "clientAuth", isTrusted: false),
            Chain(server: "anyExtendedKeyUsage", isTrusted: false),
            Chain(keyUsage: "digitalSignature", isTrusted: true),
            Chain(keyUsage: "digitalSignature,keyEncipherment", isTrusted: true),
            Chain(keyUsage: "critical,keyCertSign", isTrusted: false),
            Chain(keyUsage: "keyEncipherment", isTrusted: false, openSSL: true),
            Chain(keyUsage: "keyAgreement", isTrusted: false, openSSL: true),
            Chain(keyUsage: "keyEncipherment", suites: ["TLS_RSA_WITH_AES_128_GCM_SHA256"], isTrusted: true),
        ]
    )
    func servers(chain: Chain) async throws { try await hold(chain) }

    @Test("A server that sends more certificates than are read is refused, and the reason has their number")
    func manyCertificates() async throws {
        let directory = try await certificates(Chain(isTrusted: false))
        let one = String(decoding: try directory.read("sub.pem"), as: UTF8.self)
        try directory.write(String(repeating: one, count: 40), to: "many.pem")
        let server = try await OpenSSLServer(
            ["-www", "-cert_chain", "\(directory.path)/many.pem"],
            certificate: "\(directory.path)/server",
            directory: directory
        )
        let trust = TLSTrust(TrustStore(try Certificate.parse(directory.read("root.pem"))))
        let client = try TLSClient(trust: trust)
        let error = #expect(throws: NetworkError.self) { try server.connect(client) }
        #expect(error?.code == .certificateNotTrusted)
        #expect(error?.context.contains("41 certificates") == true, "\(error as Any)")
    }

    @Test("A server is told its name without a dot at its end", arguments: ["localhost", "localhost."])
    func indication(host: String) async throws {
        let server = try await OpenSSLServer([
            "-www", "-servername", "localhost", "-servername_fatal", "-cert2", "server.pem", "-key2", "server.key",
        ])
        let client = try await TLSClient(trust: TestAuthority.shared.value.trust)
        _ = try server.connect(client, host: host)
        // It takes no other name.
        let error = #expect(throws: NetworkError.self) { try server.connect(client, host: "a.example.test") }
        #expect(error?.code == .tlsRefused)
    }
}
