import Cryptoki
import Glibc
import Testing

/// The reader and printer of p11-kit, reached by `dlopen`.
///
/// The prototypes are those of its `uri.h`: a URI is an opaque pointer, and 0 means success.
@safe
private struct P11KitURI {
    private typealias New = @convention(c) () -> OpaquePointer?
    private typealias Free = @convention(c) (OpaquePointer?) -> Void
    private typealias Parse = @convention(c) (UnsafePointer<CChar>?, UInt32, OpaquePointer?) -> Int32
    private typealias Format =
        @convention(c) (
            OpaquePointer?, UInt32, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        ) -> Int32

    private let new: New
    private let free: Free
    private let parse: Parse
    private let format: Format

    init() throws {
        let library = try unsafe #require(dlopen("libp11-kit.so.0", RTLD_NOW | RTLD_LOCAL))
        unsafe new = unsafeBitCast(try #require(dlsym(library, "p11_kit_uri_new")), to: New.self)
        unsafe free = unsafeBitCast(try #require(dlsym(library, "p11_kit_uri_free")), to: Free.self)
        unsafe parse = unsafeBitCast(try #require(dlsym(library, "p11_kit_uri_parse")), to: Parse.self)
        unsafe format = unsafeBitCast(try #require(dlsym(library, "p11_kit_uri_format")), to: Format.self)
    }

    /// What p11-kit prints of a text, or nil if it refuses it.
    func reprint(_ text: String) -> String? {
        let any: UInt32 = 0xFFFF
        let uri = unsafe new()
        defer { unsafe free(uri) }
        guard unsafe parse(text, any, uri) == 0 else { return nil }
        var printed: UnsafeMutablePointer<CChar>?
        guard unsafe format(uri, any, &printed) == 0, let printed = unsafe printed else { return nil }
        defer { unsafe Glibc.free(printed) }
        return unsafe String(cString: printed)
    }
}

@Suite("PKCS #11 URI: beside p11-kit")
struct PKCS11URIDifferentialTests {
    @Test("p11-kit's print of an RFC example reads as the same URI", arguments: PKCS11URIParsingTests.examples)
    func examples(text: String, canonical: String) throws {
        let printed = try #require(try P11KitURI().reprint(text))
        var expected = try PKCS11URI(parsing: text)
        // p11-kit drops vendors' path attributes, and a label of more than the 32 octets of CK_TOKEN_INFO.
        for attribute in expected.pathAttributes where attribute.isVendorDefined {
            try expected.set(nil, for: attribute)
        }
        if let token = expected.token, token.count > 32 { expected.token = nil }
        #expect(try PKCS11URI(parsing: printed) == expected)
    }

    @Test("p11-kit reads what is printed here as the same URI", arguments: 0..<200)
    func random(round: Int) throws {
        var generator = SystemRandomNumberGenerator()
        // A zero octet ends a string inside p11-kit, and blanks at the end of a field are its padding.
        func octets(_ limit: Int) -> [UInt8] {
            (0..<Int.random(in: 1...limit, using: &generator)).map { _ in UInt8.random(in: 0x21...0xFF) }
        }
        var uri = PKCS11URI()
        uri.token = octets(32)
        uri.serial = octets(16)
        uri.object = octets(40)
        uri.id = octets(20)
        uri.type = PKCS11URI.ObjectType.allCases.randomElement(using: &generator)
        uri.slotDescription = octets(64)
        uri.libraryVersion = PKCS11URI.LibraryVersion(major: .random(in: 0...254), minor: .random(in: 0...254))
        uri.slotID = UInt.random(in: 0...0xFFFF_FFFF)
        uri.modulePath = octets(40)
        let printed = try #require(try P11KitURI().reprint(uri.description))
        #expect(try PKCS11URI(parsing: printed) == uri)
    }

    @Test(
        "What p11-kit refuses is refused here too",
        arguments: [
            "pkcs12:", "pkcs11:token", "pkcs11:=a", "pkcs11:token=%2", "pkcs11:token=%zz", "pkcs11:slot-id=a",
            "pkcs11:library-version=a", "pkcs11:?pin-source",
        ]
    )
    func refused(text: String) throws {
        #expect(try P11KitURI().reprint(text) == nil)
        #expect(throws: PKCS11URIError.self) { try PKCS11URI(parsing: text) }
    }
}
