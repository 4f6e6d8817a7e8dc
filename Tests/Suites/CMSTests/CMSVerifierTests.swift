import JetonASN1
import JetonCMS
import JetonX509
import Testing

@testable import CertificateRig

@Suite("CMS verification of OpenSSL's messages")
struct CMSVerifierTests {
    let openSSL: OpenSSL
    let pki: TestPKI
    let content = Array("line 1\r\nline 2\n".utf8)

    init() throws {
        openSSL = try OpenSSL()
        pki = try TestPKI(openSSL)
        try openSSL.write(content, "data")
    }

    /// Signs `data` with OpenSSL; DER and detached unless the options say otherwise.
    private func sign(_ name: String, _ options: String...) throws -> [UInt8] {
        let arguments =
            [
                "cms", "-sign", "-binary", "-in", "data", "-signer", "\(name).pem", "-inkey", "\(name).key", "-out",
                "out",
            ]
            + (options.contains("-outform") ? [] : ["-outform", "DER"]) + options
        let outcome = try openSSL.attempt(arguments)
        guard outcome.status == 0 else { throw OpenSSL.Failure(arguments: arguments, outcome: outcome) }
        return try openSSL.read("out")
    }

    private func verify(_ message: [UInt8], content: [UInt8]? = nil) throws -> CMSReport {
        var source = MemorySource(content ?? self.content)
        return try pki.verifier.verifyDetached(MemorySource(message), content: &source)
    }

    static let variants: [(KeyKind, [String])] =
        [KeyKind.rsa, .p256, .p384, .p521].flatMap { kind in
            ["sha256", "sha384", "sha512"].map { (kind, ["-md", $0]) }
        } + [
            (.rsa, ["-keyopt", "rsa_padding_mode:pss"]),
            (.rsa, ["-keyopt", "rsa_padding_mode:pss", "-keyopt", "rsa_pss_saltlen:digest", "-md", "sha512"]),
            (.rsa, ["-keyopt", "rsa_padding_mode:pss", "-keyopt", "rsa_pss_saltlen:0"]),
            (.rsa, ["-keyopt", "rsa_padding_mode:pss", "-keyopt", "rsa_mgf1_md:sha1", "-md", "sha256"]),
            (.rsa, ["-noattr"]), (.p256, ["-noattr"]), (.rsa, ["-noattr", "-keyopt", "rsa_padding_mode:pss"]),
            (.p256, ["-keyid"]), (.rsa, ["-cades"]), (.p256, ["-cades"]), (.rsa, ["-nosmimecap"]),
            (.rsa, ["-outform", "PEM"]), (.p256, ["-certfile", "sub.pem"]),
        ]

    @Test("A detached signature is valid, and fails over other content", arguments: variants)
    func detached(kind: KeyKind, options: [String]) throws {
        try pki.entity("alice", kind, extensions: skiExtensions())
        let arguments =
            ["cms", "-sign", "-binary", "-in", "data", "-signer", "alice.pem", "-inkey", "alice.key", "-out", "out"]
            + (options.contains("-outform") ? [] : ["-outform", "DER"]) + options
        let outcome = try openSSL.attempt(arguments)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let message = try openSSL.read("out")
        let report = try verify(message)
        #expect(report.isValid, "\(report.signers.flatMap(\.failures))")
        #expect(report.signers.count == 1)
        #expect(report.signers[0].certificate?.subject.description == "CN=alice,C=DE")
        #expect(report.signers[0].certificatePath.map { $0.subject.commonName } == ["alice", "Sub", "Root"])
        if !options.contains("-noattr") { #expect(report.signers[0].signingTime != nil) }

        let other = try verify(message, content: content + [0x20])
        #expect(!other.isIntact)
        let check: VerificationFinding.Check = options.contains("-noattr") ? .signature : .messageDigest
        #expect(other.signers[0].failures.map(\.check) == [check])
    }

    private func skiExtensions() throws -> String {
        try openSSL.write(
            "basicConstraints=CA:FALSE\nsubjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\n",
            "ski.ext"
        )
    }

    @Test(
        "An attached message is valid, and its content comes out",
        arguments: [KeyKind.rsa, .p256],
        [["-nodetach"], ["-nodetach", "-stream"], ["-nodetach", "-outform", "PEM"], ["-nodetach", "-noattr"]]
    )
    func attached(kind: KeyKind, options: [String]) throws {
        try pki.entity("alice", kind)
        let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 * 7 >> 2) }
        try openSSL.write(content, "data")
        let arguments =
            ["cms", "-sign", "-binary", "-in", "data", "-signer", "alice.pem", "-inkey", "alice.key", "-out", "out"]
            + (options.contains("-outform") ? [] : ["-outform", "DER"]) + options
        let outcome = try openSSL.attempt(arguments)
        #expect(outcome.status == 0, "\(outcome.errors)")
        var sink = MemorySink()
        let report = try pki.verifier.verifyAttached(MemorySource(openSSL.read("out")), content: &sink)
        #expect(report.isValid, "\(report.signers.flatMap(\.failures))")
        #expect(sink.octets == content)
        #expect(report.contentSize == 300_000)
    }

    @Test("Each of two signers has an answer of its own")
    func twoSigners() throws {
        try pki.entity("alice", .rsa)
        try pki.entity("bob", .p256)
        _ = try sign("alice", "-signer", "bob.pem", "-inkey", "bob.key", "-md", "sha384")
        let message = try openSSL.read("out")
        let report = try verify(message)
        #expect(report.isValid && report.signers.count == 2)
        #expect(Set(report.signers.map { $0.certificate?.subject.commonName }) == ["alice", "bob"])

        // The signature of the last signer ends the message.
        var damaged = message
        damaged[damaged.count - 1] ^= 1
        let other = try verify(damaged)
        #expect(other.signers.map(\.isValid) == [true, false])
        #expect(!other.isValid && !other.isIntact)
        #expect(other.signers[1].failures.map(\.check) == [.signature])
    }

    @Test("A certificate that is not in the message may be given, and is missed if it is not")
    func withoutCertificates() throws {
        let alice = try pki.entity("alice", .p256)
        let message = try sign("alice", "-nocerts")
        let report = try verify(message)
        #expect(report.signers[0].failures.map(\.check) == [.signerCertificate])
        #expect(!report.isIntact && !report.isValid)
        var source = MemorySource(content)
        let verifier = CMSVerifier(trust: TrustStore([pki.root]), certificates: [pki.intermediate, alice])
        #expect(try verifier.verifyDetached(MemorySource(message), content: &source).isValid)
    }

    @Test("Without anchors a signature is intact and not trusted")
    func withoutAnchors() throws {
        try pki.entity("alice", .p256)
        let message = try sign("alice")
        var source = MemorySource(content)
        let report = try CMSVerifier().verifyDetached(MemorySource(message), content: &source)
        #expect(report.isIntact && !report.isValid && !report.signers[0].isTrusted)
        let reasons = report.signers[0].failures
        #expect(reasons.map(\.check) == [.certificatePath])
        #expect(reasons.map(\.reason) == [.issuerUnknown])
    }

    @Test("SHA-1 is computed and called weak")
    func weakHash() throws {
        try pki.entity("alice", .rsa)
        let report = try verify(sign("alice", "-md", "sha1"))
        #expect(report.signers[0].failures.map(\.check) == [.algorithmStrength])
        #expect(!report.isValid)
    }

    @Test("A certificate that is not for signatures is refused")
    func keyUsage() throws {
        try openSSL.write("keyUsage=critical,keyEncipherment\n", "ke.ext")
        try pki.entity("alice", .rsa, extensions: "ke.ext")
        let report = try verify(sign("alice"))
        #expect(report.isIntact && !report.isValid)
        #expect(report.signers[0].failures.map(\.check) == [.keyUsage])
    }

    @Test("A message of another placement or type is an error that says so")
    func placement() throws {
        try pki.entity("alice", .p256)
        let attached = try sign("alice", "-nodetach")
        #expect(throws: DocumentError(.contentPlacement, "")) { try verify(attached) }
        let detached = try sign("alice")
        #expect(throws: DocumentError(.contentPlacement, "")) {
            try pki.verifier.verifyAttached(MemorySource(detached))
        }
        try openSSL.run("cms", "-data_create", "-in", "data", "-outform", "DER", "-out", "out")
        #expect(throws: DocumentError(.malformed, "")) { try verify(openSSL.read("out")) }
        #expect(throws: DocumentError(.malformedPEM, "")) { try verify(openSSL.read("alice.pem")) }
        #expect(throws: DocumentError(.malformed, "")) { try verify([]) }
        #expect(throws: DocumentError(.malformedPEM, "")) { try verify(Array("hello\n".utf8)) }
        #expect(throws: DocumentError(.malformed, "")) { try verify(detached + [0]) }
    }
}
