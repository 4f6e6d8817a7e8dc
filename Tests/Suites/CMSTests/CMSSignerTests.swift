import JetonASN1
import JetonCMS
import JetonX509
import SwiftASN1
import Testing

@testable import CertificateRig

@Suite("CMS signing")
struct CMSSignerTests {
    let openSSL: OpenSSL
    let content = Array("The quick brown fox\n".utf8)

    init() throws { openSSL = try OpenSSL() }

    private func signer(for key: SoftwareKey) throws -> CMSSigner {
        try openSSL.write(key.pem, "key.pem")
        try openSSL.run(
            "req",
            "-x509",
            "-key",
            "key.pem",
            "-subj",
            "/C=DE/O=Example/CN=Alice",
            "-days",
            "2",
            "-out",
            "cert.pem"
        )
        let certificate = try #require(try Certificate.parse(openSSL.read("cert.pem")).first)
        return CMSSigner(certificate: certificate)
    }

    @Test("OpenSSL verifies a detached signature by each algorithm", arguments: SignatureAlgorithm.testedPairs)
    func detached(kind: KeyKind, algorithm: SignatureAlgorithm) throws {
        let key = try SoftwareKey.make(kind)
        var signer = try signer(for: key)
        signer.algorithm = algorithm
        var source = MemorySource(content)
        let signature = try signer.signDetached(&source, key: key)
        _ = try SwiftASN1.DER.parse(signature)
        try openSSL.write(content, "data")
        try openSSL.write(signature, "data.p7s")
        try openSSL.run(
            "cms",
            "-verify",
            "-binary",
            "-inform",
            "DER",
            "-in",
            "data.p7s",
            "-content",
            "data",
            "-CAfile",
            "cert.pem",
            "-purpose",
            "any",
            "-cades",
            "-out",
            "out"
        )
        #expect(try openSSL.read("out") == content)
    }

    @Test("OpenSSL verifies an Ed25519 signature over the attributes")
    func ed25519() throws {
        // OpenSSL 3.0 has no Ed25519 in CMS ("invalid digest"), so the signature is taken out and checked alone.
        let key = try SoftwareKey.make(.ed25519)
        let signer = try signer(for: key)
        var source = MemorySource(content)
        let parts = try SignerParts(signer.signDetached(&source, key: key))
        try openSSL.write(parts.signedOctets, "attributes")
        try openSSL.write(parts.signature, "signature")
        let outcome = try openSSL.run(
            "pkeyutl",
            "-verify",
            "-rawin",
            "-inkey",
            "key.pem",
            "-in",
            "attributes",
            "-sigfile",
            "signature"
        )
        #expect(outcome.text.contains("Verified Successfully"))
        let digest = try HashAlgorithm.sha512.hash(content)
        #expect(parts.signedOctets.firstRange(of: digest) != nil)
    }

    @Test(
        "OpenSSL verifies attached content, with known and unknown size, on both sides of the limit for buffering",
        arguments: KeyKind.allCases,
        [0, 20, 1 << 20, 3_000_000]
    )
    func attached(kind: KeyKind, size: Int) throws {
        let key = try SoftwareKey.make(kind)
        let signer = try signer(for: key)
        let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        for known in [UInt64(size), nil] {
            var source = MemorySource(content)
            var sink = MemorySink()
            try signer.signAttached(&source, size: known, to: &sink, key: key)
            let isDER = size <= 1 << 20 || (known != nil && (kind == .rsa || kind == .ed25519))
            if isDER {
                #expect(throws: Never.self) { try SwiftASN1.DER.parse(sink.octets) }
            } else {
                #expect(throws: (any Error).self) { try SwiftASN1.DER.parse(sink.octets) }
            }
            // OpenSSL 3.0 has no Ed25519 in CMS; the reader of this module is asked instead elsewhere.
            guard kind != .ed25519 else { continue }
            try openSSL.write(sink.octets, "data.p7m")
            try openSSL.run(
                "cms",
                "-verify",
                "-binary",
                "-inform",
                "DER",
                "-in",
                "data.p7m",
                "-CAfile",
                "cert.pem",
                "-purpose",
                "any",
                "-out",
                "out"
            )
            #expect(try openSSL.read("out") == content)
        }
    }

    @Test("The chain in the message lets OpenSSL and our verifier go from the root alone")
    func chain() throws {
        let pki = try TestPKI(openSSL)
        let key = try SoftwareKey.make(.p384)
        try openSSL.write(key.pem, "alice.key")
        let alice = try pki.certify("alice")
        let signer = CMSSigner(certificate: alice, additionalCertificates: [pki.intermediate, alice, pki.intermediate])
        var source = MemorySource(content)
        let signature = try signer.signDetached(&source, key: key)
        try openSSL.write(content, "data")
        try openSSL.write(signature, "data.p7s")
        try openSSL.run(
            "cms",
            "-verify",
            "-binary",
            "-inform",
            "DER",
            "-in",
            "data.p7s",
            "-content",
            "data",
            "-CAfile",
            "root.pem",
            "-out",
            "out"
        )
        source = MemorySource(content)
        let report = try CMSVerifier(trust: TrustStore([pki.root])).verifyDetached(
            MemorySource(signature),
            content: &source
        )
        #expect(report.isValid)
        #expect(
            report.certificates
                == [alice, pki.intermediate].sorted { first, second in
                    first.derRepresentation.lexicographicallyPrecedes(second.derRepresentation)
                }
        )
        #expect(report.signers[0].contentHash == .sha384)
    }

    @Test("What is signed in every form is verified by our own reader", arguments: KeyKind.allCases, [0, 3_000_000])
    func ownReader(kind: KeyKind, size: Int) throws {
        let key = try SoftwareKey.make(kind)
        let signer = try signer(for: key)
        let verifier = CMSVerifier(trust: TrustStore([signer.certificate]))
        let content = [UInt8](repeating: 0x5A, count: size)
        for algorithm in key.algorithms {
            var chosen = signer
            chosen.algorithm = algorithm
            var source = MemorySource(content)
            let signature = try chosen.signDetached(&source, key: key)
            source = MemorySource(content)
            let report = try verifier.verifyDetached(MemorySource(signature), content: &source)
            #expect(report.isValid, "\(report.signers.flatMap(\.failures))")
            #expect(report.signers[0].signingTime == signer.signingTime)
        }
        for known in [UInt64(size), nil] {
            var source = MemorySource(content)
            var sink = MemorySink()
            try signer.signAttached(&source, size: known, to: &sink, key: key)
            var out = MemorySink()
            #expect(try verifier.verifyAttached(MemorySource(sink.octets), content: &out).isValid)
            #expect(out.octets == content)
        }
    }

    @Test("A wrong size is an error", arguments: [20, 3_000_000])
    func wrongSize(size: Int) throws {
        let key = try SoftwareKey.make(.rsa)
        let signer = try signer(for: key)
        for wrong in [size - 1, size + 1] {
            var source = MemorySource([UInt8](repeating: 7, count: size))
            var sink = MemorySink()
            #expect(throws: DocumentError(.contentSizeMismatch, "")) {
                try signer.signAttached(&source, size: UInt64(wrong), to: &sink, key: key)
            }
        }
    }

    @Test("A certificate for another key is refused")
    func otherKey() throws {
        let signer = try signer(for: SoftwareKey.make(.p256))
        let key = try SoftwareKey.make(.p256)
        #expect(throws: DocumentError(.certificateMismatch, "")) {
            try signer.signDetached(contentDigest: try HashAlgorithm.sha256.hash([]), key: key)
        }
    }

    @Test("A key that returns a wrong signature is caught before anything is written", arguments: KeyKind.allCases)
    func lyingKey(kind: KeyKind) throws {
        let key = try SoftwareKey.make(kind)
        let signer = try signer(for: key)
        let digest = try signer.algorithm(for: key).contentHash.hash(content)
        #expect(throws: DocumentError(.signatureMismatch, "")) {
            try signer.signDetached(contentDigest: digest, key: LyingKey(honest: key))
        }
    }
}
