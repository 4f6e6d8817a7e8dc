import Foundation
import TestRig
import Testing

@Suite("What the screens tell of channels", .timeLimit(.minutes(15)))
struct ChannelListingTests {
    @Test(
        "The list tells the suite that a card can be paired in, and then the one in use",
        arguments: ["modern", "p256", "legacy"]
    )
    func suite(_ suite: String) async throws {
        let place = try await ChannelPlace(suite)
        let before = try await place.listed()["token"]["channel"]
        #expect(before["suite"].isNull && before["offered"].texts == [suite] && before["refusal"].isNull)
        try await place.workplace.jeton("list").exits(0).prints("CHANNEL", "not set up (\(suite))")
        try await place.workplace.jeton("token", "show", "--reader", "jeton-alpha").exits(0)
            .prints("channel:       not set up (\(suite))")
        try await place.pair().exits(0)
        let after = try await place.listed()["token"]["channel"]
        #expect(after["suite"].text == suite && after["offered"].texts == [suite])
        let lines = try await place.workplace.jeton("list").exits(0).text.split(separator: "\n")
        #expect(lines.dropFirst().allSatisfy { $0.contains("  \(suite)  ") })
        try await place.workplace.jeton("token", "show", "--reader", "jeton-alpha").exits(0)
            .prints("channel:       \(suite)")
    }

    @Test("A card without a channel has none, and makes the table no wider")
    func none() async throws {
        let place = try Workplace(modules: [try BuildProducts.path("libjeton-pkcs11.so")])
        try await place.jeton("virtual", "create", "plain").exits(0)
        let list = try await place.jeton("list", "--json").exits(0).json()
        #expect(list["readers"][0]["token"]["channel"].isNull)
        #expect(!(try await place.jeton("list").exits(0).text.contains("CHANNEL")))
    }

    @Test("A pairing that another program made by C_EX_SetActivationPassword is listed and shown as one's own is")
    func others() async throws {
        let place = try await ChannelPlace("legacy")
        let jeton = place.workplace
        let other = try await place.program("other")
        #expect(try await other.pair(place.passwords[0]).session == 0)
        let media = place.cards[0].media
        let document = try await jeton.jeton("pairings", "list", "--json").exits(0).json()
        let pairing = document["pairings"][0]
        #expect(document["pairings"].list.count == 1 && document["hidden"].list.isEmpty)
        #expect(pairing["media"].text == media && pairing["reader"].isNull && pairing["pairedAt"].isNull)
        let group = pairing["groups"][0]
        #expect(group["suite"].text == "legacy" && group["state"].text == "active")
        #expect(group["program"].text == other.demo.path && group["pairedAt"].text?.hasSuffix("Z") == true)
        #expect(group["token"].text?.hasPrefix(media.dropFirst(6) + "-") == true)
        let name = try #require(group["group"].text)
        try await jeton.jeton("pairings", "list").exits(0).prints(media, "legacy", other.demo.path, name, "Z  ")
        for target in [media, place.cards[0].serial, String(media.dropFirst(6))] {
            try await jeton.jeton("pairings", "show", target).exits(0).prints("state:        unpaired", name, "legacy")
                .says("jeton itself may not use it", "jeton pairings allow \(media)")
        }
        try await jeton.jeton("pairings", "show", "jeton_00000000").exits(3)

        // One's own beside it; both are of one token.
        try await place.pair(1).exits(0)
        let both = try await jeton.jeton("pairings", "list", "--json").exits(0).json()["pairings"]
        #expect(both.list.count == 1 && both[0]["groups"].list.count == 2)
        let shown = try await jeton.jeton("pairings", "show", media, "--json").exits(0).json()
        #expect(shown["pairing"]["groups"].list.count == 2 && shown["state"].text == "factory")
    }

    @Test("What can't be seen is said, and the rest is shown")
    func hidden() async throws {
        let place = try await ChannelPlace()
        let jeton = place.workplace
        let other = try await place.program("other")
        #expect(try await other.pair(place.passwords[0]).session == 0)
        try await place.pair(1).exits(0)
        let groups = try await jeton.jeton("pairings", "list", "--json").json()["pairings"][0]["groups"].list
        let foreign = try #require(groups.first { $0["program"].text == other.demo.path }?["group"].text)
        let own = try #require(groups.first { $0["group"].text != foreign }?["group"].text)
        let vault = jeton.directory.path("data/keystore/vaults/\(foreign)/group.kvault")
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: vault)
        let answer = try await jeton.jeton("pairings", "list").exits(0)
        answer.prints(own).says("warning: pairings in group '\(foreign)' and its permissions can't be shown")
        #expect(!answer.text.contains(other.demo.path))
        let document = try await jeton.jeton("pairings", "list", "--json").exits(0).json()
        #expect(document["hidden"][0]["group"].text == foreign && document["hidden"][0]["problem"].text != nil)
        try await jeton.jeton("pairings", "show", place.cards[0].media).exits(0).says("can't be shown")
        // What is hidden is not taken for what is gone.
        try await jeton.jeton("unpair", place.cards[0].media, "--yes").exits(0)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: vault)
        #expect(try await other.open().session == 0)
    }

    @Test("A JETON_DATA that is not an absolute path is refused by name: by jeton, and by the provider in each program")
    func relative() async throws {
        let place = try await ChannelPlace()
        let environment = [
            "JETON_DATA": "data", "JETON_PROVIDER_CARDS": place.workplace.directory.path("data/cards"),
        ]
        for words in [["list"], ["list", "--json"], ["pairings", "list"], ["keystore", "status"], ["doctor"]] {
            let answer = try await place.workplace.jeton(words, environment: environment).exits(2)
            #expect(answer.all.contains("JETON_DATA is 'data', which is not an absolute path"), "\(answer)")
        }
        try await place.workplace.jeton(["--version"], environment: environment).exits(0)
        let program = try await place.program("program")
        let result = try await program.run(["pair", place.passwords[0]], environment)
        #expect(result.pairing == 0x6 && result.session == 0x6 && result.status == -25291, "\(result)")
        #expect(result.words == "the keystore directory 'data' is not an absolute path")
        #expect(result.hint == "set JETON_DATA to an absolute path")
        #expect(try await place.slots().allSatisfy { $0 == "unused" })
    }
}
