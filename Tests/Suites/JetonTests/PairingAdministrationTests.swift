import Foundation
import TestRig
import Testing

/// `jeton pairings new-password` and `new-keys`, and what they need of `pin unblock`.
@Suite("New activation passwords and keys at the command line")
struct PairingAdministrationTests {
    private static let officer = ["--so-pin-source", "file:so-pin"]

    /// A place with a double of Rutoken's library, whose token is paired.
    private static func double() async throws -> (Workplace, RutokenModuleCopy) {
        let (place, module) = try await PairingTests.place("slot.0.so_pin = \(Workplace.securityOfficerPIN)\n")
        try await place.jeton(["pair", "4894721a"] + PairingTests.source).exits(0)
        return (place, module)
    }

    /// A place with Jeton's own provider and a card with a channel, which is paired, and the card's passwords.
    private static func provider() async throws -> (Workplace, passwords: [String]) {
        let place = try Workplace(modules: [try BuildProducts.path("libjeton-pkcs11.so")])
        let words = ["virtual", "create", "alpha", "--channel", "modern", "--print-passwords", "--json"]
        let passwords = try await place.jeton(words).exits(0).json()["passwords"].list.compactMap(\.text)
        for command in [["pin", "change"], ["key", "list"], ["token", "init", "--label", "x"]] {
            try await place.jeton(command + ["--reader", "Jeton virtual card alpha"]).exits(8)
                .says("the secure channel of token", "`jeton pair --reader 'Jeton virtual card alpha ")
        }
        try place.secret(passwords[0], "password")
        try await pair(place, "file:password")
        try await place.jeton(
            ["token", "init", "--reader", "Jeton virtual card alpha", "--label", "alpha", "--yes"] + officer
                + ["--pin-source", "file:pin"]
        ).exits(0)
        return (place, passwords)
    }

    /// Pairs with the virtual card, which is put in anew if its minute of pairing mode is over on a busy machine.
    private static func pair(_ place: Workplace, _ source: String, environment: [String: String] = [:]) async throws {
        for _ in 0..<5 {
            let answer = try await place.jeton("pair", "--password-source", source, environment: environment)
            if answer.code == 0 { return }
            answer.exits(8).says("CKR_FUNCTION_CANCELED")
            for verb in ["eject", "insert"] { try await place.jeton("virtual", verb, "alpha").exits(0) }
        }
        Issue.record("the card was not paired in five minutes")
    }

    private static func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("A password goes into a file for its owner only, and replaces none without --force")
    func file() async throws {
        let (place, module) = try await Self.double()
        let words = ["pairings", "new-password", "Anna", "--number", "3"] + Self.officer
        let answer = try await place.jeton(words + ["--out", "new", "--json"])
        let document = try answer.exits(0).json()
        #expect(document["schema"].text == "jeton.pairings.new-password/1" && document["number"].number == 3)
        #expect(document["file"].text == "new" && !answer.text.contains("PASSWORDOFTOKEN"))
        let path = place.directory.path("new")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "PASSWORDOFTOKEN4\n")
        #expect(try Self.mode(path) == 0o600)
        try await place.jeton(words + ["--out", "new"]).exits(7).says("new exists", "--force")
        try await place.jeton(words + ["--out", "new", "--force"]).exits(0).prints("password of token 'Anna' is in new")
        #expect(module.count(of: "C_EX_GenerateActivationPassword") >= 4)
    }

    @Test("A pipe and a document get no password, and the token is not asked for one")
    func pipe() async throws {
        let (place, module) = try await Self.double()
        let words = ["pairings", "new-password", "Anna"] + Self.officer
        try await place.jeton(words).exits(2).says("only be shown on a terminal", "--out PATH")
        try await place.jeton(words + ["--json"]).exits(2)
        try await place.jeton(words + ["--out", "-"]).exits(2)
        try await place.jeton(words + ["--out", "x", "--number", "0"]).exits(2)
        #expect(module.count(of: "C_EX_GenerateActivationPassword") == 0)
    }

    @Test("On a terminal the password is shown once, with what it is good for")
    func terminal() async throws {
        let (place, _) = try await Self.double()
        let screen = try Terminal.start(place, ["pairings", "new-password", "Anna", "--number", "1"] + Self.officer)
        let output = try await screen.finish()
        #expect(output.exitStatus == 0, "\(output.text)")
        #expect(output.text.contains("PASSWORDOFTOKEN2\r\n") && output.text.contains("the password is not shown again"))
    }

    @Test("What the token refuses has a hint", arguments: [("7", "no password with that number")])
    func refusals(_ number: String, _ hint: String) async throws {
        let (place, _) = try await Self.double()
        let words = ["pairings", "new-password", "Anna", "--out", "new", "--number", number] + Self.officer
        try await place.jeton(words).exits(5).says("C_EX_GenerateActivationPassword", hint)
        #expect(!FileManager.default.fileExists(atPath: place.directory.path("new")))
        try await place.jeton(["pairings", "new-keys", "Anna", "--yes"] + Self.officer).exits(5)
            .says("C_EX_TokenManage", "only Jeton's own module")
    }

    @Test("A password made by the security officer pairs another user's program, and new keys end both pairings")
    func ownModule() async throws {
        let (place, passwords) = try await Self.provider()
        let target = ["--reader", "Jeton virtual card alpha"]
        try await place.jeton(["pairings", "new-password", "--number", "1", "--out", "new"] + target + Self.officer)
            .exits(0).prints("a new activation password", "is in new")
        let other = [
            "JETON_DATA": place.directory.path("other"), "JETON_PROVIDER_CARDS": place.directory.path("data/cards"),
        ]
        try await Self.pair(place, "file:new", environment: other)
        try await place.jeton(["pairings", "new-keys"] + target + Self.officer).exits(2).says("will be ended", "--yes")
        try await place.jeton(["pairings", "new-keys", "--yes"] + target + Self.officer).exits(0)
            .prints("new keys; all its pairings have ended").says("jeton pair")
        for environment in [[:], other] {
            let list = try await place.jeton("list", "--json", environment: environment).exits(0).json()
            #expect(list["readers"][0]["state"].text == "unpaired" && list["readers"][0]["media"].text == "NO_MEDIA")
        }
        try await place.jeton("pairings", "list").exits(0).says("no token is paired")
        try place.secret(passwords[1], "password")
        try await Self.pair(place, "file:password")
    }

    @Test("A locked PIN is unblocked and kept, through Jeton's own module")
    func unblock() async throws {
        let (place, _) = try await Self.provider()
        let target = ["--reader", "Jeton virtual card alpha"]
        for wrong in ["999991", "999992", "999993"] {
            try place.secret(wrong, "wrong")
            try await place.jeton(["key", "list", "--pin-source", "file:wrong", "--last-try"] + target).exits(4)
        }
        let locked = try await place.jeton(["pin", "status", "--json"] + target).exits(0).json()
        #expect(locked["user"]["locked"].flag == true)
        try await place.jeton(["pin", "unblock", "--keep"] + target + Self.officer).exits(0).prints("is unblocked")
        try await place.jeton(["key", "list", "--pin-source", "file:pin"] + target).exits(0)
    }
}
