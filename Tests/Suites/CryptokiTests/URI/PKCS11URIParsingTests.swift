import Cryptoki
import Testing

@Suite("PKCS #11 URI: reading and printing")
struct PKCS11URIParsingTests {
    /// The examples of RFC 7512, 3, with the canonical form of each.
    static let examples: [(text: String, canonical: String)] = [
        ("pkcs11:", "pkcs11:"),
        ("pkcs11:object=my-pubkey;type=public", "pkcs11:object=my-pubkey;type=public"),
        (
            "pkcs11:object=my-key;type=private?pin-source=file:/etc/token",
            "pkcs11:object=my-key;type=private?pin-source=file:/etc/token"
        ),
        (
            "pkcs11:token=The%20Software%20PKCS%2311%20Softtoken;manufacturer=Snake%20Oil,%20Inc.;model=1.0;"
                + "object=my-certificate;type=cert;id=%69%95%3E%5C%F4%BD%EC%91;serial=?pin-source=file:/etc/token_pin",
            "pkcs11:token=The%20Software%20PKCS%2311%20Softtoken;serial=;object=my-certificate;"
                + "id=%69%95%3E%5C%F4%BD%EC%91;type=cert;model=1.0;manufacturer=Snake%20Oil,%20Inc."
                + "?pin-source=file:/etc/token_pin"
        ),
        (
            "pkcs11:object=my-sign-key;type=private?module-name=mypkcs11",
            "pkcs11:object=my-sign-key;type=private?module-name=mypkcs11"
        ),
        (
            "pkcs11:object=my-sign-key;type=private?module-path=/mnt/libmypkcs11.so.1",
            "pkcs11:object=my-sign-key;type=private?module-path=/mnt/libmypkcs11.so.1"
        ),
        (
            "pkcs11:token=Software%20PKCS%2311%20softtoken;manufacturer=Snake%20Oil,%20Inc.?pin-value=the-pin",
            "pkcs11:token=Software%20PKCS%2311%20softtoken;manufacturer=Snake%20Oil,%20Inc."
        ),
        ("pkcs11:slot-description=Sun%20Metaslot", "pkcs11:slot-description=Sun%20Metaslot"),
        (
            "pkcs11:library-manufacturer=Snake%20Oil,%20Inc.;library-description=Soft%20Token%20Library;"
                + "library-version=1.23",
            "pkcs11:library-description=Soft%20Token%20Library;library-manufacturer=Snake%20Oil,%20Inc.;"
                + "library-version=1.23"
        ),
        (
            "pkcs11:token=My%25%20token%20created%20by%20Joe;library-version=3;id=%01%02%03%Ba%dd%Ca%fe%04%05%06",
            "pkcs11:token=My%25%20token%20created%20by%20Joe;id=%01%02%03%BA%DD%CA%FE%04%05%06;library-version=3.0"
        ),
        (
            "pkcs11:token=A%20name%20with%20a%20substring%20%25%3B;object=my-certificate;type=cert",
            "pkcs11:token=A%20name%20with%20a%20substring%20%25%3B;object=my-certificate;type=cert"
        ),
        (
            "pkcs11:token=Name%20with%20a%20small%20A%20with%20acute:%20%C3%A1;object=my-certificate;type=cert",
            "pkcs11:token=Name%20with%20a%20small%20A%20with%20acute:%20%C3%A1;object=my-certificate;type=cert"
        ),
        (
            "pkcs11:token=my-token;object=my-certificate;type=cert;vendor-aaa=value-a"
                + "?pin-source=file:/etc/token_pin&vendor-bbb=value-b",
            "pkcs11:token=my-token;object=my-certificate;type=cert;vendor-aaa=value-a"
                + "?pin-source=file:/etc/token_pin&vendor-bbb=value-b"
        ),
    ]

    @Test("The examples of RFC 7512 are read and printed canonically", arguments: PKCS11URIParsingTests.examples)
    func standardExamples(text: String, canonical: String) throws {
        let uri = try PKCS11URI(parsing: text)
        #expect(uri.description == canonical)
        let again = try PKCS11URI(parsing: canonical)
        #expect(again.description == canonical)
        #expect(again == uri || uri.hasPINValue)
    }

    @Test("Each attribute lands in its property")
    func properties() throws {
        let uri = try PKCS11URI(
            parsing: "pkcs11:slot-id=0042;slot-manufacturer=m;slot-description=d;library-version=2.04;"
                + "library-manufacturer=lm;library-description=ld;manufacturer=tm;model=mo;serial=s;token=t;"
                + "id=%00%ff;object=o;type=secret-key?module-name=n&module-path=/p&pin-source=prompt"
        )
        #expect(uri.slotID == 42)
        #expect(uri.slotManufacturer == Array("m".utf8))
        #expect(uri.slotDescription == Array("d".utf8))
        #expect(uri.libraryVersion == PKCS11URI.LibraryVersion(major: 2, minor: 4))
        #expect(uri.libraryManufacturer == Array("lm".utf8))
        #expect(uri.libraryDescription == Array("ld".utf8))
        #expect(uri.manufacturer == Array("tm".utf8))
        #expect(uri.model == Array("mo".utf8))
        #expect(uri.serial == Array("s".utf8))
        #expect(uri.token == Array("t".utf8))
        #expect(uri.id == [0x00, 0xFF])
        #expect(uri.object == Array("o".utf8))
        #expect(uri.type == .secretKey)
        #expect(uri.moduleName == Array("n".utf8))
        #expect(uri.modulePath == Array("/p".utf8))
        #expect(uri.pinSource == Array("prompt".utf8))
        #expect(uri.pathAttributes == PKCS11URI.PathAttribute.standard)
        #expect(uri.queryAttributes == [.moduleName, .modulePath, .pinSource])
    }

    @Test("A URI built from properties prints what parsing gives back")
    func built() throws {
        var uri = PKCS11URI()
        uri.token = Array("a;b?c&d/e#f%g h".utf8)
        uri.object = [0xFF, 0x00, 0x41]
        uri.id = []
        uri.type = .certificate
        uri.slotID = .max
        uri.libraryVersion = PKCS11URI.LibraryVersion(major: 255, minor: 0)
        uri.modulePath = Array("/a b/?&|;#".utf8)
        let vendor = try #require(PKCS11URI.PathAttribute(rawValue: "Vendor_x-1"))
        try uri.set(Array("v".utf8), for: vendor)
        let text = uri.description
        #expect(
            text == "pkcs11:token=a%3Bb%3Fc&d%2Fe%23f%25g%20h;object=%FF%00A;id=;type=cert;library-version=255.0;"
                + "slot-id=18446744073709551615;Vendor_x-1=v?module-path=/a%20b/?%26|%3B%23"
        )
        #expect(try PKCS11URI(parsing: text) == uri)
        #expect(uri.text(of: .object) == nil)
        uri.slotID = nil
        #expect(uri[.slotID] == nil)
    }

    @Test("Every octet survives in every kind of value", arguments: UInt8.min...UInt8.max)
    func octets(octet: UInt8) throws {
        var uri = PKCS11URI()
        uri.token = [octet]
        uri.id = [octet, octet]
        uri.object = [0x61, octet]
        uri.moduleName = [octet]
        #expect(try PKCS11URI(parsing: uri.description) == uri)
    }

    @Test("Scheme, names that the standard defines, and types are read in any case")
    func letterCase() throws {
        let uri = try PKCS11URI(parsing: "PKCS11:Token=A;TYPE=Private?Module-Name=m")
        #expect(uri.description == "pkcs11:token=A;type=private?module-name=m")
    }

    @Test("A vendor's attribute may repeat in the query, where it keeps its order")
    func repeatedVendorAttribute() throws {
        let uri = try PKCS11URI(parsing: "pkcs11:?x-b=2&x-a=1&x-b=1&module-name=m")
        #expect(uri.description == "pkcs11:?module-name=m&x-a=1&x-b=2&x-b=1")
        let attribute = try #require(PKCS11URI.QueryAttribute(rawValue: "x-b"))
        #expect(uri[attribute] == [Array("2".utf8), Array("1".utf8)])
        #expect(uri.queryAttributes.map(\.rawValue) == ["module-name", "x-a", "x-b"])
    }

    @Test("An empty query is allowed and not printed")
    func emptyQuery() throws {
        #expect(try PKCS11URI(parsing: "pkcs11:token=a?").description == "pkcs11:token=a")
    }

    @Test(
        "What the grammar does not allow is refused with its kind and place",
        arguments: [
            ("", PKCS11URIError.Code.wrongScheme, 0),
            ("pkcs1", .wrongScheme, 5),
            ("pkcs12:token=a", .wrongScheme, 5),
            ("pkcs11\u{1A}token=a", .wrongScheme, 6),
            ("http://example.com", .wrongScheme, 0),
            ("pkcs11:;token=a", .emptyAttribute, 7),
            ("pkcs11:token=a;", .emptyAttribute, 15),
            ("pkcs11:token=a;;id=1", .emptyAttribute, 15),
            ("pkcs11:?&", .emptyAttribute, 8),
            ("pkcs11:?module-name=a&", .emptyAttribute, 22),
            ("pkcs11:token", .missingEqualsSign, 7),
            ("pkcs11:token;id=1", .missingEqualsSign, 7),
            ("pkcs11:?module-name", .missingEqualsSign, 8),
            ("pkcs11:=a", .malformedName, 7),
            ("pkcs11:to ken=a", .malformedName, 9),
            ("pkcs11:tok%65n=a", .malformedName, 10),
            ("pkcs11:t\u{F6}ken=a", .malformedName, 8),
            ("pkcs11:token=a b", .forbiddenCharacter, 14),
            ("pkcs11:token=a/b", .forbiddenCharacter, 14),
            ("pkcs11:token=a#b", .forbiddenCharacter, 14),
            ("pkcs11:token=\u{F6}", .forbiddenCharacter, 13),
            ("pkcs11:token=a\u{0}", .forbiddenCharacter, 14),
            ("pkcs11:token=a\n", .forbiddenCharacter, 14),
            ("pkcs11:?module-path=/a;b", .forbiddenCharacter, 22),
            ("pkcs11:token=%", .malformedPercentEncoding, 13),
            ("pkcs11:token=a%2", .malformedPercentEncoding, 14),
            ("pkcs11:token=%2;id=1", .malformedPercentEncoding, 13),
            ("pkcs11:token=%g0", .malformedPercentEncoding, 13),
            ("pkcs11:token=a;token=a", .duplicateAttribute, 15),
            ("pkcs11:token=a;TOKEN=b", .duplicateAttribute, 15),
            ("pkcs11:x-v=a;x-v=b", .duplicateAttribute, 13),
            ("pkcs11:?pin-source=a&pin-source=b", .duplicateAttribute, 21),
            ("pkcs11:?pin-value=a&pin-value=b", .duplicateAttribute, 20),
            ("pkcs11:?module-name=a&module-name=b", .duplicateAttribute, 22),
            ("pkcs11:?pin-value=1234&pin-source=prompt", .conflictingAttributes, 23),
            ("pkcs11:?pin-source=prompt&pin-value=1234", .conflictingAttributes, 26),
            ("pkcs11:pin-value=1234", .misplacedAttribute, 7),
            ("pkcs11:token=a;module-path=%2Fx", .misplacedAttribute, 15),
            ("pkcs11:?token=a", .misplacedAttribute, 8),
            ("pkcs11:type=certificate", .malformedValue, 12),
            ("pkcs11:type=", .malformedValue, 12),
            ("pkcs11:type=secret-%E2%84%AAey", .malformedValue, 12),
            ("pkcs11:slot-id=", .malformedValue, 15),
            ("pkcs11:slot-id=-1", .malformedValue, 15),
            ("pkcs11:slot-id=0x1", .malformedValue, 15),
            ("pkcs11:slot-id=18446744073709551616", .malformedValue, 15),
            ("pkcs11:library-version=", .malformedValue, 23),
            ("pkcs11:library-version=1.", .malformedValue, 23),
            ("pkcs11:library-version=.1", .malformedValue, 23),
            ("pkcs11:library-version=1.2.3", .malformedValue, 23),
            ("pkcs11:library-version=256.0", .malformedValue, 23),
        ]
    )
    func refused(text: String, code: PKCS11URIError.Code, offset: Int) throws {
        let error = try #require(throws: PKCS11URIError.self) { try PKCS11URI(parsing: text) }
        #expect(error.code == code)
        #expect(error.offset == offset)
    }

    @Test("The length is bounded at 8 KiB")
    func length() throws {
        let longest = "pkcs11:token=" + String(repeating: "a", count: PKCS11URI.maximumLength - 13)
        #expect(try PKCS11URI(parsing: longest).token?.count == PKCS11URI.maximumLength - 13)
        #expect(throws: PKCS11URIError(.tooLong, at: 0)) { try PKCS11URI(parsing: longest + "a") }
    }

    @Test("Checked setters refuse what parsing refuses")
    func checkedSetters() throws {
        var uri = PKCS11URI()
        #expect(throws: PKCS11URIError(.malformedValue, at: 0)) { try uri.set(Array("x".utf8), for: .slotID) }
        #expect(throws: PKCS11URIError(.malformedValue, at: 0)) { try uri.set(Array("x".utf8), for: .type) }
        #expect(throws: PKCS11URIError(.conflictingAttributes, at: 0)) { try uri.set([[0x31]], for: .pinValue) }
        #expect(throws: PKCS11URIError(.duplicateAttribute, at: 0)) { try uri.set([[1], [2]], for: .moduleName) }
        #expect(uri == PKCS11URI())
        try uri.set(Array("007".utf8), for: .slotID)
        #expect(uri.slotID == 7)
        try uri.set(nil, for: .slotID)
        #expect(uri.isPathEmpty)
    }

    @Test("Names of the other component, and malformed ones, are no attributes")
    func attributeNames() {
        #expect(PKCS11URI.PathAttribute(rawValue: "pin-value") == nil)
        #expect(PKCS11URI.PathAttribute(rawValue: "") == nil)
        #expect(PKCS11URI.PathAttribute(rawValue: "a.b") == nil)
        #expect(PKCS11URI.QueryAttribute(rawValue: "Token") == nil)
        #expect(PKCS11URI.PathAttribute(rawValue: "TOKEN") == .token)
        #expect(PKCS11URI.QueryAttribute(rawValue: "Pin-Source") == .pinSource)
        #expect(PKCS11URI.PathAttribute(rawValue: "x-serial")?.isVendorDefined == true)
        #expect(!PKCS11URI.PathAttribute.slotID.isVendorDefined)
    }
}
