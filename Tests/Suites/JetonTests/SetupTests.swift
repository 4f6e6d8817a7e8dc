import Foundation
import TestRig
import Testing

/// `jeton setup` on a terminal.
@Suite("Setting a card up")
struct SetupTests {
    static let newPINs: [(String, String?)] = [
        ("New PUK", Workplace.securityOfficerPIN), ("Repeat", Workplace.securityOfficerPIN),
        ("New PIN", "123456"), ("New PIN", ""), ("New PIN", Workplace.pin),
        ("Repeat", Workplace.pin),
    ]

    private func converse(_ screen: ChildProcess, _ answers: [(String, String?)]) async throws -> ChildProcess.Output {
        try await Terminal.converse(screen, answers)
        return try await screen.finish(within: .seconds(120))
    }

    /// Holds the document in a file to its schema.
    private func expectDocument(_ name: String, in place: Workplace) throws {
        #expect(JSONSchema.faults(inOutput: try #require(place.contents(name))) == [])
    }

    private func cardPlace() async throws -> Workplace {
        let place = try Workplace(modules: [try BuildProducts.path("libjeton-pkcs11.so")])
        try await place.jeton("virtual", "create", "alpha").exits(0)
        return place
    }

    @Test("A factory card gets PINs, a key and a certificate, and a signature that jeton and openssl verify")
    func factory() async throws {
        let place = try await cardPlace()
        let screen = try Terminal.start(place, ["setup", "--label", "anna", "--subject", "CN=Anna Muster"])
        let output = try await converse(screen, [("Type 'yes'", "yes")] + Self.newPINs)
        #expect(output.exitStatus == 0, "\(output.text)")
        for step in ["token init", "key generate", "cert create", "sign", "verify"] {
            #expect(output.text.contains("$ jeton \(step)"), "\(step) is missing: \(output.text)")
        }
        #expect(output.text.contains("this PIN is published") && output.text.contains("contains no PIN"))
        #expect(output.text.contains("valid") && !output.text.contains(Workplace.pin))
        #expect(!output.text.contains(Workplace.securityOfficerPIN))
        try await place.jeton("list").exits(0).prints("ready", "anna")
        try place.directory.write("I owe you one.\n", to: "letter")
        try await place.withPIN("sign", "letter", "--key", "signing").exits(0)
        try await place.jeton("verify", "letter.p7s", "--trust", "signing.pem").exits(0)
        try await place.openssl(
            "cms",
            "-verify",
            "-binary",
            "-inform",
            "DER",
            "-in",
            "letter.p7s",
            "-content",
            "letter",
            "-CAfile",
            "signing.pem",
            "-purpose",
            "any",
            "-out",
            "verified"
        )
        // Once more: the card is ready, so only the test signature is made. What is allowed is allowed for each step.
        let again = try Terminal.start(place, ["setup", "--in-clear", "--json"], output: "again.json")
        let second = try await converse(again, [("PIN of token 'anna'", Workplace.pin)])
        try expectDocument("again.json", in: place)
        #expect(second.exitStatus == 0 && !second.text.contains("$ jeton key generate"), "\(second.text)")
        let steps = second.text.split(separator: "\n").filter { $0.contains("$ jeton sign") }
        #expect(steps.count == 1 && steps.allSatisfy { $0.contains("--in-clear") }, "\(second.text)")
        // By its slot as by its label.
        try await place.withPIN("sign", "letter", "--key", "9a", "--force").exits(0)
        try await place.withPIN("sign", "letter", "--key", "9c", "--force").exits(3)
    }

    @Test("Without consent nothing is sent and nothing changes; without a terminal the commands are named")
    func refusals() async throws {
        let place = try await cardPlace()
        let screen = try Terminal.start(place, ["setup", "--label", "anna"])
        let output = try await converse(screen, [("Type 'yes'", "no")])
        #expect(output.exitStatus == 2 && output.text.contains("nothing was changed"), "\(output.text)")
        try await place.jeton("list").exits(0).prints("factory")
        try await place.jeton("setup").exits(2).says("terminal", "`jeton token init --label LABEL`")
    }

    @Test("A factory card in use keeps its key; a request goes to an authority")
    func inUse() async throws {
        let place = try await cardPlace()
        try place.secret("123456", "factory-pin")
        try place.secret("12345678", "factory-puk")
        let key = ["key", "generate", "--label", "old", "--type", "p256", "--pin-source", "file:factory-pin"]
        try await place.jeton(key).exits(0)
        let words = ["setup", "--subject", "CN=Anna", "--csr", "anna.csr", "--json"]
        let screen = try Terminal.start(place, words, output: "setup.json")
        let answers: [(String, String?)] = [
            ("Type 'yes'", "yes"), ("New PIN", Workplace.pin), ("Repeat", Workplace.pin),
            ("New PUK", Workplace.securityOfficerPIN), ("Repeat", Workplace.securityOfficerPIN),
        ]
        let output = try await converse(screen, answers)
        #expect(output.exitStatus == 0, "\(output.text)")
        try expectDocument("setup.json", in: place)
        try await place.openssl("req", "-in", "anna.csr", "-verify", "-noout")
        try await place.withPIN("key", "list").exits(0).prints("old")
        try await place.jeton("pin", "status").exits(0).prints("good")
        try await place.jeton("key", "list", "--pin-source", "file:factory-pin").exits(4)
    }
}
