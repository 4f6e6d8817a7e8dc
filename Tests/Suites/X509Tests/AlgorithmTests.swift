import Foundation
import JetonASN1
import Testing

@testable import CertificateRig
@testable import JetonCMS
@testable import JetonX509

@Suite("CMS by every algorithm of libcrypto")
struct AlgorithmTests {
    struct Algorithm: Sendable, CustomTestStringConvertible {
        let name: String
        /// Arguments of `openssl genpkey`.
        let key: [String]
        /// Arguments of `openssl cms -sign`.
        var options: [String] = []
        var failures: [VerificationFinding.Check] = []
        var testDescription: String { name + options.joined(separator: " ") }
    }

    private static func curve(_ name: String) -> [String] {
        ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:\(name)"]
    }

    private static let rsa = ["-algorithm", "RSA"]

    static let algorithms: [Algorithm] = [
        Algorithm(name: "RSA PKCS #1 v1.5 with SHA-224", key: rsa, options: ["-md", "sha224"]),
        Algorithm(name: "RSA PKCS #1 v1.5 with SHA3-256", key: rsa, options: ["-md", "sha3-256"]),
        Algorithm(
            name: "RSA-PSS with SHA-224",
            key: rsa,
            options: ["-md", "sha224", "-keyopt", "rsa_padding_mode:pss"]
        ),
        Algorithm(name: "ECDSA with SHA-256", key: curve("secp256k1")),
        Algorithm(name: "ECDSA with SHA-224", key: curve("P-224"), options: ["-md", "sha224"]),
        Algorithm(name: "ECDSA with SHA-512", key: curve("brainpoolP512r1"), options: ["-md", "sha512"]),
        Algorithm(name: "ECDSA with SHA-384", key: curve("brainpoolP320t1"), options: ["-md", "sha384"]),
        Algorithm(name: "ECDSA with SHA-256", key: curve("sect283k1"), options: ["-noattr"]),
        Algorithm(name: "ECDSA with SHA-256", key: curve("secp160r1"), failures: [.certificatePath]),
        Algorithm(
            name: "GOST R 34.10 with GOST R 34.11-2012 256",
            key: ["-algorithm", "gost2012_256", "-pkeyopt", "paramset:TCA"],
            options: ["-md", "md_gost12_256"]
        ),
        Algorithm(
            name: "GOST R 34.10 with GOST R 34.11-2012 512",
            key: ["-algorithm", "gost2012_512", "-pkeyopt", "paramset:B"],
            options: ["-md", "md_gost12_512"]
        ),
        Algorithm(
            name: "GOST R 34.10 with GOST R 34.11-2012 256",
            key: ["-algorithm", "gost2012_256", "-pkeyopt", "paramset:A"],
            options: ["-md", "md_gost12_256", "-noattr"]
        ),
        Algorithm(
            name: "GOST R 34.10 with GOST R 34.11-94",
            key: ["-algorithm", "gost2001", "-pkeyopt", "paramset:A"],
            options: ["-md", "md_gost94"]
        ),
    ]

    private func pki(_ openSSL: OpenSSL, key: [String]) throws -> (TestPKI, [String: String]) {
        let pki = try TestPKI(openSSL)
        let lines = [
            "openssl_conf=all", "[all]", "engines=engines", "[engines]", "gost=gost", "[gost]", "engine_id=gost",
            "default_algorithms=ALL", "[req]", "distinguished_name=dn", "[dn]",
        ]
        try openSSL.write(lines.joined(separator: "\n") + "\n", "gost.cnf")
        let environment = ["OPENSSL_CONF": openSSL.directory.appending(path: "gost.cnf").path]
        for arguments in [
            ["genpkey"] + key + ["-out", "alice.key"],
            ["req", "-new", "-key", "alice.key", "-subj", "/C=DE/CN=alice", "-out", "alice.csr"],
            [
                "x509", "-req", "-in", "alice.csr", "-CA", "sub.pem", "-CAkey", "sub.key", "-CAcreateserial", "-days",
                "5", "-extfile", "ee.ext", "-out", "alice.pem",
            ],
        ] {
            let outcome = try openSSL.attempt(arguments, environment: environment)
            guard outcome.status == 0 else { throw OpenSSL.Failure(arguments: arguments, outcome: outcome) }
        }
        return (pki, environment)
    }

    @Test("A message of OpenSSL is valid, attached and detached, and fails over other content", arguments: algorithms)
    func message(_ algorithm: Algorithm) throws {
        let openSSL = try OpenSSL()
        let (pki, environment) = try pki(openSSL, key: algorithm.key)
        let content = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 * 7 >> 2) }
        try openSSL.write(content, "data")
        for place in [[], ["-nodetach"]] {
            let arguments =
                [
                    "cms", "-sign", "-binary", "-in", "data", "-signer", "alice.pem", "-inkey", "alice.key", "-outform",
                    "DER", "-out", "out",
                ] + algorithm.options + place
            let outcome = try openSSL.attempt(arguments, environment: environment)
            guard outcome.status == 0 else { throw OpenSSL.Failure(arguments: arguments, outcome: outcome) }
            let message = try openSSL.read("out")
            let report: CMSReport
            if place.isEmpty {
                var source = MemorySource(content)
                report = try pki.verifier.verifyDetached(MemorySource(message), content: &source)
                source = MemorySource(content.dropLast() + [0x77])
                #expect(try !pki.verifier.verifyDetached(MemorySource(message), content: &source).isIntact)
            } else {
                report = try pki.verifier.verifyAttached(MemorySource(message))
            }
            let signer = try #require(report.signers.first)
            #expect(signer.failures.map(\.check) == algorithm.failures, "\(signer.failures)")
            #expect(signer.signatureAlgorithmName == algorithm.name)
            // The signature itself, changed.
            var changed = message
            changed[changed.count - 3] ^= 1
            var source = MemorySource(content)
            guard place.isEmpty, algorithm.failures.isEmpty else { continue }
            let other = try pki.verifier.verifyDetached(MemorySource(changed), content: &source)
            #expect(other.signers.first?.failures.map(\.check) == [.signature])
        }
    }

    @Test("A DSA message of OpenSSL is valid")
    func dsa() throws {
        let openSSL = try OpenSSL()
        let parameters = ["-genparam", "-algorithm", "DSA", "-pkeyopt", "pbits:2048", "-pkeyopt", "qbits:256"]
        #expect(try openSSL.attempt(["genpkey"] + parameters + ["-out", "p.pem"]).status == 0)
        let (pki, _) = try pki(openSSL, key: ["-paramfile", "p.pem"])
        try openSSL.write("data", "data")
        for digest in ["sha256", "sha224"] {
            try openSSL.run(
                "cms",
                "-sign",
                "-binary",
                "-in",
                "data",
                "-signer",
                "alice.pem",
                "-inkey",
                "alice.key",
                "-md",
                digest,
                "-outform",
                "DER",
                "-out",
                "out"
            )
            var source = MemorySource(Array("data".utf8))
            let report = try pki.verifier.verifyDetached(MemorySource(openSSL.read("out")), content: &source)
            #expect(report.isValid, "\(report.signers.flatMap(\.failures))")
            source = MemorySource(Array("date".utf8))
            #expect(try !pki.verifier.verifyDetached(MemorySource(openSSL.read("out")), content: &source).isIntact)
        }
    }

    /// OpenSSL 3.0 makes no CMS with Ed448, so the message is put together around its raw signature.
    @Test("An Ed448 message with SHAKE256 is valid (RFC 8419)", arguments: [HashAlgorithm.shake256, .sha512])
    func ed448(hash: HashAlgorithm) throws {
        let openSSL = try OpenSSL()
        let (pki, _) = try pki(openSSL, key: ["-algorithm", "ED448"])
        let certificate = try TestPKI.certificate(openSSL, "alice")
        let content = Array("content".utf8)
        try openSSL.write(content, "content")
        if hash == .shake256 {
            let outcome = try openSSL.run("dgst", "-shake256", "-xoflen", "64", "-binary", "content")
            #expect(try hash.hash(content) == outcome.output)
        }
        let attributes: [CMSAttribute] = [.contentType(.data), .messageDigest(try hash.hash(content))]
        try openSSL.write(DER.set(of: attributes.map(\.derRepresentation)), "attributes")
        try openSSL.run(
            "pkeyutl",
            "-sign",
            "-rawin",
            "-inkey",
            "alice.key",
            "-in",
            "attributes",
            "-out",
            "signature"
        )
        let info = DER.sequence(
            DER.integer(1),
            DER.sequence(certificate.issuer.derRepresentation, DER.element(.integer, certificate.serialNumber)),
            AlgorithmIdentifier(hash).derRepresentation,
            DER.set(of: attributes.map(\.derRepresentation), tag: .contextConstructed(0)),
            AlgorithmIdentifier(oid: .ed448).derRepresentation,
            DER.octetString(try openSSL.read("signature"))
        )
        let message = SignedDataFrame(hash: hash, certificates: [certificate]).detached(signerInfo: info)
        var source = MemorySource(content)
        let report = try pki.verifier.verifyDetached(MemorySource(message), content: &source)
        #expect(report.isValid, "\(report.signers.flatMap(\.failures))")
        #expect(report.signers.first?.signatureAlgorithmName == "Ed448")
        source = MemorySource(Array("context".utf8))
        #expect(try !pki.verifier.verifyDetached(MemorySource(message), content: &source).isIntact)
    }
}
