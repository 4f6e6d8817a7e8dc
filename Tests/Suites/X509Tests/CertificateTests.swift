import Foundation
import JetonASN1
import JetonOctets
import Testing

@testable import CertificateRig
@testable import JetonX509

@Suite("Reading certificates")
struct CertificateTests {
    let openSSL: OpenSSL

    init() throws { openSSL = try OpenSSL() }

    struct Kind: Sendable, CustomTestStringConvertible {
        let name: String
        let genpkey: [String]
        let request: [String]
        var testDescription: String { name }
    }

    static let kinds: [Kind] = [
        Kind(name: "RSA 2048", genpkey: ["-algorithm", "RSA"], request: []),
        Kind(
            name: "RSA 1024",
            genpkey: ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024"],
            request: []
        ),
        Kind(
            name: "RSA 1537",
            genpkey: ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1537"],
            request: []
        ),
        Kind(name: "RSA 512", genpkey: ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:512"], request: []),
        Kind(
            name: "RSA 2048",
            genpkey: ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_pubexp:3"],
            request: ["-sha512"]
        ),
        Kind(
            name: "RSA 2048",
            genpkey: ["-algorithm", "RSA"],
            request: ["-sigopt", "rsa_padding_mode:pss"]
        ),
        Kind(name: "RSA 2048", genpkey: ["-algorithm", "RSA-PSS"], request: []),
        Kind(
            name: "RSA 1025",
            genpkey: ["-algorithm", "RSA-PSS", "-pkeyopt", "rsa_keygen_bits:1025"],
            request: ["-sigopt", "rsa_pss_saltlen:0"]
        ),
        Kind(
            name: "EC P-256",
            genpkey: ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"],
            request: []
        ),
        Kind(
            name: "EC P-521",
            genpkey: ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-521"],
            request: ["-sha256"]
        ),
        Kind(name: "EC P-224", genpkey: ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-224"], request: []),
        Kind(
            name: "EC secp256k1",
            genpkey: ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:secp256k1"],
            request: []
        ),
        Kind(
            name: "EC brainpoolP384r1",
            genpkey: ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:brainpoolP384r1"],
            request: []
        ),
        Kind(
            name: "EC P-256",
            genpkey: ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"],
            request: ["-sha3-256"]
        ),
        Kind(
            name: "EC brainpoolP512t1",
            genpkey: ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:brainpoolP512t1"],
            request: ["-sha224"]
        ),
        Kind(
            name: "EC 1.3.132.0.27",
            genpkey: ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:sect233r1"],
            request: []
        ),
        Kind(name: "RSA 2048", genpkey: ["-algorithm", "RSA"], request: ["-sha3-512"]),
        // Parameters written out instead of a curve's name.
        Kind(
            name: "EC",
            genpkey: ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-pkeyopt", "ec_param_enc:explicit"],
            request: []
        ),
        Kind(name: "Ed25519", genpkey: ["-algorithm", "ED25519"], request: []),
        Kind(name: "Ed448", genpkey: ["-algorithm", "ED448"], request: []),
        Kind(name: "GOST R 34.10-2001", genpkey: ["-algorithm", "gost2001", "-pkeyopt", "paramset:A"], request: []),
        Kind(
            name: "GOST R 34.10-2012 256",
            genpkey: ["-algorithm", "gost2012_256", "-pkeyopt", "paramset:A"],
            request: []
        ),
        Kind(
            name: "GOST R 34.10-2012 512",
            genpkey: ["-algorithm", "gost2012_512", "-pkeyopt", "paramset:A"],
            request: []
        ),
    ]

    /// The OpenSSL settings that load the GOST engine.
    private func gostEnvironment() throws -> [String: String] {
        let lines = [
            "openssl_conf=all", "[all]", "engines=engines", "[engines]", "gost=gost", "[gost]", "engine_id=gost",
            "default_algorithms=ALL", "[req]", "distinguished_name=dn", "x509_extensions=ext", "[dn]", "[ext]",
            "basicConstraints=critical,CA:TRUE,pathlen:3", "keyUsage=critical,keyCertSign,cRLSign,decipherOnly",
            "extendedKeyUsage=serverAuth,1.3.6.1.4.1.311.20.2.2", "subjectKeyIdentifier=hash",
            "subjectAltName=DNS:a.example,email:a@example.org,IP:192.0.2.7,IP:2001:db8::7,URI:urn:x,RID:1.2.3,dirName:dn2",
            "2.25.329800735698586629295641978511506172918=ASN1:UTF8:odd", "[dn2]", "CN=Dir",
        ]
        try openSSL.write(lines.joined(separator: "\n") + "\n", "gost.cnf")
        return ["OPENSSL_CONF": openSSL.directory.appending(path: "gost.cnf").path]
    }

    @Test("A certificate with any kind of key is read whole", arguments: kinds)
    func anyKind(_ kind: Kind) throws {
        let environment = try gostEnvironment()
        let key = try openSSL.attempt(["genpkey"] + kind.genpkey + ["-out", "k.key"], environment: environment)
        #expect(key.status == 0, "\(key.errors)")
        let made = try openSSL.attempt(
            [
                "req", "-x509", "-new", "-key", "k.key", "-subj", "/C=RU/O=Example/CN=\(kind.name)", "-days", "3",
                "-out", "c.pem",
            ] + kind.request,
            environment: environment
        )
        #expect(made.status == 0, "\(made.errors)")
        let certificate = try #require(try Certificate.parse(openSSL.read("c.pem")).first)
        #expect(certificate.publicKey.description == kind.name)
        #expect(certificate.subject.description == "CN=\(kind.name),O=Example,C=RU")
        #expect(certificate.isSelfIssued && certificate.version == 3)
        #expect(certificate.basicConstraints == .init(isAuthority: true, pathLength: 3))
        #expect(certificate.keyUsage == [.keyCertSign, .cRLSign, .decipherOnly])
        #expect(certificate.keyUsage?.description == "keyCertSign, cRLSign, decipherOnly")
        #expect(certificate.extendedKeyUsage == [.serverAuth, try #require(OID("1.3.6.1.4.1.311.20.2.2"))])
        #expect(
            certificate.subjectAlternativeNames.map(\.description) == [
                "DNS:a.example", "email:a@example.org", "IP:192.0.2.7", "IP:2001:db8::7", "URI:urn:x", "other:88022a03",
                "DirName:CN=Dir",
            ]
        )
        // A UUID below 2.25 has more than 64 bits in one arc.
        #expect(certificate.extensions.last?.oid.description == "2.25.329800735698586629295641978511506172918")
        #expect(try certificate.publicKey.keyIdentifier == certificate.subjectKeyIdentifier)
        #expect(certificate.notAfter.secondsSince1970 - certificate.notBefore.secondsSince1970 == 3 * 86_400)

        let serial = try openSSL.run("x509", "-in", "c.pem", "-noout", "-serial").text
        let hex = Hex.encode(certificate.serialNumber.drop { $0 == 0 }, uppercase: true)
        #expect(serial == "serial=\(hex)\n")

        let check = certificate.checkSignature(by: certificate.publicKey)
        if kind.name == "EC" {
            #expect(check == .unsupported("public keys of type EC are not supported"))
        } else {
            #expect(check == .valid)
            var changed = certificate.signature
            changed[changed.count / 2] ^= 1
            #expect(
                certificate.publicKey.check(
                    changed,
                    message: certificate.toBeSigned,
                    identifier: certificate.signatureAlgorithm
                ) == .invalid
            )
        }
        let copy = try Certificate.parse(Array(certificate.pemRepresentation.utf8))
        #expect(copy == [certificate])
        if case .rsa = certificate.publicKey.kind {
            #expect(kind.name == "RSA \(certificate.publicKey.bitCount ?? 0)")
        }
    }

    @Test("A DSA certificate is checked, and a weak one refused", arguments: [(1024, 160), (2048, 256)])
    func dsa(bits: Int, orderBits: Int) throws {
        let parameters = [
            "-genparam", "-algorithm", "DSA", "-pkeyopt", "pbits:\(bits)", "-pkeyopt", "qbits:\(orderBits)",
        ]
        #expect(try openSSL.attempt(["genpkey"] + parameters + ["-out", "p.pem"]).status == 0)
        try openSSL.run("genpkey", "-paramfile", "p.pem", "-out", "k.key")
        try openSSL.run("req", "-x509", "-key", "k.key", "-subj", "/CN=dsa", "-outform", "DER", "-out", "c.der")
        let certificate = try Certificate(derRepresentation: openSSL.read("c.der"))
        #expect(certificate.publicKey.description == "DSA" && certificate.publicKey.bitCount == bits)
        #expect(certificate.checkSignature(by: certificate.publicKey) == .valid)
        let path = CertificatePathBuilder(trust: TrustStore([certificate]), purpose: .document).path(for: certificate)
        #expect(path.failures.map(\.reason) == (bits < 2048 ? [.weakKey] : []))
    }

    @Test("Several blocks with text between them are read; other blocks are passed over")
    func bundle() throws {
        let key = try SoftwareKey.make(.p256)
        let first = try CertificateTemplate(subject: DistinguishedName("CN=1"), days: 1).selfSigned(by: key)
        let second = try CertificateTemplate(subject: DistinguishedName("CN=2"), days: 1).selfSigned(by: key)
        let text =
            "Bag Attributes\n" + first.pemRepresentation + key.pem + "\r\nsubject=CN = 2\r\n"
            + second.pemRepresentation.replacing("\n", with: "\r\n")
        #expect(try Certificate.parse(Array(text.utf8)) == [first, second])
        #expect(throws: DocumentError(.malformedPEM, "")) { try Certificate.parse(Array(key.pem.utf8)) }
        let cut = String(first.pemRepresentation.dropLast(30))
        #expect(throws: DocumentError(.malformedPEM, "")) { try Certificate.parse(Array(cut.utf8)) }

        try openSSL.write(first.pemRepresentation, "c.pem")
        try openSSL.run("x509", "-in", "c.pem", "-trustout", "-addtrust", "clientAuth", "-out", "t.pem")
        #expect(try Certificate.parse(openSSL.read("t.pem")) == [first])
    }

    @Test("A certificate cut anywhere, or with any octet changed, is an error or is read, and never traps")
    func damaged() throws {
        let key = try SoftwareKey.make(.p256)
        var template = try CertificateTemplate(subject: DistinguishedName("CN=a,O=b"), days: 1)
        template.extensions.append(try .subjectAlternativeNames([.dns("a.example"), .ip([1, 2, 3, 4])]))
        let good = try template.selfSigned(by: key)
        for count in 0..<good.derRepresentation.count {
            let cut = Array(good.derRepresentation.prefix(count))
            #expect(throws: DocumentError(.malformed, "")) { try Certificate(derRepresentation: cut) }
        }
        for index in good.derRepresentation.indices {
            for value: UInt8 in [0x00, 0x01, 0x7F, 0x80, 0x84, 0xFF, good.derRepresentation[index] ^ 1] {
                var octets = good.derRepresentation
                guard octets[index] != value else { continue }
                octets[index] = value
                guard let read = try? Certificate(derRepresentation: octets) else { continue }
                _ = (read.description, read.subjectAlternativeNames, read.keyUsage, read.basicConstraints)
                _ = (read.extendedKeyUsage, read.authorityKeyIdentifier, read.publicKey.description)
                #expect(read.checkSignature(by: good.publicKey) != .valid || read.toBeSigned == good.toBeSigned)
            }
        }
    }

    @Test("A certificate of too many octets is refused before it is read")
    func tooLarge() {
        let octets = DER.element(.sequence, [UInt8](repeating: 0, count: 1 << 20))
        #expect(throws: DocumentError(.limitExceeded, "")) { try Certificate(derRepresentation: octets) }
    }
}
