import Foundation
import TestRig
import Testing

/// The hints of `jeton list`, followed as a person does who knows nothing else.
@Suite("The hints of each state")
struct StateHintTests {
    /// What a person adds to a command that a hint names: the secrets that it asks for.
    private static let secrets: [(command: String, options: [String])] = [
        ("jeton token init ", Workplace.officerOption + Workplace.pinOption + ["--yes"]),
        ("jeton pin set ", Workplace.officerOption + Workplace.pinOption),
        ("jeton pin unblock ", Workplace.officerOption + Workplace.pinOption),
        ("jeton pin change ", ["--pin-source", "file:factory-pin", "--new-pin-source", "file:pin"]),
        ("jeton key list ", Workplace.pinOption),
        ("jeton pair ", ["--password-source", "file:password"]),
    ]

    /// Follows the hints for a reader until there is none, with a preparation before each, and gives the states.
    private func follow(
        _ place: Workplace,
        _ reader: String,
        prepare: () throws -> Void = {}
    ) async throws -> [String] {
        var states: [String] = []
        while true {
            let list = try await place.jeton("list", "--json").exits(0).json()
            // SoftHSM moves a token that is set up to another slot.
            let places = list["readers"].list
            let moved = places.first { $0["token"]["label"].text == "LABEL" }
            let entry = try #require(moved ?? places.first { $0["name"].text == reader })
            let state = try #require(entry["state"].text)
            guard !states.contains(state) else {
                Issue.record("the hints lead in a circle: \(states) and \(state) again")
                return states
            }
            states.append(state)
            let hints = try await place.jeton("list").exits(0).errors.matches(of: /hint: `(jeton [^`]+)`/)
                .map { String($0.1) }.filter { $0.contains(reader) }
            guard let hint = hints.first else { return states }
            if hint.hasPrefix("jeton setup ") {
                try prepare()
                guard try await setUp(place, hint) else { return states }
                continue
            }
            let more = try #require(Self.secrets.first { hint.hasPrefix($0.command) }, "\(hint)").options
            // As printed, by a shell.
            let jeton = try BuildProducts.path("jeton")
            let line = ([jeton + hint.dropFirst(5)] + more + place.options).joined(separator: " ")
            try prepare()
            let output = try await place.run("sh", "-c", line)
            #expect(output.exitStatus == 0, "\(hint): \(output.text)\(output.errorText)")
            guard output.exitStatus == 0 else { return states }
        }
    }

    /// Follows a hint to `jeton setup`, on a terminal; whether that came to its end.
    private func setUp(_ place: Workplace, _ hint: String) async throws -> Bool {
        let jeton = try BuildProducts.path("jeton")
        let more = place.options + ["--label", "LABEL", "--subject", "CN=Anna"]
        let screen = try Terminal.start(place, line: ([jeton + hint.dropFirst(5)] + more).joined(separator: " "))
        try await Terminal.converse(screen, [("Type 'yes'", "yes")] + SetupTests.newPINs)
        let output = try await screen.finish(within: .seconds(120))
        #expect(output.exitStatus == 0, "\(hint): \(output.text)")
        return output.exitStatus == 0
    }

    private func cardPlace() async throws -> (place: Workplace, reader: String) {
        let place = try Workplace(modules: [try BuildProducts.path("libjeton-pkcs11.so")])
        let made = try await place.jeton("virtual", "create", "alpha", "--json").exits(0).json()
        try place.secret("123456", "factory-pin")
        try place.secret("12345678", "factory-puk")
        return (place, "Jeton virtual card alpha \(try #require(made["serial"].text))")
    }

    @Test("A new slot is set up, with a user's PIN or without")
    func slot() async throws {
        func slot() throws -> Workplace {
            let softHSM = try SoftHSM()
            return try Workplace(
                modules: [softHSM.modulePath],
                environment: [SoftHSM.configurationVariable: softHSM.configurationPath],
                holding: [softHSM]
            )
        }
        let new = try slot()
        #expect(try await follow(new, "SoftHSM slot ID 0x0") == ["uninitialized", "ready"])
        let other = try slot()
        try await other.jeton(["token", "init", "--label", "alpha"] + Workplace.officerOption).exits(0)
        let list = try await other.jeton("list", "--json").exits(0).json()
        let reader = try #require(list["readers"].list.first { $0["state"].text == "noUserPIN" }?["name"].text)
        // No PIN is asked for that is known not to exist.
        let refused = try await other.withPIN("key", "list").exits(4).says("has no PIN yet", "`jeton pin set --reader")
        #expect(!refused.errors.contains("C_Login"))
        #expect(try await follow(other, reader) == ["noUserPIN", "ready"])
        try await other.withPIN("key", "list").exits(0)
    }

    @Test("A card from the factory is set up; one that is in use gets another PIN and keeps its keys")
    func factory() async throws {
        let (new, newReader) = try await cardPlace()
        #expect(try await follow(new, newReader) == ["factory", "ready"])

        let (used, reader) = try await cardPlace()
        let key = ["key", "generate", "--type", "ec:p256", "--label", "k", "--pin-source", "file:factory-pin"]
        let made = try await used.jeton(key).exits(0)
        #expect(made.errors.matches(of: /warning:/).count == 1, "\(made.errors)")
        made.says("is the published factory default", "hint: `jeton pin change --reader '\(reader)'`")
        #expect(try await follow(used, reader) == ["factory", "ready"])
        try await used.withPIN("key", "list").exits(0).prints("k")
    }

    @Test("A card that another program has given secrets of its own is ready, and nothing was sent to find that out")
    func foreign() async throws {
        let (place, reader) = try await cardPlace()
        let change = ["pin", "change", "--new-pin-source", "file:pin", "--pin-source", "file:factory-pin"]
        try await place.jeton(change).exits(0)
        let officer = ["--so-pin-source", "file:factory-puk", "--new-pin-source", "file:so-pin"]
        let changed = try await place.jeton(["pin", "change", "--so"] + officer).exits(0)
        // What is being done is not advised.
        #expect(!changed.errors.contains("warning:") && !changed.errors.contains("hint:"), "\(changed.errors)")
        #expect(try await follow(place, reader) == ["ready"])
        try await place.jeton("token", "show").exits(0).prints("state:         ready")
        let status = try await place.jeton("pin", "status", "--json").exits(0).json()
        #expect(status["user"]["triesLeft"].number == 3 && status["securityOfficer"]["triesLeft"].number == 3)
        let made = try await place.withPIN("key", "generate", "--type", "ec:p256", "--label", "k").exits(0)
        #expect(!made.errors.contains("warning:"), "\(made.errors)")
    }

    @Test("Wrong PINs lead to the last try, and that or the security officer's PIN leads back", arguments: [2, 3])
    func wrongPINs(count: Int) async throws {
        let (place, reader) = try await cardPlace()
        let setup = ["token", "init", "--reader", reader, "--label", "alpha"]
        try await place.jeton(setup + Workplace.officerOption + Workplace.pinOption).exits(0)
        for number in 0..<count {
            try place.secret("99990\(number)", "wrong")
            try await place.jeton("key", "list", "--pin-source", "file:wrong", "--last-try").exits(4)
        }
        #expect(try await follow(place, reader) == [count == 2 ? "pinFinalTry" : "pinLocked", "ready"])
    }

    @Test("A card with a channel is paired, and then is as any other")
    func unpaired() async throws {
        let place = try await ChannelPlace("p256")
        try place.workplace.secret(place.passwords[0], "password")
        let states = try await follow(place.workplace, place.cards[0].reader) { try place.makeReady() }
        #expect(states == ["unpaired", "factory", "ready"])
    }

    @Test("A published PIN is set only with --allow-weak", arguments: ["123456", "12345678", "000000"])
    func published(pin: String) async throws {
        let (place, reader) = try await cardPlace()
        let setup = ["token", "init", "--reader", reader, "--label", "alpha"]
        try await place.jeton(setup + Workplace.officerOption + Workplace.pinOption).exits(0)
        try place.secret(pin, "published")
        let commands = [
            ["pin", "change", "--new-pin-source", "file:published"] + Workplace.pinOption,
            ["pin", "change", "--so", "--new-pin-source", "file:published"] + Workplace.officerOption,
            ["pin", "set", "--pin-source", "file:published"] + Workplace.officerOption,
        ]
        for command in commands {
            let refused = try await place.jeton(command).exits(4).says("is published", "--allow-weak")
            #expect(!refused.all.contains("\(pin)\n"))
        }
        try await place.withPIN("key", "list").exits(0)
        try await place.jeton(commands[0] + ["--allow-weak"]).exits(0).says("is a published factory default")
        try await place.jeton("key", "list", "--pin-source", "file:published").exits(0)
    }

    @Test("The tries of the security officer's PIN are counted where the token reports them")
    func officerTries() async throws {
        let (place, reader) = try await cardPlace()
        let setup = ["token", "init", "--reader", reader, "--label", "alpha"]
        try await place.jeton(setup + Workplace.officerOption + Workplace.pinOption).exits(0)
        try place.secret("76543210", "wrong")
        let set = ["pin", "set", "--so-pin-source", "file:wrong"] + Workplace.pinOption
        try await place.jeton(set).exits(4).says("2 tries are left")
    }
}
