import Foundation
import SecureChannel
import TestRig
import Testing

@testable import VirtualCard

/// Pairing and what comes after it, by `jeton` on virtual cards: in each program, and in a real pcscd.
@Suite("A token's channel from end to end", .timeLimit(.minutes(10)))
struct ChannelEndToEndTests {
    /// All suites, both ways to a card.
    static let ways = ["modern", "p256", "legacy"].flatMap { suite in ChannelPlace.Reach.allCases.map { (suite, $0) } }

    @Test(
        "NO_MEDIA, pairing, the media's id, initialisation, a key, signatures that openssl accepts, and NO_MEDIA again",
        arguments: ways
    )
    func whole(_ suite: String, _ reach: ChannelPlace.Reach) async throws {
        let place = try await ChannelPlace(suite, reach)
        let jeton = place.workplace
        let card = place.cards[0]
        let before = try await place.listed()
        #expect(before["media"].text == "NO_MEDIA" && before["state"].text == "unpaired")
        #expect(before["token"]["serialDecimal"].text == card.serial)

        let answer = try await place.pair().exits(0)
        #expect(answer.text.split(separator: "\n").prefix(9).map { $0.prefix(3) } == (1...9).map { "\($0)/9" })
        answer.prints(
            "CKR_FUNCTION_NOT_SUPPORTED (0x54)",
            "token 'PIV \(card.serial)' is paired: \(card.media)"
        )
        let paired = try await place.listed()
        #expect(paired["media"].text == card.media && paired["state"].text == "factory")
        #expect(try await place.media() == card.media)
        try await place.pair(1).exits(0).prints("paired already", "nothing to do")
        #expect(try await place.slots().filter { $0 == "unused" }.count == 5)

        try await place.prepareKey()
        let ready = try await place.listed()
        #expect(ready["state"].text == "ready" && ready["token"]["label"].text == card.name)
        try await jeton.makeSigner("signer")
        try await jeton.openssl("req", "-verify", "-in", "signer.csr", "-noout")
        try jeton.directory.write("a contract", to: "contract")
        let sign = ["sign", "contract", "--key", "signer"]
        try await jeton.jeton(sign + ["--format", "raw", "--out", "raw"] + Workplace.pinOption).exits(0)
        try await jeton.openssl("x509", "-in", "signer.pem", "-pubkey", "-noout", "-out", "signer.pub")
        try await jeton.checkRaw("raw", of: "contract", publicKey: "signer.pub", type: "ec:p256")
        try await jeton.jeton(sign + ["--format", "cms", "--detached", "--out", "cms"] + Workplace.pinOption).exits(0)
        let verify = ["cms", "-verify", "-binary", "-inform", "DER", "-in", "cms", "-content"]
        let purpose = ["-CAfile", "ca.pem", "-purpose", "any", "-out", "verified"]
        let verified = try await jeton.run("openssl", and: verify + ["contract"] + purpose)
        #expect(verified.exitStatus == 0, "\(verified.errorText)")
        try jeton.directory.write("another contract", to: "other")
        #expect(try await jeton.run("openssl", and: verify + ["other"] + purpose).exitStatus != 0)

        try await jeton.jeton("unpair", card.media, "--yes").exits(0).prints("is ended")
        let after = try await place.listed()
        #expect(after["media"].text == "NO_MEDIA" && after["state"].text == "unpaired")
        #expect(try await place.keys().isEmpty)
        try await place.pair(1).exits(0).prints("is paired: \(card.media)")
        #expect(try await place.listed()["token"]["label"].text == card.name)
    }

    @Test("One program uses three tokens at once, each through its own channel", arguments: ways)
    func threeTokens(_ suite: String, _ reach: ChannelPlace.Reach) async throws {
        let place = try await ChannelPlace(suite, reach, cards: ["alpha", "beta", "gamma"])
        let program = try await place.program("program")
        for card in place.cards.indices {
            try await place.pair(0, "--program", program.demo.path, card: card).exits(0)
            try await place.prepareKey(card: card)
        }
        #expect(try await place.keys().count == 3)
        #expect(Set(try await place.keys().compactMap { $0["group"].text }).count == 1)
        // Six threads, each on one card; what one card signs, only its own key verifies.
        #expect(try await program.run(["cards", Workplace.pin, "6", "0"]).lines == ["signed: 1 1 1, failures: 0"])
        // So does jeton, by the tokens' names.
        try place.workplace.directory.write("a contract", to: "contract")
        for card in place.cards {
            let key = "pkcs11:token=\(card.name);object=k;type=private"
            let words = ["sign", "contract", "--format", "raw", "--key", key, "--out", card.name + ".sig"]
            try await place.workplace.jeton(words + Workplace.pinOption).exits(0)
        }
        // One is ended, and the others go on.
        try await place.workplace.jeton(
            "unpair",
            place.cards[1].media,
            "--program",
            program.demo.path,
            "--yes"
        ).exits(0)
        #expect(try await place.keys().count == 2)
        let states = try await place.workplace.jeton("list", "--json").json()["readers"].list.compactMap {
            $0["state"].text
        }
        #expect(states.filter { $0 == "ready" }.count == 2 && states.filter { $0 == "unpaired" }.count == 1)
    }

    @Test("A card whose count of sessions went back stays in sight, and each command says why it is not used")
    func copied() async throws {
        let place = try await ChannelPlace()
        let card = place.cards[0]
        try await place.pair().exits(0)
        let image = URL(filePath: place.path(of: card))
        let old = try Data(contentsOf: image)
        for _ in 0..<3 { #expect(try await place.listed()["media"].text == card.media) }
        try old.write(to: image)
        #expect(try await place.listed()["state"].text == "unknown")
        for command in [["key", "list"], ["token", "init", "--label", "x", "--yes"]] {
            try await place.workplace.jeton(command + ["--reader", card.reader]).exits(8)
                .says(
                    "CKR_ACTION_PROHIBITED",
                    "the token may be a copy",
                    "hint: if you have not restored it from a backup",
                    "`jeton unpair`"
                )
        }
        let document = try await place.pair(1, "--json").exits(8).json()
        #expect(document["error"]["reason"].text == "copySuspected")
        #expect(try await place.slots().filter { $0 == "unused" }.count == 5, "no password was tried")
        // Whoever has put it back begins anew.
        try await place.workplace.jeton("virtual", "eject", card.name).exits(0)
        try await place.workplace.jeton("unpair", card.media, "--yes").exits(0)
        try await place.workplace.jeton("virtual", "insert", card.name).exits(0)
        try await place.pair(1).exits(0).prints("is paired: \(card.media)")
    }

    @Test("Programs that end without a word keep nobody out of a card in pcscd")
    func leftovers() async throws {
        let place = try await ChannelPlace("modern", .pcscd)
        try await place.pair().exits(0)
        let program = try await place.program("program")
        try await place.workplace.jeton("pairings", "allow", place.cards[0].media, program.demo.path).exits(0)
        // Each of them leaves a session on the card, which has four; whoever finds none free comes again.
        var opened = 0
        for _ in 0..<600 where opened < 6 {
            if try await program.open().session == 0 { opened += 1 } else { try await Task.sleep(for: .seconds(1)) }
        }
        #expect(opened == 6)
        // Those that end as they should leave none behind.
        var listed = 0
        for _ in 0..<60 {
            if try await place.listed()["media"].text == place.cards[0].media { listed += 1 } else { listed = 0 }
            if listed == 6 { break }
            if listed == 0 { try await Task.sleep(for: .seconds(1)) }
        }
        #expect(listed == 6)
    }

    // MARK: - What goes wrong

    /// How a card is brought to refuse.
    struct Refusal: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// What is done to what the card remembers before.
        var change: @Sendable (inout CardRecords) -> Void = { _ in }
        /// What is typed; nil for the card's first password.
        var typed: Typed = .right
        let reason: String
        let words: [String]
        /// Whether a try is spent.
        var isTry = false
        /// Whether the same password is refused here, before it is sent, when it is typed again.
        var isRemembered = false

        enum Typed: Sendable {
            /// The card's first password.
            case right
            /// The password of another card.
            case foreign
            /// The first password with two neighbours that differ in each other's place.
            case mistyped
            /// The first password, said to be of a number.
            case numbered(Int)
        }
    }

    private static func mistyped(_ password: String) throws -> String {
        var symbols = Array(password)
        let place = try #require(
            symbols.indices.dropLast().first {
                symbols[$0] != symbols[$0 + 1] && symbols[$0] != "-" && symbols[$0 + 1] != "-"
            }
        )
        symbols.swapAt(place, place + 1)
        return String(symbols)
    }

    static let refusals = [
        Refusal(
            testDescription: "a wrong password",
            typed: .foreign,
            reason: "wrongPassword",
            words: ["CKR_SM_PASSWORD_INVALID", "the activation password is wrong", "hint: 9 tries are left"],
            isTry: true,
            isRemembered: true
        ),
        Refusal(
            testDescription: "the last wrong password before a wait",
            change: { $0.slots[0].failuresLeftInARow = 1 },
            typed: .foreign,
            reason: "wrongPassword",
            words: ["the activation password is wrong", "hint: 9 tries are left"],
            isTry: true,
            isRemembered: true
        ),
        Refusal(
            testDescription: "the last wrong password of all",
            change: { $0.slots[0].failuresLeft = 1 },
            typed: .foreign,
            reason: "wrongPassword",
            words: ["the activation password is wrong", "hint: no try is left"],
            isTry: true,
            isRemembered: true
        ),
        Refusal(
            testDescription: "a mistyped password",
            typed: .mistyped,
            reason: "malformedPassword",
            words: ["CKR_PIN_INVALID", "no try was used"]
        ),
        Refusal(
            testDescription: "a blocked password",
            change: { for slot in $0.slots.indices { $0.slots[slot].failuresLeft = 0 } },
            reason: "blocked",
            words: ["CKR_PIN_LOCKED", "the next password from the card"]
        ),
        Refusal(
            testDescription: "the number of a password that is blocked",
            change: { $0.slots[2].failuresLeft = 0 },
            typed: .numbered(3),
            reason: "blocked",
            words: ["CKR_PIN_LOCKED", "the next password from the card"]
        ),
        Refusal(
            testDescription: "a wait after wrong passwords",
            change: {
                $0.slots[0].failuresLeftInARow = 0
                $0.slots[0].waits = 5
                $0.slots[0].waitEnds = SystemTime().seconds() + 900
            },
            reason: "throttled",
            words: [
                "CKR_FUNCTION_REJECTED", "too many wrong activation passwords", "hint: keep the token connected for ",
                " s, then try again",
            ]
        ),
        Refusal(
            testDescription: "a card that is not in pairing mode any more",
            change: { $0.pairingModeEnds = SystemTime().seconds() - 1 },
            reason: "timedOut",
            words: ["CKR_FUNCTION_CANCELED", "did not pair in time", "put the token into pairing mode"]
        ),
    ]

    @Test(
        "Each refusal of a card has its exit code, reason, words and hint, stores nothing, and spends no try in vain",
        arguments: refusals,
        [("modern", .pcscd), ("legacy", .inProcess), ("p256", .inProcess)] as [(String, ChannelPlace.Reach)]
    )
    func refused(_ refusal: Refusal, _ way: (String, ChannelPlace.Reach)) async throws {
        let place = try await ChannelPlace(way.0, way.1)
        let right = place.passwords[0]
        let typed =
            switch refusal.typed {
            case .right: right
            case .foreign: try await ChannelPlace(way.0).passwords[0]
            case .mistyped: try Self.mistyped(right)
            case .numbered(let number): "\(number):" + place.passwords[number - 1]
            }
        try place.workplace.secret(typed, "typed")
        try place.change {
            $0.beginPairingMode(at: SystemTime().seconds())
            refusal.change(&$0)
        }
        let path = place.path(of: place.cards[0])
        let before = SoftwareCard.revision(at: path)
        let words = ["pair", place.cards[0].reader, "--password-source", "file:typed"]
        let answer = try await place.workplace.jeton(words + ["--json"])
        let document = try answer.exits(8).json()
        #expect(document["error"]["reason"].text == refusal.reason)
        #expect(document["error"]["steps"].list.count == 7)
        for word in refusal.words { answer.says(word) }
        #expect(!answer.all.contains(right) && !answer.all.contains(typed))
        #expect((SoftwareCard.revision(at: path) != before) == refusal.isTry)
        #expect(try await place.keys().isEmpty)
        try await place.workplace.jeton("pairings", "list").exits(0).says("no token is paired")
        #expect(try await place.listed()["media"].text == "NO_MEDIA")
        if refusal.isRemembered {
            let sent = SoftwareCard.revision(at: path)
            let again = try await place.workplace.jeton(words + ["--json"]).exits(8).json()
            #expect(again["error"]["reason"].text == "refusedBefore")
            #expect(SoftwareCard.revision(at: path) == sent)
        }
        // What was wrong is put right, and the right password pairs.
        try place.change {
            $0.beginPairingMode(at: SystemTime().seconds())
            for slot in $0.slots.indices {
                $0.slots[slot].failuresLeftInARow = PasswordSlot.maximumFailuresInARow
                $0.slots[slot].failuresLeft = PasswordSlot.maximumFailures
            }
        }
        try await place.pair().exits(0)
    }
}
