import TestRig
import Testing

@Suite("Java's SunPKCS11 on the provider", .timeLimit(.minutes(5)))
struct SlowJavaTests {
    private let place: ClientPlace

    init() async throws {
        place = try await ClientPlace()
        try place.directory.write("name = Jeton\nlibrary = \(place.module)\nslotListIndex = 0\n", to: "java.cfg")
    }

    private func java(_ program: String, _ arguments: [String]) async throws -> String {
        try await place.run(
            [program, "-keystore", "NONE", "-storetype", "PKCS11", "-providerClass", "sun.security.pkcs11.SunPKCS11"]
                + ["-providerArg", "java.cfg", "-storepass:file", "pin"] + arguments
        )
    }

    @Test(
        "keytool makes a key pair, lists it and signs a request; jarsigner signs with it",
        arguments: [["-keyalg", "EC", "-groupname", "secp256r1"], ["-keyalg", "RSA", "-keysize", "2048"]]
    )
    func generate(_ words: [String]) async throws {
        _ = try await java("keytool", ["-genkeypair", "-alias", "made", "-dname", "CN=made"] + words)
        let list = try await java("keytool", ["-list"])
        #expect(list.contains("made, PrivateKeyEntry"), "\(list)")
        _ = try await java("keytool", ["-certreq", "-alias", "made", "-file", "made.csr"])
        #expect(try await place.openssl("req", "-in", "made.csr", "-noout", "-verify").contains("verify OK"))
        try place.directory.write("a letter\n", to: "letter")
        try await place.run("jar", "--create", "--file", "a.jar", "letter")
        let signed = try await java("jarsigner", ["a.jar", "made"])
        #expect(signed.contains("jar signed."), "\(signed)")
        #expect(try await place.run("jarsigner", "-verify", "a.jar").contains("jar verified."))
    }

    @Test("keytool lists what others have put onto the token, and deletes it")
    func list() async throws {
        try await place.makeCertifiedKey("k", "ec:p256")
        #expect(try await java("keytool", ["-list"]).contains("k, PrivateKeyEntry"))
        _ = try await java("keytool", ["-delete", "-alias", "k"])
        #expect(try await java("keytool", ["-list"]).contains("contains 0 entries"))
    }

    @Test("A configuration that names the slot by its ID, so that no list is asked for, finds the token")
    func slotByID() async throws {
        try await place.makeCertifiedKey("k", "ec:p256")
        // "Slot 0 (0x0): Jeton virtual card alpha"
        let slots = try await place.run("pkcs11-tool", "--module", place.module, "--list-slots")
        let id = try #require(slots.firstMatch(of: /\(0x([0-9a-f]+)\): Jeton virtual card alpha/)?.1)
        let slot = try #require(UInt(id, radix: 16))
        try place.directory.write("name = Jeton\nlibrary = \(place.module)\nslot = \(slot)\n", to: "java.cfg")
        #expect(try await java("keytool", ["-list"]).contains("k, PrivateKeyEntry"))
        _ = try await java("keytool", ["-certreq", "-alias", "k", "-file", "k.csr"])
        #expect(try await place.openssl("req", "-in", "k.csr", "-noout", "-verify").contains("verify OK"))
    }
}
