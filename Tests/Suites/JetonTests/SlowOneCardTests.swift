import Foundation
import TestRig
import Testing

/// Cards in readers of a real pcscd, with OpenSC's module installed beside Jeton's own.
@Suite("One card, one driver", .timeLimit(.minutes(10)))
struct SlowOneCardTests {
    private static func openSC() throws -> String {
        try Workplace.installed("opensc-pkcs11.so", package: "opensc-pkcs11")
    }

    /// Whether a card is also seen by OpenSC's module, of which there may be several paths.
    private func isOpenSC(_ sighting: JSONNode) -> Bool {
        sighting["module"].text?.hasSuffix("/opensc-pkcs11.so") == true
    }

    private static let own = "libjeton-pkcs11.so"

    // MARK: - A card with a channel

    @Test("No PIN reaches a card outside of its channel, by any command and any module, before and after it is paired")
    func channel() async throws {
        let place = try await ChannelPlace("modern", .pcscd, modules: [], logsCommands: true)
        let jeton = place.workplace
        let card = place.cards[0]
        let openSC = try Self.openSC()
        try jeton.directory.write("I owe you one.\n", to: "letter")
        try jeton.secret("12345678", "factory-puk")

        // Unpaired, whatever OpenSC says of it.
        let before = try await place.listed()
        #expect(before["state"].text == "unpaired" && before["media"].text == "NO_MEDIA")
        #expect(before["token"]["label"].text == "PIV \(card.serial)")
        #expect(before["token"]["module"].text?.hasSuffix(Self.own) == true)
        let other = try #require(before["alsoSeenBy"].list.first { isOpenSC($0) })
        #expect(other["label"].text == "PIV_II" && other["serial"].text == "00000000")
        let list = try await jeton.jeton("list").exits(0)
        list.prints("ALSO SEEN BY", "opensc-pkcs11").says("hint: `jeton pair --reader '\(card.reader)'`")
        #expect(list.text.split(separator: "\n").count { $0.contains(card.reader) } == 1)
        try await jeton.jeton("token", "show", "--reader", card.reader).exits(0)
            .prints("state:         unpaired", "media:         NO_MEDIA", Self.own)
        for command in Self.logins {
            try await jeton.jeton(command + ["--reader", card.reader]).exits(8)
                .says("is not set up", "hint: `jeton pair --reader '\(card.reader)'`")
            // By the name that `list` shows, too.
            try await jeton.jeton(command + ["--token", "PIV \(card.serial)"]).exits(8).says("is not set up")
        }
        try await refusesOpenSC(jeton, card, openSC)

        try await place.pair().exits(0)
        let paired = try await place.listed()
        #expect(paired["media"].text == card.media && paired["state"].text == "factory")
        for field in ["label", "serial", "uri", "module", "manufacturer", "model"] {
            #expect(paired["token"][field].text == before["token"][field].text, "\(field)")
        }
        try await place.prepareKey()
        try await jeton.jeton(
            ["sign", "letter", "--reader", card.reader, "--key", "k", "--format", "raw"] + Workplace.pinOption
        ).exits(0)
        try await jeton.jeton("token", "show", "--reader", card.reader).exits(0)
            .prints("state:         ready", "media:         \(card.media)", Self.own)
        let ready = try await place.listed()
        #expect(ready["media"].text == card.media && ready["state"].text == "ready")
        #expect(
            ready["token"]["label"].text == card.name && ready["token"]["serial"].text == before["token"]["serial"].text
        )
        #expect(ready["alsoSeenBy"].list.contains { isOpenSC($0) })
        try await refusesOpenSC(jeton, card, openSC)

        let pcscd = try #require(jeton.pcscd)
        try await pcscd.stopService()
        let commands = pcscd.commands
        // The log is one: OpenSC has selected PIV in clear, and PINs went through the channel.
        #expect(commands.contains { $0.starts(with: [0x00, 0xA4, 0x04]) })
        #expect(commands.contains { $0.count > 5 && $0[0] & 0x0C == 0x0C })
        let pins = [Workplace.pin, Workplace.securityOfficerPIN, "12345678"]
        #expect(ClearSecrets.commands(in: commands, secrets: pins) == [])
    }

    /// Commands that log in, or give the card a PIN in another way.
    private static let logins: [[String]] = [
        ["sign", "letter", "--format", "raw"] + Workplace.pinOption, ["key", "list"] + Workplace.pinOption,
        ["key", "generate", "--type", "ec:p256", "--label", "k"] + Workplace.pinOption,
        ["csr", "create", "--key", "k", "--subject", "CN=x", "--out", "x.csr"] + Workplace.pinOption,
        ["pin", "change", "--new-pin-source", "file:so-pin"] + Workplace.pinOption,
        ["pin", "change", "--so", "--new-pin-source", "file:pin"] + Workplace.officerOption,
        ["pin", "set"] + Workplace.officerOption + Workplace.pinOption,
        ["pin", "unblock"] + Workplace.officerOption + Workplace.pinOption,
        ["token", "init", "--label", "x", "--yes"] + Workplace.officerOption + Workplace.pinOption,
        ["token", "rename", "--label", "x"] + Workplace.pinOption,
        ["object", "list"] + Workplace.pinOption,
    ]

    /// Expects that no command gives the card a PIN by a module that would send it in clear.
    private func refusesOpenSC(_ jeton: Workplace, _ card: ChannelPlace.Card, _ openSC: String) async throws {
        let commands = [
            ["sign", "letter", "--format", "raw", "--force"] + Workplace.pinOption,
            ["key", "list"] + Workplace.pinOption,
            ["pin", "change", "--new-pin-source", "file:so-pin"] + Workplace.pinOption,
            ["pin", "unblock"] + Workplace.officerOption + Workplace.pinOption,
            ["token", "init", "--label", "x", "--yes"] + Workplace.officerOption,
        ]
        for command in commands {
            try await jeton.jeton(command + ["--module", openSC, "--reader", card.reader]).exits(8)
                .says("only through its secure channel", "hint: `jeton pair --reader '\(card.reader)'`")
        }
        // --module still decides who shows the card.
        try await jeton.jeton("token", "show", "--module", openSC, "--reader", card.reader).exits(0).prints(
            "PIV_II",
            openSC
        )
    }

    // MARK: - A card without one

    /// A card without a channel in the first of two places of a reader.
    private func plain(
        reader: String = "Virtual PCD"
    ) async throws -> (place: Workplace, serial: String, server: ChildProcess) {
        let outside = try Workplace(modules: [], environment: ["TSS2_LOG": "all+none"])
        let made = try await outside.jeton("virtual", "create", "plain", "--json").exits(0).json()
        let serial = try #require(made["serial"].text)
        let pcscd = try await PrivatePCSCD(readers: [.init(reader)], logsCommands: true)
        let place = Workplace(outside, inside: pcscd)
        let server = try place.start(["virtual", "serve", "plain"])
        _ = try await server.lines(upTo: { $0.hasPrefix("plain: in the reader") })
        // The reader has the card; pcscd's answers tell so a moment later.
        for _ in 0..<400 {
            let list = try await place.jeton("list", "--json").exits(0).json()
            if list["readers"].list.contains(where: { $0["token"]["label"].text == "PIV \(serial)" }) {
                return (place, serial, server)
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw TestRigError("the card does not appear: \(pcscd.log)")
    }

    @Test("A plain card has one name and one driver from the factory to its first key")
    func plainCard() async throws {
        let (place, serial, server) = try await plain()
        defer { server.signal(SIGTERM) }
        let name = "Virtual PCD 00 00"
        let openSC = try Self.openSC()
        func listed() async throws -> JSONNode {
            let readers = try await place.jeton("list", "--json").exits(0).json()["readers"].list
            #expect(readers.count { $0["name"].text == name } == 1)
            return try #require(readers.first { $0["name"].text == name })
        }
        let new = try await listed()
        #expect(new["state"].text == "factory")
        #expect(new["token"]["label"].text == "PIV \(serial)")
        #expect(new["alsoSeenBy"].list.contains { isOpenSC($0) && $0["label"].text == "PIV_II" })
        try await place.jeton("list").exits(0)
            .says("hint: `jeton setup --reader 'Virtual PCD 00 00'`")

        func isTheSame() async throws -> JSONNode {
            let now = try await listed()
            #expect(now["media"].text == new["media"].text && now["nickname"].text == new["nickname"].text)
            for field in ["label", "serial", "serialDecimal", "uri", "module", "manufacturer", "model"] {
                #expect(now["token"][field].text == new["token"][field].text, "\(field)")
            }
            try await place.jeton("token", "show", "--reader", name).exits(0).prints(Self.own)
            return now
        }
        try place.secret("123456", "factory-pin")
        let uri = try #require(new["token"]["uri"].text)
        let change = ["pin", "change", uri, "--pin-source", "file:factory-pin", "--new-pin-source", "file:pin"]
        try await place.jeton(change).exits(0)
        #expect(try await isTheSame()["state"].text == "ready")
        let key = ["key", "generate", "--reader", name, "--type", "ec:p256", "--label", "k"]
        try await place.jeton(key + Workplace.pinOption).exits(0)
        #expect(try await isTheSame()["state"].text == "ready")
        try place.directory.write("I owe you one.\n", to: "letter")
        try await place.jeton(
            ["sign", "letter", "--reader", name, "--key", "k", "--format", "raw"] + Workplace.pinOption
        ).exits(0)

        // The name by which another module knows the card leads to the card's own.
        try await place.jeton("token", "show", "PIV_II").exits(3).says("here it is '\(uri)'")
        try await place.jeton("token", "show", "PIV_II", "--module", openSC).exits(0).prints(openSC)
        try await place.jeton(["key", "list", "--module", openSC, "--reader", name] + Workplace.pinOption).exits(0)
    }

    @Test(
        "Where two readers begin with the same 64 bytes, the card is reached by its own name, and no reader by a guess"
    )
    func sharedName() async throws {
        let reader = "Reader with a name that goes on and on, until all 64 bytes of it are used"
        let (place, serial, server) = try await plain(reader: reader)
        defer { server.signal(SIGTERM) }
        let list = try await place.jeton("list", "--json").exits(0).json()["readers"].list
        let readers = list.filter { $0["name"].text?.hasPrefix(reader) == true }
        #expect(readers.map(\.["name"].text) == [reader + " 00 00", reader + " 00 01"])
        #expect(readers.allSatisfy { $0["token"].isNull && $0["alsoSeenBy"].list.isEmpty })
        #expect(readers.map(\.["state"].text) == ["unknown", "empty"])
        let words = "begin with the same 64 bytes"
        try await place.jeton("list").exits(0).says(words)
        let own = try BuildProducts.path(Self.own)
        for modules in [[], ["--module", own]] {
            try await place.jeton(["token", "show", "--reader", reader + " 00 00"] + modules).exits(3).says(words)
        }
        try await place.jeton("token", "show", "PIV \(serial)").exits(0).prints(Self.own)
    }
}
