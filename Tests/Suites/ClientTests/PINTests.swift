import Foundation
import TestRig
import Testing

@Suite("PINs of a card through the provider", .timeLimit(.minutes(5)))
struct PINTests {
    private let place: ClientPlace

    init() async throws {
        place = try await ClientPlace()
        try place.secret("13579024", "new-pin")
    }

    /// What jeton says of the PINs of the token, and what the card itself says.
    private func counts() async throws -> (locked: Bool, finalTry: Bool, countLow: Bool, left: Int) {
        let status = try await place.json("pin", "status", "--token", "alpha")
        let card = try await place.json("virtual", "show", "alpha")
        let user = try #require(status["user"] as? [String: Any])
        let pin = try #require(card["pin"] as? [String: Any])
        return (
            user["locked"] as? Bool ?? false, user["finalTry"] as? Bool ?? false, user["countLow"] as? Bool ?? false,
            try #require(pin["triesLeft"] as? Int)
        )
    }

    @Test("Three wrong PINs lock, what is shown is the card's each time, and the PUK gives a new PIN")
    func blocking() async throws {
        for (wrong, expected) in [
            (0, (false, false, false, 3)), (1, (false, false, true, 2)), (1, (false, true, true, 1)),
            (1, (true, false, false, 0)),
        ] {
            for _ in 0..<wrong {
                try await place.run(
                    ["pkcs11-tool", "--module", place.module, "--login", "--pin", "999999", "--list-objects"],
                    status: 1
                )
            }
            let found = try await counts()
            #expect(found.left == expected.3 && found.locked == expected.0 && found.finalTry == expected.1, "\(found)")
            #expect(found.countLow == expected.2 || found.locked, "\(found)")
        }
        // The right PIN opens a locked card no more.
        try await place.run(
            ["pkcs11-tool", "--module", place.module, "--login", "--pin", ClientPlace.pin, "--list-objects"],
            status: 1
        )
        try await place.jeton(
            "pin",
            "unblock",
            "--token",
            "alpha",
            "--so-pin-source",
            "file:so-pin",
            "--pin-source",
            "file:new-pin"
        )
        #expect(try await counts().left == 3)
        try await place.jeton("key", "list", "--token", "alpha", "--pin-source", "file:new-pin")
    }

    @Test("pin change changes the PIN and the PUK, and the old ones are wrong then")
    func change() async throws {
        try await place.jeton(
            "pin",
            "change",
            "--token",
            "alpha",
            "--pin-source",
            "file:pin",
            "--new-pin-source",
            "file:new-pin"
        )
        try await place.jeton("key", "list", "--token", "alpha", "--pin-source", "file:new-pin")
        try await place.jeton(
            "pin",
            "change",
            "--so",
            "--token",
            "alpha",
            "--so-pin-source",
            "file:so-pin",
            "--new-pin-source",
            "file:pin"
        )
        try await place.jeton(
            "pin",
            "set",
            "--token",
            "alpha",
            "--so-pin-source",
            "file:pin",
            "--pin-source",
            "file:pin"
        )
        let card = try await place.json("virtual", "show", "alpha")
        #expect((card["pin"] as? [String: Any])?["triesLeft"] as? Int == 3)
        #expect((card["puk"] as? [String: Any])?["triesLeft"] as? Int == 3)
    }
}
