import JetonASN1
import JetonCMS
import JetonX509
import SwiftASN1
import Testing

@testable import CertificateRig

@Suite("PKCS #10 requests and self-signed certificates")
struct CertificationRequestTests {
    let openSSL: OpenSSL
    let subject: DistinguishedName

    init() throws {
        openSSL = try OpenSSL()
        subject = try DistinguishedName(
            #"CN=Ольга \"O\" Müller,OU=R\+D,O=Example\, Inc.,emailAddress=o@example.org,C=DE"#
        )
    }

    @Test("A request is not given out whose key signed something else")
    func lyingKey() throws {
        let key = LyingKey(honest: try SoftwareKey.make(.p256))
        #expect(throws: DocumentError(.signatureMismatch, "")) {
            try CertificationRequest.make(subject: subject, extensions: [], key: key, algorithm: .ecdsa(.sha256))
        }
    }

    @Test(
        "OpenSSL verifies a request by each algorithm",
        arguments: SignatureAlgorithm.testedPairs + [(.ed25519, .ed25519)]
    )
    func request(kind: KeyKind, algorithm: SignatureAlgorithm) throws {
        let key = try SoftwareKey.make(kind)
        let extensions: [CertificateExtension] = [
            try .subjectAlternativeNames([
                .dns("example.org"), .email("o@example.org"), .ip([192, 0, 2, 1]),
                try #require(GeneralName.ip(text: "2001:db8::1")), .uri("https://example.org/x"),
            ]),
            .keyUsage([.digitalSignature, .nonRepudiation]),
            .extendedKeyUsage([.clientAuth, .emailProtection]),
        ]
        let request = try CertificationRequest.make(
            subject: subject,
            extensions: extensions,
            key: key,
            algorithm: algorithm
        )
        _ = try SwiftASN1.DER.parse(request.derRepresentation)
        try openSSL.write(request.pemRepresentation, "request.pem")
        let outcome = try openSSL.run(
            "req",
            "-verify",
            "-in",
            "request.pem",
            "-noout",
            "-text",
            "-subject",
            "-nameopt",
            "RFC2253,-esc_msb,utf8"
        )
        #expect(outcome.errors.contains("verify OK"))
        #expect(outcome.text.contains("DNS:example.org, email:o@example.org, IP Address:192.0.2.1"))
        #expect(outcome.text.contains("IP Address:2001:DB8:0:0:0:0:0:1, URI:https://example.org/x"))
        #expect(outcome.text.contains("Digital Signature, Non Repudiation"))
        #expect(outcome.text.contains("TLS Web Client Authentication, E-mail Protection"))
        #expect(outcome.text.contains("subject=\(subject)"))
    }

    @Test("A request without extensions or with an empty name is accepted by OpenSSL")
    func bareRequest() throws {
        let key = try SoftwareKey.make(.p256)
        let request = try CertificationRequest.make(subject: DistinguishedName(""), key: key)
        try openSSL.write(request.derRepresentation, "request.der")
        let outcome = try openSSL.run("req", "-verify", "-inform", "DER", "-in", "request.der", "-noout", "-text")
        #expect(outcome.errors.contains("verify OK"))
    }

    @Test("Requests of OpenSSL are read and verified", arguments: KeyKind.allCases)
    func foreignRequest(kind: KeyKind) throws {
        let key = try SoftwareKey.make(kind)
        try openSSL.write(key.pem, "key.pem")
        try openSSL.run(
            "req",
            "-new",
            "-key",
            "key.pem",
            "-subj",
            "/O=Example/CN=Alice",
            "-addext",
            "subjectAltName=DNS:a.example",
            "-out",
            "request.pem"
        )
        let request = try CertificationRequest.parse(openSSL.read("request.pem"))
        #expect(request.checkSignature() == .valid)
        #expect(request.subject.description == "CN=Alice,O=Example")
        #expect(request.publicKey == key.publicKey)
        #expect(request.extensions.count == 1)
        var damaged = request.derRepresentation
        damaged[20] ^= 1
        let other = try? CertificationRequest(derRepresentation: damaged)
        #expect(other?.checkSignature() != .valid)
    }

    @Test(
        "OpenSSL accepts a self-signed certificate by each algorithm",
        arguments: SignatureAlgorithm.testedPairs + [(.ed25519, .ed25519)]
    )
    func selfSigned(kind: KeyKind, algorithm: SignatureAlgorithm) throws {
        let key = try SoftwareKey.make(kind)
        let template = CertificateTemplate(subject: subject, notBefore: .now.adding(days: -1), days: 30)
        let certificate = try template.selfSigned(by: key, algorithm: algorithm)
        _ = try SwiftASN1.DER.parse(certificate.derRepresentation)
        #expect(certificate.serialNumber == template.serialNumber)
        try openSSL.write(certificate.pemRepresentation, "cert.pem")
        let text = try openSSL.run("x509", "-in", "cert.pem", "-noout", "-text", "-fingerprint", "-sha256").text
        #expect(text.contains("CA:FALSE"))
        try openSSL.run("verify", "-x509_strict", "-check_ss_sig", "-CAfile", "cert.pem", "cert.pem")
        #expect(
            CertificatePathBuilder(trust: TrustStore([certificate]), purpose: .document).path(for: certificate)
                .isTrusted
        )
    }

    @Test("Validity beyond 2049 is written as GeneralizedTime")
    func distantValidity() throws {
        let key = try SoftwareKey.make(.p256)
        var template = CertificateTemplate(subject: subject, days: 1)
        template.notBefore = try #require(
            UniversalTime(year: 1949, month: 12, day: 31, hour: 23, minute: 59, second: 59)
        )
        template.notAfter = try #require(UniversalTime(year: 2050, month: 2, day: 28))
        let certificate = try template.selfSigned(by: key)
        try openSSL.write(certificate.pemRepresentation, "cert.pem")
        let text = try openSSL.run("x509", "-in", "cert.pem", "-noout", "-dates").text
        #expect(text.contains("notBefore=Dec 31 23:59:59 1949 GMT"))
        #expect(text.contains("notAfter=Feb 28 00:00:00 2050 GMT"))
        #expect(certificate.notBefore == template.notBefore && certificate.notAfter == template.notAfter)
    }

    @Test("Serial numbers, names and times that cannot be written are refused")
    func malformedTemplates() throws {
        let key = try SoftwareKey.make(.p256)
        let good = CertificateTemplate(subject: subject, days: 1)
        let bad: [(inout CertificateTemplate) throws -> Void] = [
            { $0.serialNumber = [] }, { $0.serialNumber = [0] }, { $0.serialNumber = [0x80] },
            { $0.serialNumber = [UInt8](repeating: 1, count: 21) },
            { $0.subject = try DistinguishedName("") },
            { $0.notAfter = $0.notBefore.adding(days: -1) },
            { $0.notAfter = UniversalTime(secondsSince1970: 253_402_300_800) },
        ]
        for change in bad {
            var template = good
            try change(&template)
            #expect(throws: DocumentError(.invalidArgument, "")) { try template.selfSigned(by: key) }
        }
    }
}
