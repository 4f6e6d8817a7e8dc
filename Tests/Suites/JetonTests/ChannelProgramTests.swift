import Foundation
import TestRig
import Testing

@Suite("Programs that share a token's channel", .timeLimit(.minutes(15)))
struct ChannelProgramTests {
    private static let group = "ABCDE12345.rutoken.shared"

    @Test(
        "A second program of the group signs without pairing; a foreign one gets the exact refusal",
        arguments: ChannelEndToEndTests.ways
    )
    func sharing(_ suite: String, _ reach: ChannelPlace.Reach) async throws {
        let place = try await ChannelPlace(suite, reach)
        try await DemoProgram.trustTeams(in: place.workplace)
        let one = try await place.program("one")
        try await one.share([Self.group])
        let two = try await place.program("two")
        try await two.share(["ABCDE12345.other", Self.group])
        #expect(try await two.open().session == 0x54)

        let paired = try await one.pair(place.passwords[0])
        #expect(paired.pairing == 0 && paired.session == 0, "\(paired)")
        #expect(try await two.open().session == 0)
        #expect(try await place.keys().map { $0["group"].text } == [Self.group])

        // The owner's tool sees the pairing, and sets up the card with it.
        #expect(try await place.workplace.jeton("list").text.contains("unpaired"))
        let list = try await place.workplace.jeton("pairings", "list", "--json").json()
        let media = try #require(list["pairings"][0]["media"].text)
        try await place.workplace.jeton("pairings", "allow", media, BuildProducts.path("jeton")).exits(0)
        try await place.prepareKey()
        #expect(try await two.sign(3, pin: Workplace.pin) == 3)

        let third = try await place.program("third")
        try third.demo.claim(DemoProgram.resource([Self.group], team: DemoProgram.team))
        try await third.demo.sign(["ZZZZZ99999.rutoken.shared"], team: DemoProgram.otherTeam)
        for refused in [try await third.open(), try await third.pair(place.passwords[1])] {
            #expect(refused.session == 0x1B, "\(refused)")
            #expect(refused.pairing == nil || refused.pairing == 0x1B)
            #expect(refused.status == -34018)
            #expect(
                refused.words
                    == "access group '\(Self.group)' belongs to team ABCDE12345, but the program is signed by team "
                    + "ZZZZZ99999"
            )
            #expect(refused.hint == "let team ABCDE12345 sign the program, or name a group of team ZZZZZ99999")
        }
        #expect(try await place.keys().count == 1, "a refused pairing stored something")
        let card = try await place.workplace.jeton("virtual", "show", "alpha", "--json").json()
        #expect(card["channel"]["slots"].list.compactMap(\.text).filter { $0 == "unused" }.count == 5)

        // Without entitlements of its own a program is a peer of its own.
        let plain = try await place.program("plain")
        #expect(try await plain.open().session == 0x54)
        #expect(try await plain.pair(place.passwords[1]).session == 0)
        #expect(try await place.keys().count == 2)
    }

    @Test("Each row of the table of outcomes, through the provider", arguments: DemoProgramTests.rows)
    func outcome(_ row: DemoProgramTests.Row) async throws {
        let place = try await ChannelPlace()
        try await DemoProgram.trustTeams(in: place.workplace)
        let program = try await place.program("program")
        if let groups = row.groups { try await program.demo.sign(groups, team: row.team) }
        if let resource = row.resource { try program.demo.claim(resource) }
        if row.isChangedAfterwards {
            let words = ["printf x >>\"$1\"", "sh", program.demo.path]
            try #require(try await place.workplace.run("sh", "-c", and: words).exitStatus == 0)
        }
        let code: UInt = [0: 0, -34018: 0x1B, -50: 0x5][row.status] ?? 0x6
        let result = try await program.pair(place.passwords[0])
        #expect(result.pairing == code && result.session == code, "\(result)")
        let groups = try await place.keys().compactMap { $0["group"].text }
        if row.status == 0 {
            let wanted = try #require(row.words.split(separator: " ").last)
            #expect(groups.count == 1 && groups[0].hasPrefix(wanted), "\(groups)")
        } else {
            #expect(result.status == row.status)
            let told = [result.words, result.hint].compactMap { $0 }.joined(separator: "\n")
            #expect(told.contains(row.words), "\(told)")
            #expect(groups.isEmpty, "what was refused left something in the store")
        }
        #expect(try await program.open().session == code)
    }

    @Test("jeton pairs for itself, lets another program use it, and takes that back")
    func allowing() async throws {
        let place = try await ChannelPlace()
        let other = try await place.program("other")
        let paired = try await place.pair().exits(0)
        paired.prints("is paired", "its keys are in 'local.")
        paired.says("keystore.key opens it without asking", "jeton pairings allow")
        let media = try await place.media()
        #expect(try await other.open().session == 0x54)
        try await place.workplace.jeton("pairings", "allow", media, other.demo.path).exits(0).prints("may use")
        #expect(try await other.open().session == 0)
        let list = try await place.workplace.jeton("pairings", "list", "--json").json()
        #expect(list["pairings"][0]["groups"][0]["allowed"][0]["program"].text == other.demo.path)
        try await place.workplace.jeton("pairings", "list").exits(0).prints(other.demo.path)
        try await place.workplace.jeton("pairings", "show", media).exits(0).prints("program:", other.demo.path)
        #expect(try await place.keys().count == 1, "there are two copies of one pairing")
        try await place.workplace.jeton("pairings", "disallow", media, other.demo.path).exits(0)
        #expect(try await other.open().session == 0x54)
        try await place.workplace.jeton("pairings", "disallow", media, other.demo.path).exits(3)
    }

    @Test("What jeton may not use itself it does not forget, unless it is told whose it is")
    func othersStay() async throws {
        let place = try await ChannelPlace()
        let other = try await place.program("other")
        try await place.pair(0, "--program", other.demo.path).exits(0)
        let media = try await place.media()
        let tool = try BuildProducts.path("jeton")
        try await place.workplace.jeton("pairings", "disallow", media, tool).exits(0)
        try await place.workplace.jeton("unpair", media, "--yes").exits(3).says("other programs do", "--group")
        #expect(try await place.keys().count == 1)
        #expect(try await other.open().session == 0)
        try await place.workplace.jeton("unpair", media, "--program", other.demo.path, "--yes").exits(0)
        #expect(try await other.open().session == 0x54)
    }

    @Test("A pairing of jeton's own that was ended is not one that the token has forgotten")
    func ended() async throws {
        let place = try await ChannelPlace("p256")
        let other = try await place.program("other")
        try await place.pair(0).exits(0)
        try await place.pair(1, "--program", other.demo.path).exits(0)
        let media = try await place.media()
        try await place.workplace.jeton("unpair", media, "--yes").exits(0)
        let forgotten = ["doctor", "--only", "channel-pairing-forgotten"]
        let report = try await place.workplace.jeton(forgotten)
        #expect(!report.all.contains("has forgotten its pairing"), "\(report.all)")
        try await place.workplace.jeton("pairings", "list").exits(0).prints(other.demo.path)
        #expect(try await other.open().session == 0)
    }

    @Test("jeton pairs on behalf of a program, and into a group that is named")
    func onBehalf() async throws {
        let place = try await ChannelPlace()
        let other = try await place.program("other")
        try await place.pair(0, "--program", other.demo.path).exits(0).prints(other.demo.path)
        #expect(try await other.open().session == 0)
        // The owner's tool may use what it made.
        #expect(!(try await place.workplace.jeton("list").text.contains("unpaired")))
        #expect(try await place.keys().count == 1)
        try await place.pair(1, "--group", Self.group).exits(0).prints("'\(Self.group)'")
        #expect(Set(try await place.keys().compactMap { $0["group"].text }).contains(Self.group))
        let media = try await place.media()
        try await place.workplace.jeton("pairings", "allow", media, "/usr/bin/env").exits(6)
        // One is ended, the other goes on.
        try await place.workplace.jeton("unpair", media, "--group", Self.group, "--yes").exits(0)
        #expect(try await place.keys().count == 1)
        #expect(try await other.open().session == 0)
        try await place.workplace.jeton("unpair", media, "--yes").exits(3)
        try await place.workplace.jeton("unpair", media, "--program", other.demo.path, "--yes").exits(0)
        #expect(try await place.keys().isEmpty)
        #expect(try await other.open().session == 0x54)
        for words in [["--group", "nonsense"], ["--group", Self.group, "--program", "/usr/bin/env"]] {
            try await place.workplace.jeton(["pair", "jeton-alpha"] + words).exits(2)
        }
        try place.workplace.directory.write("#!/bin/sh\n", to: "script")
        _ = try await place.workplace.run("chmod", "+x", "script")
        try await place.workplace.jeton("pair", "jeton-alpha", "--program", "./script").exits(8).says("is a script")
    }

    @Test("A locked store is said to be locked, costs no password, and works once it is unlocked")
    func locked() async throws {
        let place = try await ChannelPlace()
        try place.workplace.secret(Workplace.passphrase, "passphrase")
        try await place.workplace.jeton("keystore", "init", "--new-passphrase-source", "file:passphrase").exits(0)
        let program = try await place.program("program")
        let result = try await program.pair(place.passwords[0])
        #expect(result.pairing == 0x101 && result.session == 0x101, "\(result)")
        #expect(result.status == -25308)
        let refused = try await place.pair().exits(8)
        refused.says("locked", "jeton keystore unlock")
        #expect(try await place.workplace.jeton("list", "--json").text.contains("\"unknown\""))
        try await place.workplace.jeton("list").exits(0).prints("refused")
            .says("the channel of the token in '\(place.cards[0].reader)' can't be used", "jeton keystore unlock")
        // The key file in its place is a way to open the store as well, and stays.
        let words = ["keystore", "slot", "add", "--new-key-file", "data/keystore.key"]
        try await place.workplace.jeton(words + ["--passphrase-source", "file:passphrase"]).exits(0)
        try await place.pair().exits(0)
        #expect(try await program.pair(place.passwords[1]).session == 0)
    }
}
