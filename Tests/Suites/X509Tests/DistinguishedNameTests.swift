import JetonASN1
import Testing

@testable import CertificateRig
@testable import JetonX509

@Suite("Distinguished names")
struct DistinguishedNameTests {
    @Test(
        "Text that is read is written the same way",
        arguments: [
            "CN=Alice", "CN=Alice,O=Example,C=DE", "CN=a+UID=b,DC=example,DC=org", ##"CN=\#not hex"##,
            #"CN=a\, b\+c\"d\\e"#,
            #"CN=\ lead and trail\ "#, #"CN=Ольга Ивановна"#, #"CN=nul\00end"#, #"CN=bell\07"#, #"CN=\E2\80\AEevil"#,
            "1.2.3.4=#0c0161", "CN=x,emailAddress=a@example.org", "STREET=1 Road,L=Town,ST=State,OU=Unit", "CN=a=b",
            "",
        ]
    )
    func roundTrip(text: String) throws {
        let name = try DistinguishedName(text)
        #expect(name.description == text)
        #expect(try DistinguishedName(derRepresentation: name.derRepresentation) == name)
    }

    @Test(
        "OpenSSL reads each name as it was meant",
        arguments: ["CN=a,DC=example,DC=org", "CN=Ольга,O=x\\, y,C=RU"]
    )
    func foreignReader(text: String) throws {
        let openSSL = try OpenSSL()
        let key = try SoftwareKey.make(.p256)
        let certificate = try CertificateTemplate(subject: DistinguishedName(text), days: 1).selfSigned(by: key)
        try openSSL.write(certificate.pemRepresentation, "c.pem")
        let output = try openSSL.run("x509", "-in", "c.pem", "-noout", "-subject", "-nameopt", "RFC2253,-esc_msb,utf8")
        #expect(output.text == "subject=\(text)\n")
    }

    @Test("Spaces around parts, types of either case and semicolons are taken")
    func leniency() throws {
        #expect(
            try DistinguishedName(" cn = Alice Smith ; o=Example , C = DE ").description
                == "CN=Alice Smith,O=Example,C=DE"
        )
        #expect(try DistinguishedName("E=a@b.example,S=x").description == "emailAddress=a@b.example,ST=x")
        #expect(try DistinguishedName("2.5.4.3=x").description == "CN=x")
        #expect(try DistinguishedName(#"CN=\D0\9E"#).description == "CN=О")
    }

    @Test(
        "Text of another form is refused",
        arguments: [
            "/CN=Alice", "CN", "=x", "CN=", "CN=a,", ",CN=a", "CN=a,,O=b", "XY=z", "CN=a\"b", "CN=<a>", #"CN=a\"#,
            #"CN=\x"#,
            #"CN=\FF"#, "CN=#zz", "CN=#0c02", "C=Germany", "C=Ü1", "emailAddress=ü@example.org", "serialNumber=a@b",
            "CN=a+", "CN=a+O",
        ]
    )
    func malformed(text: String) {
        #expect(throws: DocumentError(.malformedName, "")) { try DistinguishedName(text) }
    }

    @Test("OpenSSL's form with slashes is refused with a hint")
    func slashes() {
        let error = #expect(throws: DocumentError.self) { try DistinguishedName("/C=DE/CN=x") }
        #expect(error?.context.contains("CN=…,O=…,C=…") == true)
    }

    @Test("Country, serial number, mail and domain have the string types of RFC 5280")
    func stringTypes() throws {
        let name = try DistinguishedName("CN=a,serialNumber=1,emailAddress=a@b,DC=c,C=DE")
        #expect(name.relativeNames.joined().map { $0.derValue[0] } == [0x13, 0x16, 0x16, 0x13, 0x0C])
    }

    static let strings: [(ASN1Tag, [UInt8], String)] = [
        (.utf8String, Array("Müller".utf8), "Müller"),
        (.utf8String, [0x4D, 0xFF, 0x72], "M\u{FFFD}r"),
        (.printableString, Array("Mueller".utf8), "Mueller"),
        (.printableString, [0x4D, 0xFC], "Mü"),
        (.ia5String, Array("a@b".utf8), "a@b"),
        (.visibleString, Array("vis".utf8), "vis"),
        (.numericString, Array("123".utf8), "123"),
        (.generalString, Array("gen".utf8), "gen"),
        (.teletexString, [0x4D, 0xFC, 0x6C, 0x6C, 0x65, 0x72], "Müller"),
        (.bmpString, [0x00, 0x4D, 0x04, 0x1E, 0xD8, 0x3D, 0xDE, 0x00], "M\u{41E}😀"),
        (.bmpString, [0xD8, 0x3D], "\u{FFFD}"),
        (.universalString, [0, 0, 0, 0x4D, 0, 1, 0xF6, 0x00], "M😀"),
        (.universalString, [0xFF, 0xFF, 0xFF, 0xFF], "\u{FFFD}"),
    ]

    @Test("A value of each string type is read leniently", arguments: strings)
    func everyStringType(tag: ASN1Tag, octets: [UInt8], text: String) throws {
        let name = try DistinguishedName(relativeNames: [[(NameAttributeType.commonName, DER.element(tag, octets))]])
        #expect(name.commonName == text)
        #expect(name.description == "CN=\(text)")
    }

    @Test("A value that is no string is written as hexadecimal, and read back")
    func noString() throws {
        let name = try DistinguishedName(relativeNames: [[(NameAttributeType.commonName, DER.integer(5))]])
        #expect(name.commonName == nil)
        #expect(name.description == "2.5.4.3=#020105")
        #expect(try DistinguishedName(name.description) == name)
    }

    @Test("Names match with case, spaces and string types not counted")
    func matching() throws {
        func name(_ tag: ASN1Tag, _ text: String) throws -> DistinguishedName {
            try DistinguishedName(relativeNames: [[(NameAttributeType.commonName, DER.string(tag, text))]])
        }
        let base = try name(.utf8String, "Example  CA")
        #expect(base.matches(try name(.printableString, " example ca ")))
        #expect(!base.matches(try name(.utf8String, "Example CB")))
        #expect(!base.matches(try DistinguishedName("O=Example CA")))
        #expect(try DistinguishedName("CN=a+UID=b").matches(DistinguishedName("UID=B+CN=A")))
    }
}
