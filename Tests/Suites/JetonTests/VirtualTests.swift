import Foundation
import TestRig
import Testing

@Suite("Virtual cards")
struct VirtualTests {
    private let place: Workplace

    init() throws { place = try Workplace(modules: []) }

    private func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: place.directory.path(name))[.posixPermissions] as? Int
    }

    private func serial(_ name: String) async throws -> String {
        try #require(try await place.jeton("virtual", "show", name, "--json").exits(0).json()["serial"].text)
    }

    @Test(
        "Without a directory for cards the variable that is missing or relative is named",
        arguments: [
            ("", "neither JETON_DATA nor HOME is set"), ("x/y", "HOME is 'x/y', which is not an absolute path"),
        ]
    )
    func noDirectory(home: String, words: String) async throws {
        let environment = ["JETON_DATA": "", "HOME": home]
        try await place.jeton("virtual", "list", environment: environment).exits(2).says(words)
    }

    @Test("A card is made with what the factory sets, told so, shown, ejected, inserted and deleted")
    func life() async throws {
        let made = try await place.jeton("virtual", "create", "alpha").exits(0)
        made.prints("virtual card 'alpha' is made, serial ").says("PIN is 123456", "PUK is 12345678")
            .says("published values", "`jeton setup --reader 'Jeton virtual card alpha")
        for name in ["data", "data/cards"] { #expect(try mode(name) == 0o700) }
        for name in ["data/cards/alpha.card", "data/cards/alpha.card.key"] { #expect(try mode(name) == 0o600) }
        let shown = try await place.jeton("virtual", "show", "alpha", "--json").exits(0).json()
        #expect(shown["schema"].text == "jeton.virtual.show/1" && shown["name"].text == "alpha")
        #expect(shown["path"].text == place.directory.path("data/cards/alpha.card"))
        #expect(made.text.contains(try #require(shown["serial"].text)))
        for pin in ["pin", "puk"] {
            #expect(shown[pin]["triesLeft"].number == 3 && shown[pin]["triesMaximum"].number == 3)
            #expect(shown[pin]["factory"].flag == true && shown[pin]["locked"].flag == false)
        }
        #expect(shown["managementKey"]["algorithm"].text == "3des" && shown["keys"].list.isEmpty)
        try await place.jeton("virtual", "show", "alpha").exits(0).prints(
            "PIN:            3 of 3 tries left, factory value"
        )

        for (verb, state) in [
            ("eject", "ejected"), ("eject", "ejected"), ("insert", "inserted"), ("insert", "inserted"),
        ] {
            try await place.jeton("virtual", verb, "alpha").exits(0).prints("virtual card 'alpha' is \(state)")
            let list = try await place.jeton("virtual", "list", "--json").exits(0).json()
            #expect(list["cards"].list.map(\.["state"].text) == [state])
        }
        try await place.jeton("virtual", "delete", "alpha").exits(2).says("will be permanently deleted", "--yes")
        try await place.jeton("virtual", "delete", "alpha", "--yes").exits(0).prints("'alpha' is deleted")
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.directory.path("data/cards")).isEmpty)
        try await place.jeton("virtual", "list").exits(0).says("no virtual cards in", "virtual create NAME")
    }

    @Test("Every command answers in JSON with its schema", arguments: ["create", "insert", "eject", "delete"])
    func documents(_ verb: String) async throws {
        if verb != "create" { try await place.jeton("virtual", "create", "alpha").exits(0) }
        let words = ["virtual", verb, "alpha", "--json"] + (verb == "delete" ? ["--yes"] : [])
        let document = try await place.jeton(words).exits(0).json()
        #expect(document["schema"].text == "jeton.virtual.\(verb)/1" && document["name"].text == "alpha")
    }

    @Test(
        "A card with a channel prints its six passwords once",
        arguments: [("modern", 16), ("p256", 18), ("legacy", 21)]
    )
    func channel(_ suite: String, _ length: Int) async throws {
        let words = ["virtual", "create", "alpha", "--channel", suite, "--print-passwords", "--json"]
        let made = try await place.jeton(words).exits(0).json()
        let passwords = made["passwords"].list.compactMap(\.text)
        #expect(passwords.count == 6 && Set(passwords).count == 6)
        #expect(passwords.allSatisfy { $0.utf8.count == length })
        #expect(made["channel"]["pairingMode"].flag == true && made["channel"]["suites"].texts == [suite])
        let shown = try await place.jeton("virtual", "show", "alpha", "--json").exits(0)
        #expect(passwords.allSatisfy { !shown.text.contains($0) })
        #expect(try shown.json()["channel"]["slots"].list.compactMap(\.text) == Array(repeating: "unused", count: 6))
        try await place.jeton("virtual", "show", "alpha").exits(0).prints(
            "6 of 6 passwords unused",
            "paired with:    none"
        )
        let text = try await place.jeton("virtual", "create", "beta", "--channel", suite, "--print-passwords").exits(0)
        text.prints("activation password 1: ", "activation password 6: ").says(
            "not shown again",
            "`jeton pair --reader 'Jeton virtual card beta \(try await serial("beta"))'` sets up its channel"
        )
    }

    @Test("Passwords that nobody would see are not made", arguments: ["--channel modern", "--print-passwords"])
    func unseenPasswords(_ words: String) async throws {
        let (given, missing) = words == "--print-passwords" ? (words, "--channel") : ("--channel", "--print-passwords")
        let options = words.split(separator: " ").map(String.init)
        let answer = try await place.jeton(["virtual", "create", "alpha"] + options)
        answer.exits(2).says("\(given) requires \(missing)")
        try await place.jeton("virtual", "show", "alpha").exits(3)
    }

    @Test(
        "A name is no path, and no option",
        arguments: ["", "../a", "a/b", ".a", "_a", "a b", "ä", String(repeating: "a", count: 33)]
    )
    func names(_ name: String) async throws {
        try await place.jeton("virtual", "create", "--", name).exits(2).says("is not a valid name for a card")
        #expect(try place.names() == ["pin", "so-pin"])
    }

    @Test(
        "A card that is there is not made over; one that is not there is exit code 3",
        arguments: ["show", "insert", "eject", "delete", "serve"]
    )
    func missing(_ verb: String) async throws {
        try await place.jeton("virtual", "create", "alpha").exits(0)
        let before = place.contents("data/cards/alpha.card")
        try await place.jeton("virtual", "create", "alpha").exits(7).says(
            "a virtual card with this name already exists",
            "hint: "
        )
        #expect(place.contents("data/cards/alpha.card") == before)
        let missing = try await place.jeton("virtual", verb, "beta", "--json").exits(3)
        #expect(try missing.json()["error"]["exitCode"].number == 3)
        missing.says("virtual card 'beta' not found", "hint: `jeton virtual list`")
    }

    @Test("A damaged card is named, and hides no other")
    func damaged() async throws {
        for name in ["alpha", "beta"] { try await place.jeton("virtual", "create", name).exits(0) }
        var octets = try #require(place.contents("data/cards/alpha.card"))
        octets[40] ^= 1
        try place.directory.write(octets, to: "data/cards/alpha.card")
        try await place.jeton("virtual", "show", "alpha").exits(7).says("the image is damaged", "alpha.card")
        let list = try await place.jeton("virtual", "list").exits(0).says("warning: the image is damaged")
        list.prints("alpha", "unusable", "beta", "inserted")
        let document = try await place.jeton("virtual", "list", "--json").exits(0).json()
        #expect(document["cards"].list.map(\.["state"].text) == ["unusable", "inserted"])
        #expect(document["cards"][0]["error"].text?.contains("damaged") == true)
    }

    @Test("JETON_PROVIDER_CARDS names another folder, as it does for the provider")
    func otherFolder() async throws {
        let folder = ["JETON_PROVIDER_CARDS": place.directory.path("elsewhere")]
        try await place.jeton("virtual", "create", "alpha", environment: folder).exits(0)
        #expect(place.contents("elsewhere/alpha.card") != nil)
        try await place.jeton("virtual", "list").exits(0).says("no virtual cards in")
    }

    @Test("Every count shown is the card's: wrong PINs block, the PUK unblocks, a blocked PUK needs a reset")
    func counts() async throws {
        try await place.jeton("virtual", "create", "alpha").exits(0)
        let tool = try BuildProducts.path("virtual-card-tool")
        let image = place.directory.path("data/cards/alpha.card")
        let wrongPIN = "0020008008" + "303030303030FFFF"
        let wrongPUK = "002C008010" + "3030303030303030" + "313233343536FFFF"
        let rightPUK = "002C008010" + "3132333435363738" + "363534333231FFFF"
        let steps: [(command: String, status: String, pin: Int, puk: Int)] = [
            (wrongPIN, "63C2", 2, 3), (wrongPIN, "63C1", 1, 3), (wrongPIN, "63C0", 0, 3), (wrongPIN, "6983", 0, 3),
            ("00FB0000", "6985", 0, 3), (rightPUK, "9000", 3, 3), ("0020008008363534333231FFFF", "9000", 3, 3),
            (wrongPUK, "63C2", 3, 2), (rightPUK, "9000", 3, 3), (wrongPUK, "63C2", 3, 2), (wrongPUK, "63C1", 3, 1),
            (wrongPUK, "63C0", 3, 0), (rightPUK, "6983", 3, 0), ("00FB0000", "6985", 3, 0), (wrongPIN, "63C2", 2, 0),
            (wrongPIN, "63C1", 1, 0), (wrongPIN, "63C0", 0, 0), ("00FB0000", "9000", 3, 3),
        ]
        for step in steps {
            let sent = try await place.run(tool, "send", image, "1", "00A4040005A000000308", step.command)
            #expect(sent.text == "9000\n\(step.status)\n", "\(step)")
            let shown = try await place.jeton("virtual", "show", "alpha", "--json").exits(0).json()
            #expect(shown["pin"]["triesLeft"].number == step.pin, "\(step)")
            #expect(shown["puk"]["triesLeft"].number == step.puk, "\(step)")
            #expect(shown["pin"]["locked"].flag == (step.pin == 0) && shown["puk"]["locked"].flag == (step.puk == 0))
        }
    }
}
