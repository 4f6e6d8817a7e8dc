import Cryptoki
import JetonOctets
import Testing

@Suite("PKCS #11 URI: a PIN in it")
struct PKCS11URIPINValueTests {
    private static let pin = "s3cr%65t"
    private static let decodedPIN = "s3cret"

    @Test("A pin-value is told, can be taken as a secret, and never shows")
    func heldApart() throws {
        let uri = try PKCS11URI(parsing: "pkcs11:token=a?pin-value=\(Self.pin)&module-name=m")
        #expect(uri.hasPINValue)
        let secret = uri.makePINValue()
        guard let secret else {
            Issue.record("no secret")
            return
        }
        #expect(secret.withBytes { span in (0..<span.count).map { span[$0] } } == Array(Self.decodedPIN.utf8))
        var dumped = ""
        dump(uri, to: &dumped)
        for text in [uri.description, String(reflecting: uri), "\(uri)", dumped] {
            #expect(!text.contains(Self.decodedPIN) && !text.contains(Self.pin))
        }
        #expect(uri.description == "pkcs11:token=a?module-name=m")
        #expect(uri[.pinValue].isEmpty)
        #expect(!uri.queryAttributes.contains(.pinValue))
        #expect(!uri.withoutQuery.hasPINValue)
    }

    @Test("No error shows a value, wherever the PIN was put")
    func errors() throws {
        let pin = "736251"
        for text in [
            "pkcs11:?pin-value=\(pin)%", "pkcs11:?pin-value=\(pin) ", "pkcs11:pin-value=\(pin)",
            "pkcs11:?pin-value=\(pin)&pin-value=\(pin)", "pkcs11:?pin-value=\(pin)&pin-source=\(pin)",
            "pkcs11:slot-id=\(pin)x", "pkcs11:\(pin)", "pkcs11:?\(pin)",
        ] {
            let error = try #require(throws: PKCS11URIError.self) { try PKCS11URI(parsing: text) }
            #expect(!error.description.contains(pin))
            #expect(!String(reflecting: error).contains(pin))
        }
    }

    @Test("Setting a pin-source lets go of the pin-value; without one there is no secret")
    func replaced() throws {
        var uri = try PKCS11URI(parsing: "pkcs11:?pin-value=1")
        #expect(throws: PKCS11URIError(.conflictingAttributes, at: 0)) { try uri.set([[1]], for: .pinSource) }
        uri.pinSource = Array("prompt".utf8)
        #expect(!uri.hasPINValue)
        if uri.makePINValue() != nil { Issue.record("the secret is still there") }
        #expect(uri.description == "pkcs11:?pin-source=prompt")
    }
}
