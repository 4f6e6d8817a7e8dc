import Foundation
import JetonASN1
import JetonOctets
import Testing

@testable import CertificateRig
@testable import JetonX509

/// What is special about certificates of Czech and Russian authorities is kept, and shown by its name.
@Suite("National profiles of certificates")
struct NationalProfileTests {
    private let openSSL: OpenSSL

    init() throws { openSSL = try OpenSSL() }

    /// A certificate by openssl, with its engine gost where the key needs it.
    private func certificate(_ key: String, _ lines: [String]) throws -> (Certificate, [UInt8]) {
        let engine = [
            "openssl_conf=all", "[all]", "engines=engines", "[engines]", "gost=gost", "[gost]", "engine_id=gost",
            "default_algorithms=ALL", "[req]", "distinguished_name=dn", "x509_extensions=ext", "prompt=no", "utf8=yes",
            "string_mask=utf8only",
        ]
        try openSSL.write((engine + lines).joined(separator: "\n") + "\n", "profile.cnf")
        let environment = ["OPENSSL_CONF": openSSL.directory.appending(path: "profile.cnf").path]
        let arguments =
            ["req", "-x509", "-nodes", "-keyout", "k.key", "-days", "3", "-outform", "DER", "-out", "c.der", "-newkey"]
            + key.split(separator: " ").map(String.init)
        let made = try openSSL.attempt(arguments, environment: environment)
        #expect(made.status == 0, "\(made.errors)")
        let der = try openSSL.read("c.der")
        return (try Certificate(derRepresentation: der), der)
    }

    @Test(
        "A Czech qualified certificate: diacritics, the identifiers of person and company, the number of the ministry"
    )
    func czech() throws {
        let (certificate, der) = try certificate(
            "rsa:2048",
            [
                "[dn]", "C=CZ", "O=Příklad a synové, s.r.o.", "organizationIdentifier=NTRCZ-26439395",
                "CN=Ing. Jiří Šťastný", "SN=Šťastný", "GN=Jiří", "serialNumber=P412345", "title=účetní", "[ext]",
                "subjectAltName=email:jiri@example.cz,otherName:1.3.6.1.4.1.11801.2.1;UTF8:1234567890,"
                    + "otherName:1.3.6.1.4.1.11801.2.2;UTF8:C-17",
                "certificatePolicies=@policy", "1.3.6.1.5.5.7.1.3=ASN1:SEQUENCE:statements",
                "keyUsage=critical,nonRepudiation", "[policy]", "policyIdentifier=1.3.6.1.4.1.23624.10.1.30.2.0",
                "userNotice.1=@notice", "[notice]",
                "explicitText=UTF8:Tento kvalifikovaný certifikát byl vydán podle eIDAS.",
                "[statements]", "a=SEQUENCE:compliance", "b=SEQUENCE:type", "[compliance]", "a=OID:0.4.0.1862.1.1",
                "[type]", "a=OID:0.4.0.1862.1.6", "b=SEQUENCE:types", "[types]", "a=OID:0.4.0.1862.1.6.1",
            ]
        )
        #expect(certificate.derRepresentation == der)
        let subject = certificate.subject.description
        for part in [
            "C=CZ", "O=Příklad a synové\\, s.r.o.", "organizationIdentifier=NTRCZ-26439395", "CN=Ing. Jiří Šťastný",
            "SN=Šťastný", "GN=Jiří", "serialNumber=P412345", "title=účetní",
        ] {
            #expect(subject.contains(part), "\(subject)")
        }
        // The text makes the same name again.
        #expect(try DistinguishedName(subject).derRepresentation == certificate.subject.derRepresentation)
        #expect(certificate.checkSignature(by: certificate.publicKey) == .valid)
        let names = certificate.subjectAlternativeNames
        #expect(names.contains(.email("jiri@example.cz")))
        let others = names.filter { if case .other = $0 { true } else { false } }.map(\.description).joined()
        #expect(
            others.contains(Hex.encode(Array("1234567890".utf8))) && others.contains(Hex.encode(Array("C-17".utf8)))
        )
        let extensions = certificate.extensions.map { "\($0.oid)" }
        #expect(extensions.contains("1.3.6.1.5.5.7.1.3"))
        // Nothing of an extension is lost, known or not.
        let encoded = Array(certificate.extensions.map(\.derRepresentation).joined())
        #expect(contains(encoded, in: der))
    }

    @Test("A Russian certificate: the numbers of person and company, the means of signing, a GOST key")
    func russian() throws {
        let (certificate, der) = try certificate(
            "gost2012_256 -pkeyopt paramset:A",
            [
                "[dn]", "C=RU", "ST=77 г. Москва", "O=ООО Ромашка", "CN=Иванов Иван Иванович", "SN=Иванов",
                "GN=Иван Иванович", "OGRN=1027700132195", "SNILS=12345678901", "INN=007707083893", "[ext]",
                "1.2.643.100.111=ASN1:FORMAT:UTF8,UTF8:КриптоПро CSP (версия 5.0)",
                "1.2.643.100.112=ASN1:SEQUENCE:issuer",
                "1.2.643.100.114=ASN1:INTEGER:0", "[issuer]", "a=FORMAT:UTF8,UTF8:КриптоПро CSP",
                "b=FORMAT:UTF8,UTF8:КриптоПро УЦ",
                "c=FORMAT:UTF8,UTF8:СФ/124-0000", "d=FORMAT:UTF8,UTF8:СФ/128-0000",
            ]
        )
        #expect(certificate.derRepresentation == der)
        let subject = certificate.subject.description
        for part in [
            "ST=77 г. Москва", "O=ООО Ромашка", "CN=Иванов Иван Иванович", "OGRN=1027700132195", "SNILS=12345678901",
            "INN=007707083893",
        ] {
            #expect(subject.contains(part), "\(subject)")
        }
        #expect(certificate.publicKey.description == "GOST R 34.10-2012 256")
        #expect(certificate.checkSignature(by: certificate.publicKey) == .valid)
        #expect(contains(Array(certificate.extensions.map(\.derRepresentation).joined()), in: der))
        for oid in [OID(1, 2, 643, 100, 111), OID(1, 2, 643, 100, 112), OID(1, 2, 643, 100, 114)] {
            #expect(certificate.extensions.contains { $0.oid == oid })
        }
    }

    @Test("The numbers of the Russian profile are written as NumericString, and letters in them are refused")
    func numbers() throws {
        for type in ["INN", "INNLE", "OGRN", "OGRNIP", "SNILS"] {
            let name = try DistinguishedName("\(type)=7707083893")
            #expect(contains([0x12, 0x0A] + Array("7707083893".utf8), in: name.derRepresentation))
            #expect(name.description == "\(type)=7707083893")
            #expect(throws: DocumentError(.malformedName, "")) { try DistinguishedName("\(type)=7707A") }
        }
    }

    private func contains(_ part: [UInt8], in whole: [UInt8]) -> Bool {
        guard part.count <= whole.count else { return false }
        return (0...(whole.count - part.count)).contains { whole[$0..<($0 + part.count)].elementsEqual(part) }
    }
}
