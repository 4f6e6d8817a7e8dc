import Foundation
import JetonOctets
import TestRig
import Testing

@testable import Cryptoki

@Suite("Pitfalls: return values")
struct ReturnValueTests {
    /// Names and numbers as the C header writes them; without `CKR_OK`, and without the range of the vendors.
    private static func header() throws -> [UInt: String] {
        let file = BuildProducts.packageDirectory.appendingPathComponent(
            "Sources/PKCS11/CCryptoki/include/cryptoki_constants.h"
        )
        var names: [UInt: String] = [:]
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count >= 3, words[0] == "#define", words[1].hasPrefix("CKR_"),
                let start = words[2].firstRange(of: "0x")
            else { continue }
            let number = try #require(UInt(words[2][start.upperBound...].prefix(while: \.isHexDigit), radix: 16))
            if number != 0, number < 0x8000_0000 { names[number] = String(words[1]) }
        }
        return names
    }

    @Test("Every return value of the C header comes through as itself, with its name there and a sentence")
    func allCodes() throws {
        let names = try Self.header()
        #expect(names.count > 90)
        // Numbers that everybody knows by heart, so that a header that is wrong itself is noticed.
        #expect(names[0xA0] == "CKR_PIN_INCORRECT" && names[0x54] == "CKR_FUNCTION_NOT_SUPPORTED")
        #expect(names[0x150] == "CKR_BUFFER_TOO_SMALL" && names[0x190] == "CKR_CRYPTOKI_NOT_INITIALIZED")
        let codes = names.keys.sorted()
        let settings = codes.enumerated().map { "fault.C_GenerateRandom@\($0 + 1) = rv:\($1)\n" }.joined()
        let token = try FaultToken(settings)
        var session = try Session(slot: token.slot)
        for code in codes {
            let error = #expect(throws: CryptokiError.self) { try session.random(count: 8) }
            #expect(error?.code.rawValue == code)
            #expect(error?.function == .generateRandom)
            #expect(error?.code.name == names[code])
            let description = error?.description ?? ""
            #expect(description.hasPrefix("C_GenerateRandom failed: "))
            #expect(description.contains("(\(names[code] ?? ""), 0x\(String(code, radix: 16, uppercase: true)))"))
            let sentence = description.dropFirst("C_GenerateRandom failed: ".count).prefix { $0 != "(" }
            #expect(!sentence.split(separator: " ").isEmpty, "\(description)")
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
