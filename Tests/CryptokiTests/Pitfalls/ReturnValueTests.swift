import Octets
import Testing

@testable import Cryptoki

@Suite("Pitfalls: return values")
struct ReturnValueTests {
    @Test("Every return value of PKCS #11 comes through as itself, with its name and a sentence")
    func allCodes() throws {
        let codes = ReturnValue.names.keys.filter { $0 != 0 }.sorted()
        #expect(codes.count > 90)
        let settings = codes.enumerated().map { "fault.C_GenerateRandom@\($0 + 1) = rv:\($1)\n" }.joined()
        let token = try FaultToken(settings)
        var session = try Session(slot: token.slot)
        for code in codes {
            let error = #expect(throws: CryptokiError.self) { try session.random(count: 8) }
            let value = ReturnValue(rawValue: code)
            #expect(error?.code == value)
            #expect(error?.function == .generateRandom)
            #expect(value.name == ReturnValue.names[code])
            #expect(value.name.hasPrefix("CKR_"))
            let description = error?.description ?? ""
            #expect(description.hasPrefix("C_GenerateRandom failed: "))
            #expect(description.contains(value.name))
        }
    }

    @Test(
        "Values that PKCS #11 does not define keep their number",
        arguments: [
            (0x8000_0006, "CKR_VENDOR_0x80000006"), (0xFFFF_FFFF, "CKR_VENDOR_0xFFFFFFFF"), (0x123, "CKR_0x123"),
            (UInt.max, "CKR_VENDOR_0xFFFFFFFFFFFFFFFF"),
        ] as [(UInt, String)]
    )
    func unknownCodes(_ code: UInt, _ name: String) throws {
        let token = try FaultToken("fault.C_GenerateRandom = rv:\(code)\n")
        var session = try Session(slot: token.slot)
        let error = #expect(throws: CryptokiError.self) { try session.random(count: 8) }
        #expect(error?.code.rawValue == code)
        #expect(error?.code.name == name)
        #expect(error?.code.isVendorDefined == (code >= 0x8000_0000))
    }

    @Test("A token whose secure channel is not set up refuses sessions with 0x54, and opens them after its password")
    func activation() throws {
        let token = try FaultToken("extension = 34\ntoken.0.activation = secret\n")
        let error = #expect(throws: CryptokiError.self) { _ = try Session(slot: token.slot) }
        #expect(error?.code == .functionNotSupported)
        #expect(error?.fault == nil)
    }

    @Test("An error never says what the data was")
    func noSecrets() throws {
        let token = try FaultToken()
        var session = try Session(slot: token.slot)
        let pin = "739154"
        let error = #expect(throws: CryptokiError.self) {
            try session.logIn(with: pin)
        }
        #expect(error?.description.contains(pin) == false)
        #expect(String(reflecting: error).contains(pin) == false)
    }
}
