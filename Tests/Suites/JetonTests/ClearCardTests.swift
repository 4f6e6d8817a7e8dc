import Foundation
import TestRig
import Testing
import VirtualCard

/// Cards without a channel beside, or in the place of, a paired token; by `jeton` and by a program in C.
@Suite("Paired tokens and cards in clear at the command line", .timeLimit(.minutes(15)))
struct ClearCardTests {
    /// A paired token 'alpha' with a key, whose card can be exchanged for another one in the same slot.
    struct Place {
        let place: ChannelPlace
        let card: ChannelPlace.Card

        init() async throws {
            place = try await ChannelPlace()
            card = place.cards[0]
            try await place.pair().exits(0)
            try await place.prepareKey()
            try place.workplace.directory.write("a contract", to: "contract")
            // The token's new label is noted with its next session.
            try await sign("before").exits(0)
        }

        var serialNumber: UInt32 { UInt32(card.serial) ?? 0 }

        /// The name of the slot while a card is in it.
        func reader(_ serialNumber: UInt32) -> String { "Jeton virtual card \(card.name) \(serialNumber)" }

        func sign(_ out: String, _ more: String...) async throws -> Answer {
            let key = "pkcs11:token=\(card.name);object=k;type=private"
            let words = ["sign", "contract", "--format", "raw", "--key", key, "--out", out] + more
            return try await place.workplace.jeton(words + Workplace.pinOption)
        }

        /// Puts a card without a channel in the token's place, which has the token's PIN and a key of the same label.
        func exchange(label: String, _ serialNumber: UInt32) async throws {
            let path = place.path(of: card)
            try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
            try FileManager.default.moveItem(atPath: path + ".key", toPath: path + ".key.away")
            _ = try SoftwareCard.create(at: path, VirtualCardOptions(serialNumber: serialNumber))
            // The attacker has a machine of his own.
            let data = ["JETON_DATA": place.workplace.directory.path("attacker"), "JETON_PROVIDER_CARDS": cards]
            let reader = ["--reader", self.reader(serialNumber)]
            try await place.workplace.jeton(
                ["token", "init", "--label", label, "--yes", "--so-pin-source", "file:factory-puk"] + reader
                    + Workplace.pinOption,
                environment: data
            ).exits(0)
            try await place.workplace.jeton(
                ["key", "generate", "--type", "ec:p256", "--label", "k"] + reader + Workplace.pinOption,
                environment: data
            ).exits(0)
        }

        private var cards: String { place.workplace.directory.path("data/cards") }
    }

    @Test("The token's serial number or label on a card without a channel is refused by every command, with the reason")
    func claimed() async throws {
        for (label, isSerial) in [("bob", true), ("alpha", true), ("alpha", false)] {
            let place = try await Place()
            let jeton = place.place.workplace
            let serialNumber = isSerial ? place.serialNumber : 0x1122_3344
            try await place.exchange(label: label, serialNumber)
            let reason = "the \(isSerial ? "serial number" : "label") of paired token 'alpha'"
            if label == "alpha" {
                try await place.sign("after").exits(5)
                    .says("CKR_ACTION_PROHIBITED", reason, "no secure channel", "hint: the PIN would travel in clear")
            }
            #expect(jeton.contents("after") == nil)
            let name = place.reader(serialNumber)
            let reader = ["--reader", name]
            for words in [["key", "list"], ["pin", "change"], ["object", "list"]] {
                try await jeton.jeton(words + reader + Workplace.pinOption).exits(5).says(reason)
            }
            let initialize = ["token", "init", "--label", "x", "--yes", "--so-pin-source", "file:factory-puk"]
            try await jeton.jeton(initialize + reader).exits(5).says(reason)
            try await jeton.jeton(["pair", "--password-source", "file:password-0-0"] + reader).exits(5).says(reason)
            let list = try await jeton.jeton("list", "--json").exits(0).json()
            let listed = try #require(list["readers"].list.first { $0["name"].text == name })
            #expect(listed["state"].text == "unknown")
            #expect(listed["token"]["channel"]["refusal"].text?.contains(reason) == true)
            try await jeton.jeton("list").exits(0).says(reason)
            try await jeton.jeton(["token", "show"] + reader).exits(0).prints("channel:       refused")
            // A program in C gets a number, and the reason if it asks.
            let program = try await place.place.program("program")
            let opened = try await program.open()
            #expect(opened.session == 0x1B && opened.status == 0x9844, "\(opened)")
            #expect(opened.words?.contains(reason) == true && opened.hint?.isEmpty == false)
        }
    }

    @Test("The pairing with a token that has lost its channel is forgotten on request, and the card is used then")
    func forgotten() async throws {
        let place = try await Place()
        let jeton = place.place.workplace
        try await place.exchange(label: "alpha", place.serialNumber)
        try await place.sign("after").exits(5).says("`jeton unpair")
        try await jeton.jeton("pairings", "show", "alpha").exits(0).prints("offers no secure channel")
        try await jeton.jeton("unpair", place.card.media, "--yes").exits(0).prints("is deleted here")
        try await place.sign("after").exits(0)
    }

    @Test("--require-channel refuses a card without one for one command")
    func requireChannel() async throws {
        let place = try await Place()
        try await place.exchange(label: "bob", 0x1122_3344)
        let list = ["key", "list", "--token", "bob"]
        try await place.place.workplace.jeton(list + Workplace.pinOption).exits(0)
        try await place.place.workplace.jeton(list + ["--require-channel"] + Workplace.pinOption).exits(8)
            .says("no secure channel", "--require-channel")
    }

    @Test("The suite stands in the PIN prompt, in token show and in pairings show")
    func suite() async throws {
        let place = try await Place()
        let jeton = place.place.workplace
        let screen = try Terminal.start(jeton, ["key", "list"])
        try await Terminal.expect("PIN of token 'alpha' (modern secure channel", on: screen)
        screen.send(line: Workplace.pin)
        #expect(try await screen.finish().exitStatus == 0)
        try await jeton.jeton("token", "show").exits(0).prints("channel:       modern")
        // By the virtual card's name, which is no name of the token's.
        try await jeton.jeton("pairings", "show", "alpha").exits(0)
            .prints("channel:      modern", "  suite:      modern", "  reader:     \(place.card.reader)")
        try await place.sign("after", "--require-channel").exits(0)
    }

    @Test("pair --require-channel keeps the policy in the pairing")
    func pairPolicy() async throws {
        let place = try await ChannelPlace()
        try await place.pair(0, "--require-channel").exits(0)
        let shown = try await place.workplace.jeton("pairings", "show", "alpha", "--json").exits(0).json()
        #expect(shown["pairing"]["groups"][0]["requiresChannel"].flag == true)
        #expect(shown["channel"].text == "modern")
    }

    // MARK: - Passwords

    @Test("A legacy password needs --allow-legacy, which is kept for the token until it is withdrawn")
    func legacy() async throws {
        let place = try await ChannelPlace("legacy")
        let jeton = place.workplace
        // Who makes a legacy card by `jeton virtual create` has allowed it.
        try await jeton.jeton("pairings", "policy", "alpha").exits(0).prints("legacy passwords: allowed")
        try await jeton.jeton("pairings", "policy", "alpha", "--no-allow-legacy").exits(0)
            .prints("legacy passwords: refused")
        let refused = try await place.pair(0, "--json").exits(8).says("--allow-legacy").json()
        #expect(refused["error"]["reason"].text == "legacyNotAllowed")
        #expect(try await place.slots().allSatisfy { $0 == "unused" })
        let program = try await place.program("program")
        #expect(try await program.pair(place.passwords[0]).pairing == 0x1B)
        // A consent of a pairing that fails is not kept.
        try jeton.secret("AAAA-AAAA-AAAA-AAAA-A", "wrong")
        try await jeton.jeton("pair", place.cards[0].reader, "--allow-legacy", "--password-source", "file:wrong").exits(
            8
        )
        try await jeton.jeton("pairings", "policy", "alpha").exits(0).prints("legacy passwords: refused")
        try await place.pair(0, "--allow-legacy").exits(0)
        try await jeton.jeton("pairings", "show", "alpha").exits(0).prints("legacy ones are allowed")
        #expect(try await program.pair(place.passwords[1]).pairing == 0)
        try await jeton.jeton("unpair", "alpha", "--program", program.demo.path, "--yes").exits(0)
        try await jeton.jeton("unpair", "alpha", "--yes").exits(0)
        try await jeton.jeton("pairings", "policy", "alpha").exits(0).prints("legacy passwords: allowed")
        try await jeton.jeton("pairings", "policy", "alpha", "--no-allow-legacy").exits(0)
        try await place.pair(2).exits(8).says("legacy activation passwords are not allowed")
        try await jeton.jeton("pairings", "policy", "alpha", "--allow-legacy").exits(0)
        #expect(try await program.pair(place.passwords[2]).pairing == 0)
    }

    @Test("A used-up password is called that, costs no try, and the hints speak of numbers")
    func usedUp() async throws {
        let place = try await ChannelPlace()
        try await place.pair().exits(0)
        let program = try await place.program("program")
        #expect(try await program.pair(place.passwords[0]).pairing == 0xA3)
        let used = try await place.pair(0, "--program", program.demo.path, "--json").exits(8)
            .says("the activation password is used up", "such as 3:").json()
        #expect(used["error"]["reason"].text == "usedPassword")
        try await place.pair(2, "--program", program.demo.path).exits(8)
            .says("the activation password is wrong", "9 tries are left", "its first unused one", "such as 3:")
        // Given again it is not sent, and the tries are those that the module reported.
        try await place.pair(2, "--program", program.demo.path).exits(8)
            .says("has refused this activation password before", "9 tries are left")
        try place.workplace.secret("3:" + place.passwords[2], "numbered")
        try place.makeReady()
        try await place.workplace.jeton(
            ["pair", place.cards[0].reader, "--program", program.demo.path, "--password-source", "file:numbered"]
        ).exits(0)
    }

    // MARK: - Hints that work, and names

    @Test("pairings allow takes a name of PATH and a card's name, and with several pairings means jeton's own")
    func allow() async throws {
        let place = try await ChannelPlace()
        let program = try await place.program("program")
        #expect(try await program.pair(place.passwords[0]).session == 0)
        try await place.pair(1).exits(0).says("jeton pairings allow \(place.cards[0].media) PROGRAM`")
        let media = place.cards[0].media
        for name in [media, place.cards[0].name] {
            try await place.workplace.jeton("pairings", "allow", name, "ssh").exits(0).prints("/usr/bin/ssh")
        }
        try await place.workplace.jeton("pairings", "allow", media, "no-such-program").exits(3)
            .says("no program 'no-such-program' is in PATH")
        // Paired for another program, the hint names the group.
        let other = try await place.program("other")
        let paired = try await place.pair(2, "--program", other.demo.path).exits(0)
        let hint = try #require(paired.errors.split(separator: "`").first { $0.hasPrefix("jeton pairings allow") })
        #expect(hint.contains(" --group "))
        let words = hint.replacingOccurrences(of: "PROGRAM", with: "openssl").split(separator: " ").map(String.init)
        try await place.workplace.jeton(Array(words.dropFirst())).exits(0).prints("may use the pairing")
        try await place.workplace.jeton("pairings", "disallow", media, "ssh").exits(0)
    }

    @Test("PINs of a length that the token does not take are refused before they are sent")
    func lengths() async throws {
        let place = try await Place()
        let jeton = place.place.workplace
        try jeton.secret("1234", "short")
        try jeton.secret("123456789", "long")
        let tries = try await jeton.jeton("pin", "status", "--json").exits(0).json()
        for source in ["file:short", "file:long"] {
            for words in [
                ["key", "list", "--pin-source", source], ["pin", "change", "--pin-source", source],
                ["pin", "change", "--pin-source", "file:pin", "--new-pin-source", source],
                ["pin", "set", "--so-pin-source", source, "--pin-source", "file:pin"],
                ["pin", "unblock", "--so-pin-source", "file:factory-puk", "--pin-source", source],
                ["token", "init", "--label", "x", "--yes", "--so-pin-source", source],
            ] {
                let named = words[0] == "token" ? words + ["--token", "alpha"] : words
                try await jeton.jeton(named).exits(4).says("expected 6 to 8 bytes", "nothing was sent")
            }
        }
        let after = try await jeton.jeton("pin", "status", "--json").exits(0).json()
        for user in ["user", "securityOfficer"] {
            #expect(after[user]["triesLeft"].number == tries[user]["triesLeft"].number)
        }
    }
}
