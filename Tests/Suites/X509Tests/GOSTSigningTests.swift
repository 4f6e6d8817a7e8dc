import Foundation
import JetonASN1
import JetonCMS
import JetonLibcrypto
import JetonOctets
import Testing

@testable import CertificateRig
@testable import JetonX509

/// A key of GOST R 34.10 in memory, behind the protocol that token keys have.
private final class MemoryKey: SigningKey {
    let publicKey: PublicKey
    let algorithms: [SignatureAlgorithm]
    private let key: GOSTPrivateKey

    init(_ key: consuming GOSTPrivateKey, _ parameters: GOSTParameters) throws {
        publicKey = try .gost(parameters, publicValue: key.publicKey.octets)
        algorithms = publicKey.gostHash.map { [.gost($0)] } ?? []
        self.key = key
    }

    func sign(_ input: [UInt8], algorithm: SignatureAlgorithm) throws -> [UInt8] { try key.sign(digest: input) }
}

/// A key of a token that takes messages only, which it hashes.
private final class HashingKey: SigningKey {
    let publicKey: PublicKey
    let algorithms: [SignatureAlgorithm]
    private let key: MemoryKey

    init(_ key: MemoryKey) {
        (publicKey, algorithms) = (key.publicKey, key.algorithms)
        self.key = key
    }

    func sign(_ input: [UInt8], algorithm: SignatureAlgorithm) throws -> [UInt8] {
        throw DocumentError(.invalidArgument, "the token takes messages only")
    }

    func sign(message: [UInt8], algorithm: SignatureAlgorithm) throws -> [UInt8] {
        try key.sign(message: message, algorithm: algorithm)
    }
}

@Suite("What keys of GOST R 34.10 sign, and the encodings of RFC 9215 and RFC 4491")
struct GOSTSigningTests {
    private static func environment(_ openSSL: OpenSSL) throws -> [String: String] {
        let lines = [
            "openssl_conf=all", "[all]", "engines=engines", "[engines]", "gost=gost", "[gost]", "engine_id=gost",
            "default_algorithms=ALL", "[req]", "distinguished_name=dn", "[dn]",
        ]
        try openSSL.write(lines.joined(separator: "\n") + "\n", "gost.cnf")
        return ["OPENSSL_CONF": openSSL.directory.appending(path: "gost.cnf").path]
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let algorithm: GOSTAlgorithm
        let parameterSet: OID
        var testDescription: String { parameterSet.name ?? "\(parameterSet)" }
    }

    static let cases = [
        Case(algorithm: .gost2001, parameterSet: .gostCryptoProA),
        Case(algorithm: .gost2012Of256, parameterSet: .gost2012Of256SetA),
        Case(algorithm: .gost2012Of256, parameterSet: .gostCryptoProA),
        Case(algorithm: .gost2012Of256, parameterSet: .gostCryptoProB),
        Case(algorithm: .gost2012Of512, parameterSet: .gost2012Of512SetA),
        Case(algorithm: .gost2012Of512, parameterSet: .gost2012Of512SetB),
    ]

    @Test("A key whose token takes messages only gets them for requests, certificates and CMS", arguments: cases)
    func messages(_ example: Case) throws {
        let parameters = try #require(GOSTParameters(example.algorithm, parameterSet: example.parameterSet))
        let key = HashingKey(try MemoryKey(GOSTPrivateKey(generatingOn: parameters.curve), parameters))
        let name = try DistinguishedName("CN=Anna,C=RU")
        #expect(try CertificationRequest.make(subject: name, key: key).publicKey.kind == key.publicKey.kind)
        let certificate = try CertificateTemplate(subject: name, days: 2).selfSigned(by: key)
        #expect(certificate.checkSignature(by: key.publicKey) == .valid)
        var source = MemorySource(Array("I owe you one.\n".utf8))
        #expect(throws: Never.self) { try CMSSigner(certificate: certificate).signDetached(&source, key: key) }
    }

    @Test("A request, a certificate and a CMS message are verified by OpenSSL with the engine", arguments: cases)
    func openSSL(_ example: Case) throws {
        let openSSL = try OpenSSL()
        let environment = try Self.environment(openSSL)
        let parameters = try #require(GOSTParameters(example.algorithm, parameterSet: example.parameterSet))
        let key = try MemoryKey(GOSTPrivateKey(generatingOn: parameters.curve), parameters)
        let name = try DistinguishedName("CN=Anna,C=RU")
        let request = try CertificationRequest.make(subject: name, key: key)
        #expect(request.signatureAlgorithm.parameters.isEmpty)
        #expect(request.signatureAlgorithm.oid == example.algorithm.signatureOID)
        #expect(request.publicKey.kind == key.publicKey.kind)
        try openSSL.write(request.derRepresentation, "r.der")
        let checked = try openSSL.attempt(
            ["req", "-verify", "-noout", "-inform", "DER", "-in", "r.der"],
            environment: environment
        )
        #expect(checked.status == 0 && checked.errors.contains("OK"), "\(checked.errors)")
        let certificate = try CertificateTemplate(subject: name, days: 2).selfSigned(by: key)
        try openSSL.write(PEM.encode(certificate.derRepresentation, label: "CERTIFICATE"), "c.pem")
        let content = Array("I owe you one.\n".utf8)
        try openSSL.write(content, "letter")
        var source = MemorySource(content)
        try openSSL.write(CMSSigner(certificate: certificate).signDetached(&source, key: key), "letter.p7s")
        let words = [
            "cms", "-verify", "-binary", "-inform", "DER", "-in", "letter.p7s", "-CAfile", "c.pem", "-purpose", "any",
            "-out", "out", "-content",
        ]
        let verified = try openSSL.attempt(words + ["letter"], environment: environment)
        #expect(verified.status == 0, "\(verified.errors)")
        try openSSL.write(content + [0x20], "other")
        #expect(try openSSL.attempt(words + ["other"], environment: environment).status != 0)
        source = MemorySource(content)
        let policy = VerificationPolicy(trust: TrustStore([certificate]))
        let report = try CMSVerifier(policy).verifyDetached(
            MemorySource(openSSL.read("letter.p7s")),
            content: &source
        )
        #expect(report.signers.first?.failures.isEmpty == true, "\(String(describing: report.signers.first?.failures))")
    }

    @Test("The key with a certificate of another key of the same kind is refused")
    func otherKey() throws {
        let parameters = try #require(GOSTParameters(.gost2012Of256, parameterSet: .gostCryptoProA))
        let first = try MemoryKey(GOSTPrivateKey(generatingOn: .cryptoProA), parameters)
        let second = try MemoryKey(GOSTPrivateKey(generatingOn: .cryptoProA), parameters)
        let certificate = try CertificateTemplate(subject: DistinguishedName("CN=Anna"), days: 2).selfSigned(by: first)
        #expect(throws: DocumentError(.certificateMismatch, "")) {
            try CMSSigner(certificate: certificate).algorithm(for: second)
        }
        #expect(!first.publicKey.fits(.gost(.streebog512)) && !first.publicKey.fits(.gost(.gost341194)))
        #expect(throws: DocumentError(.invalidArgument, "")) {
            try PublicKey.gost(parameters, publicValue: [UInt8](repeating: 1, count: 64))
        }
    }

    // RFC 9215, A.2: the key, a request, a certificate and a list of the set id-tc26-gost-3410-2012-256-paramSetA.
    private static let privateKey = "3A929ADE789BB9BE10ED359DD39A72C10B87C83F80BE18B85C041F4325B62EC1"
    private static let request = """
        MIHKMHkCAQAwEjEQMA4GA1UEAxMHRXhhbXBsZTBeMBcGCCqFAwcBAQEBMAsGCSqF
        AwcBAgEBAQNDAARAdCeV1L7ohN3yhQ/sA+o/rxhE4B2dpgtkUJOlXibfw5l49ZbP
        TU0MbPHRiUPZRJPRa57AoW1RLS4SfMRpGmMY4qAAMAoGCCqFAwcBAQMCA0EAG9wq
        Exdnm2YjL2PqFv98ZMyqua2FX8bhgJFmHbedSBIdDh2lvjR8bxtSVseurCAK1krH
        em9bOg4Jcxjnrm7naQ==
        """
    private static let certificate = """
        MIIBJTCB06ADAgECAgEKMAoGCCqFAwcBAQMCMBIxEDAOBgNVBAMTB0V4YW1wbGUw
        IBcNMDEwMTAxMDAwMDAwWhgPMjA1MDEyMzEwMDAwMDBaMBIxEDAOBgNVBAMTB0V4
        YW1wbGUwXjAXBggqhQMHAQEBATALBgkqhQMHAQIBAQEDQwAEQHQnldS+6ITd8oUP
        7APqP68YROAdnaYLZFCTpV4m38OZePWWz01NDGzx0YlD2UST0WuewKFtUS0uEnzE
        aRpjGOKjEzARMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoUDBwEBAwIDQQAUC02pEksJ
        yw1c6Sjuh0JzoxASlJLsDik2njt5EkhXjB0OHaW+NHxvG1JWx66sIArWSsd6b1s6
        DglzGOeubudp
        """
    private static let list = """
        MIGSMEECAQEwCgYIKoUDBwEBAwIwEjEQMA4GA1UEAxMHRXhhbXBsZRcNMTQwMTAx
        MDAwMDAwWhcNMTQwMTAyMDAwMDAwWjAKBggqhQMHAQEDAgNBABS9aAh8O5A8eqKL
        B/6y571v4JY/VjJnNZ9c2Oq0UFmtHQ4dpb40fG8bUlbHrqwgCtZKx3pvWzoOCXMY
        565u52k=
        """

    private static func octets(_ text: String) throws -> [UInt8] {
        Array(try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters)))
    }

    @Test("The examples of RFC 9215 are read, their signatures are valid, and their key is encoded the same here")
    func examples() throws {
        let request = try CertificationRequest(derRepresentation: Self.octets(Self.request))
        #expect(request.checkSignature() == .valid)
        #expect(request.publicKey.description == "GOST R 34.10-2012 256" && request.publicKey.bitCount == 256)
        let certificate = try Certificate(derRepresentation: Self.octets(Self.certificate))
        #expect(certificate.publicKey == request.publicKey)
        #expect(certificate.checkSignature(by: request.publicKey) == .valid)
        let list = try RevocationList.read(MemorySource(Self.octets(Self.list)), serials: [])
        #expect(list.checkSignature(by: certificate.publicKey) == .valid)
        guard case .gost(let parameters, let value) = request.publicKey.kind else {
            Issue.record("\(request.publicKey.kind)")
            return
        }
        #expect(parameters == GOSTParameters(.gost2012Of256, parameterSet: .gost2012Of256SetA))
        let made = try PublicKey.gost(parameters, publicValue: value)
        #expect(made.derRepresentation == request.publicKey.derRepresentation)
        let scalar = Array(try #require(Hex.decode(Self.privateKey)).reversed())
        let key = try GOSTPrivateKey(octets: scalar.span, curve: parameters.curve)
        #expect(key.publicKey.octets == value)
    }
}
