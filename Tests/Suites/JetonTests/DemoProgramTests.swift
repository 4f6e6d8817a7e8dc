import Foundation
import TestRig
import Testing

@Suite("Programs of developers that share a pairing")
struct DemoProgramTests {
    private static let group = "ABCDE12345.rutoken.shared"

    @Test("Two programs of a team share a pairing; a third of another team is refused with -34018 and the words")
    func sharing() async throws {
        let place = try await DemoProgram.place()
        let one = try await DemoProgram(named: "one", in: place)
        try one.claim(DemoProgram.resource([Self.group], team: DemoProgram.team))
        try await one.sign([Self.group])
        let two = try await DemoProgram(named: "two", in: place)
        try two.claim(DemoProgram.resource([Self.group], team: DemoProgram.team))
        try await two.sign(["ABCDE12345.other", Self.group])

        let unpaired = try await two.run("open", "T-1")
        #expect(unpaired.status == -25300)
        let paired = try await one.run("pair", "T-1", "channel key")
        #expect(paired.status == 0)
        #expect(paired.text == "paired; the key is stored in \(Self.group)")
        let opened = try await two.run("open", "T-1")
        #expect(opened.status == 0)
        #expect(opened.text == "the channel is open: channel key")
        #expect(try await two.run("find", "T-1").text == "found in \(Self.group)")
        let list = try await place.jeton("keystore", "list", "--service", "rutoken.channel", "--json").json()
        #expect(list["items"][0]["group"].text == Self.group)
        #expect(list["items"][0]["accessible"].text == "after-first-unlock")
        #expect(list["items"][0]["thisDeviceOnly"].flag == true)

        let third = try await DemoProgram(named: "third", in: place)
        try third.claim(DemoProgram.resource([Self.group], team: DemoProgram.team))
        try await third.sign(["ZZZZZ99999.rutoken.shared"], team: DemoProgram.otherTeam)
        let refusal =
            "access group '\(Self.group)' belongs to team ABCDE12345, but the program is signed by team ZZZZZ99999\n"
            + "hint: let team ABCDE12345 sign the program, or name a group of team ZZZZZ99999"
        for task in [["pair", "T-2", "x"], ["open", "T-1"]] {
            let refused = try await third.run(task[0], task[1], task.count > 2 ? task[2] : "")
            #expect(refused.status == -34018)
            #expect(refused.text == refusal)
            #expect(refused.exitCode == 1)
        }
        // Without naming the group there is nothing to find; naming it is refused.
        let search = try await third.run("find", "T-1")
        #expect(search.status == -25300)
        let named = try await third.run("name", "T-1", Self.group)
        #expect(named.status == -34018)
        #expect(
            named.text
                == "the program explicitly specifies access group \(Self.group) but is only entitled for "
                + "ZZZZZ99999.rutoken.shared, ZZZZZ99999.org.example.demo"
        )
        #expect(
            try await place.jeton("keystore", "list", "--account", "T-2").text == "there is no item\n",
            "a refused pairing stored something"
        )
    }

    /// One row of the table of outcomes (docs/keystore.md, rows a–j).
    struct Row: CustomTestStringConvertible, Sendable {
        let row: String
        var resource: String?
        var groups: [String]?
        var team = DemoProgram.team
        var isChangedAfterwards = false
        let status: Int
        let words: String
        var warning: String?
        var testDescription: String { "(\(row)) \(status) \(words)" }
    }

    static let rows: [Row] = {
        func claim(_ groups: String...) -> String { DemoProgram.resource(groups, team: DemoProgram.team) }
        let only = "but is only entitled for ["
        let e = "no string of 'keychain-access-groups' in "
        return [
            Row(row: "a", resource: claim(group), status: -34018, words: "; the program is not signed: there is no '"),
            Row(
                row: "a",
                resource: claim(group),
                groups: ["ABCDE12345.other"],
                status: -34018,
                words: only + "ABCDE12345.other, ABCDE12345.org.example.demo]"
            ),
            Row(row: "b", status: 0, words: "paired; the key is stored in local."),
            Row(row: "b", groups: [], status: 0, words: "paired; the key is stored in ABCDE12345.org.example.demo"),
            Row(
                row: "c",
                groups: ["ABCDE12345.first", group],
                status: 0,
                words: "paired; the key is stored in ABCDE12345.first"
            ),
            Row(row: "d", resource: claim(group), groups: [group], status: 0, words: "the key is stored in \(group)"),
            Row(row: "e", resource: claim("ABCDE12345.other"), groups: [group], status: -50, words: e),
            Row(
                row: "e",
                resource: claim("ABCDE12345.RUTOKEN"),
                groups: [group],
                status: -50,
                words: "has 'rutoken' in another case"
            ),
            Row(
                row: "f",
                resource: DemoProgram.document("<key>Entitlements</key>\n<dict></dict>"),
                groups: [group],
                status: -50,
                words: ", line 4: the content is below a top-level key 'Entitlements'"
            ),
            Row(
                row: "f",
                resource: DemoProgram.document("<key>Entitlements</key>\n<key>keychain-access-groups</key>\n<array/>"),
                groups: [group],
                status: -50,
                words: ", line 4: "
            ),
            Row(
                row: "f",
                resource: DemoProgram.document("<key>Entitlements</key>"),
                groups: [group],
                status: -50,
                words: "delete line 4, the key 'Entitlements'"
            ),
            Row(
                row: "g",
                resource: claim("ABCDE12345.rutoken.a", "ABCDE12345.rutoken.b", "ABCDE12345.rutoken.c"),
                groups: ["ABCDE12345.rutoken.c", "ABCDE12345.rutoken.b"],
                status: 0,
                words: "paired; the key is stored in ABCDE12345.rutoken.b",
                warning: "not used: ABCDE12345.rutoken.a, ABCDE12345.rutoken.c"
            ),
            Row(
                row: "h",
                resource: claim(group),
                groups: ["ZZZZZ99999.rutoken.shared"],
                team: DemoProgram.otherTeam,
                status: -34018,
                words: "belongs to team ABCDE12345, but the program is signed by team ZZZZZ99999",
                warning: "belongs to team ABCDE12345, not to ZZZZZ99999 [groups.foreign-team]"
            ),
            Row(
                row: "i",
                groups: [group],
                isChangedAfterwards: true,
                status: 0,
                words: "paired; the key is stored in local.",
                warning: "[other-executable]"
            ),
            Row(
                row: "i",
                resource: claim(group),
                groups: [group],
                isChangedAfterwards: true,
                status: -34018,
                words: "; the program is treated as unsigned: the executable has SHA-256 ",
                warning: "[other-executable]"
            ),
            Row(
                row: "j",
                groups: ["ABCDE12345.*", "ABCDE12345.first"],
                status: 0,
                words: "paired; the key is stored in ABCDE12345.first",
                warning: "the first group, 'ABCDE12345.*', is a pattern, which is never a default"
            ),
            Row(
                row: "j",
                groups: ["ABCDE12345.*"],
                status: 0,
                words: "paired; the key is stored in ABCDE12345.org.example.demo",
                warning: "is a pattern"
            ),
        ]
    }()

    @Test("Each row of the table of outcomes, with a real program, manifest and resource", arguments: rows)
    func outcome(_ row: Row) async throws {
        let place = try await DemoProgram.place()
        let program = try await DemoProgram(named: "program", in: place)
        if let groups = row.groups { try await program.sign(groups, team: row.team) }
        if let resource = row.resource { try program.claim(resource) }
        if row.isChangedAfterwards {
            let changed = try await place.run("sh", "-c", "printf x >>\"$1\"", "sh", and: [program.path])
            try #require(changed.exitStatus == 0)
        }
        let result = try await program.run("pair", "T-1", "channel key")
        #expect(result.status == row.status, "\(result)")
        #expect(result.text.contains(row.words), "\(result)")
        if let warning = row.warning {
            #expect(result.warnings.contains { $0.contains(warning) }, "\(result)")
        } else {
            #expect(result.warnings.isEmpty, "\(result)")
        }
        let items = try await place.jeton("keystore", "list", "--account", "T-1", "--json").json()["items"].list
        #expect(items.count == (row.status == 0 ? 1 : 0), "what was refused left something in the store")
        #expect(try await program.run("open", "T-1").status == row.status)
    }
}
