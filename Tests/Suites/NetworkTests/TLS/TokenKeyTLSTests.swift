import JetonNetwork
import JetonOctets
import JetonX509
import TestRig
import Testing

@Suite("TLS client certificates whose keys lie on a token")
struct TokenKeyTLSTests {
    private static let versions: [TLSVersion] = [.tls12, .tls13]

    private func client(_ kind: TokenKeyKind, _ version: TLSVersion? = nil) async throws -> TLSClient {
        var rules = TLSRules()
        if let version {
            rules.minimumVersion = version
            rules.maximumVersion = version
        }
        return try await TLSClient(
            trust: TestAuthority.shared.value.trust,
            rules: rules,
            identity: TokenIdentities.shared.get().identity(kind)
        )
    }

    @Test("A server of OpenSSL accepts the certificate", arguments: TokenKeyKind.allCases, versions)
    func handshake(kind: TokenKeyKind, version: TLSVersion) async throws {
        let clients = try TokenIdentities.shared.get().file
        let server = try await OpenSSLServer(["-www", "-Verify", "1", "-verify_return_error", "-CAfile", clients])
        let connection = try await server.connect(client(kind, version))
        try connection.send("GET / HTTP/1.0\r\n\r\n")
        let page = try connection.rest()
        #expect(page.contains("Client certificate"))
        #expect(page.contains("token-\(kind)"))
        let facts = try connection.facts()
        #expect(facts.version == version)
        #expect(facts.isCertificateRequested)
        #expect(facts.isClientAuthenticated)
        #expect(Set(facts.authorities.map(\.description)).contains("CN=token-\(kind)"))
    }

    @Test(
        "RSA signs with PKCS #1 and with PSS in TLS 1.2, as the server wants",
        arguments: ["RSA+SHA256", "RSA-PSS+SHA384"]
    )
    func paddings(algorithm: String) async throws {
        let clients = try TokenIdentities.shared.get().file
        let server = try await OpenSSLServer([
            "-www", "-Verify", "1", "-verify_return_error", "-CAfile", clients, "-client_sigalgs", algorithm,
        ])
        let connection = try await server.connect(client(.rsa, .tls12))
        try connection.send("GET / HTTP/1.0\r\n\r\n")
        #expect(try connection.rest().contains("token-rsa"))
    }

    @Test("A server of TLS 1.3 may ask for the certificate later", arguments: TokenKeyKind.allCases)
    func postHandshake(kind: TokenKeyKind) async throws {
        let clients = try TokenIdentities.shared.get().file
        let server = try await OpenSSLServer(["-tls1_3", "-CAfile", clients])
        let connection = try await server.connect(client(kind))
        try connection.send("hello\n")
        _ = try await server.output(containing: "hello")
        #expect(try !connection.facts().isCertificateRequested)
        try server.read(after: "c", from: connection)
        let facts = try connection.facts()
        #expect(facts.isCertificateRequested)
        #expect(facts.isClientAuthenticated)
        try await server.hasVerified("token-\(kind)")
    }

    @Test("Without a certificate the server refuses", arguments: versions)
    func none(version: TLSVersion) async throws {
        var rules = TLSRules()
        rules.maximumVersion = version
        let server = try await OpenSSLServer(["-www", "-Verify", "1", "-verify_return_error"])
        let client = try await TLSClient(trust: TestAuthority.shared.value.trust, rules: rules)
        let error = #expect(throws: NetworkError.self) {
            // TLS 1.3 shows it with the first read.
            let connection = try server.connect(client)
            try connection.send("GET / HTTP/1.0\r\n\r\n")
            _ = try connection.rest()
        }
        #expect(error?.code == .tlsRefused, "\(error.map { "\($0)" } ?? "")")
    }

    @Test("What the key's owner throws comes back")
    func refusal() async throws {
        let key = RefusingKey(publicKey: try TokenIdentities.shared.get().identity(.p256).certificates[0].publicKey)
        let identity = try TLSIdentity(
            key: key,
            certificates: TokenIdentities.shared.get().identity(.p256).certificates
        )
        let client = try await TLSClient(trust: TestAuthority.shared.value.trust, identity: identity)
        let server = try await OpenSSLServer(["-www", "-Verify", "1"])
        let error = #expect(throws: NetworkError.self) { try server.connect(client) }
        #expect(error?.code == .keyFailed)
        #expect(error?.underlying is RefusingKey.Refusal)
    }

    @Test("A signature that does not fit the key is not sent")
    func wrongSignature() async throws {
        let right = try TokenIdentities.shared.get().identity(.p256).certificates
        let key = LyingKey(publicKey: right[0].publicKey)
        let client = try await TLSClient(
            trust: TestAuthority.shared.value.trust,
            identity: TLSIdentity(key: key, certificates: right)
        )
        let server = try await OpenSSLServer(["-www", "-Verify", "1"])
        let error = #expect(throws: NetworkError.self) { try server.connect(client) }
        #expect((error?.underlying as? DocumentError)?.code == .signatureMismatch)
    }

    @Test("A certificate for another key is refused before any connection")
    func mismatch() throws {
        let identities = try TokenIdentities.shared.get()
        let key = RefusingKey(publicKey: try identities.identity(.p256).certificates[0].publicKey)
        #expect(throws: NetworkError(.invalidRequest, "")) {
            try TLSIdentity(key: key, certificates: identities.identity(.p384).certificates)
        }
    }
}

/// A key whose token refuses.
private struct RefusingKey: SigningKey {
    struct Refusal: Error {}

    let publicKey: PublicKey
    var algorithms: [SignatureAlgorithm] { [.ecdsa(.sha256)] }

    func sign(_ input: [UInt8], algorithm: SignatureAlgorithm) throws -> [UInt8] { throw Refusal() }
}

/// A key that returns a signature of something else.
private struct LyingKey: SigningKey {
    let publicKey: PublicKey
    var algorithms: [SignatureAlgorithm] { [.ecdsa(.sha256)] }

    func sign(_ input: [UInt8], algorithm: SignatureAlgorithm) throws -> [UInt8] {
        [0x30, 0x06, 0x02, 0x01, 0x05, 0x02, 0x01, 0x07]
    }
}
