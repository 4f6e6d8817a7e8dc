import Foundation
import TestRig
import Testing

@Suite("Synchronization of keystores from the command line")
struct SlowKeystoreSyncTests {
    @Test("Two devices get each other's items through a folder, and a conflict is kept and put back")
    func sync() async throws {
        let one = try await Workplace.withKeystore()
        let two = try await Workplace.withKeystore()
        let folder = try one.directory.makeDirectory("folder")
        try await one.keep("first", "--group", "ABCDE12345.a", "--service", "s", "--synchronizable")
        try await one.keystore("sync", "run").exits(8).says("this device is not synchronized", "sync init")
        try await one.keystore("sync", "init", folder, "--name", "one").exits(0).prints("'one' is the first device")
        let card = try await two.keystore("sync", "card", folder, "--name", "two").exits(0)
        card.says("fingerprint of this card: ")
        try one.directory.write(card.text, to: "card")
        try await one.keystore("sync", "add", "card").exits(2).says("--fingerprint")
        let wrong = try await one.keystore("sync", "add", "card", "--fingerprint", "0000-0000-0000-0000-0000")
        wrong.exits(8).says("the card has the fingerprint")
        let fingerprint = String(try #require(card.errors.split(separator: ": ").last?.split(separator: "\n").first))
        let list = try await one.keystore("sync", "add", "card", "--fingerprint", fingerprint, "--json").exits(0).json()
        let listFingerprint = try #require(list["fingerprint"].text)
        try await two.keystore("sync", "join", "--fingerprint", fingerprint).exits(8).says("errSecAuthFailed")
        try await two.keystore("sync", "join", "--fingerprint", listFingerprint).exits(0)
        try await one.keystore("sync", "run").exits(0)
        try await two.keystore("sync", "run").exits(0).prints("items changed here: 1")
        #expect(try await two.keystore("get", "--service", "s").exits(0).text == "first")
        // Keys of synchronization are no items for people.
        #expect(try await !two.jeton("keystore", "list").text.contains("jeton.sync"))

        try two.secret("from two", "value")
        try await two.keystore("set", "--service", "s", "--secret-source", "file:value").exits(0)
        try one.secret("from one", "value")
        try await one.keystore("set", "--service", "s", "--secret-source", "file:value").exits(0)
        try await two.keystore("sync", "run").exits(0)
        try await one.keystore("sync", "run").exits(0).says("1 secret lost")
        let conflicts = try await one.keystore("sync", "conflicts", "--json").exits(0).json()["conflicts"]
        let conflict = try #require(conflicts[0]["conflict"].text)
        #expect(try await one.keystore("get", "--service", "s").text == "from one")
        // Both values stand side by side; their secrets only where they are asked for.
        let sides = try await one.keystore("sync", "conflicts").exits(0)
        sides.prints("now", "lost", "two", "'s'")
        #expect(!sides.text.contains("from one") && !sides.text.contains("from two"))
        try await one.keystore("sync", "conflicts", "--reveal").exits(0).prints("from one", "from two")
        try await one.keystore("sync", "conflicts", "--reveal", "--json").exits(2)
        try await one.keystore("sync", "conflicts", "--restore", "00").exits(3)
        try await one.keystore("sync", "conflicts", "--restore", conflict).exits(0).prints("no conflicts")
        #expect(try await one.keystore("get", "--service", "s").text == "from two")

        try await one.keystore("sync", "status").exits(0).prints("one", "two", "yes")
        try await one.keystore("sync", "remove", "two", "--yes").exits(0)
        try await one.keystore("sync", "remove", "two", "--yes").exits(3)
        try await two.keystore("sync", "run").exits(8).says("-34018", "jeton keystore sync card")
        try await two.keystore("sync", "leave", "--yes").exits(0)
        try await two.keystore("sync", "status").exits(8).says("sync init")
        #expect(try await two.keystore("get", "--service", "s").exits(0).text == "from two")
    }

    @Test("Two stores on computers of one name join by their keys, and synchronize")
    func oneName() async throws {
        let one = try await Workplace.withKeystore()
        let two = try await Workplace.withKeystore()
        let folder = try one.directory.makeDirectory("folder")
        try await one.keep("first", "--group", "ABCDE12345.a", "mail/me", "--synchronizable")
        let list = try await one.keystore("sync", "init", folder, "--json").exits(0).json()
        let name = try #require(list["name"].text)
        let joined = try await Self.join(two, through: one, folder)
        #expect(joined["devices"].list.map { $0["name"].text } == [name, name])
        try await one.keystore("sync", "run").exits(0)
        let got = try await two.keystore("get", "mail/me", "--fetch").exits(0)
        #expect(got.text == "first")
        try await one.keystore("sync", "remove", name, "--yes").exits(6).says("2 devices are named")
        let device = try #require(joined["devices"][1]["device"].text)
        let own = try #require(joined["devices"][0]["device"].text)
        try await one.keystore("sync", "remove", own, "--yes").exits(2).says("sync leave")
        try await one.keystore("sync", "remove", device, "--yes").exits(0)
    }

    /// Takes a device into the list of another one, and answers with the list.
    private static func join(_ two: Workplace, through one: Workplace, _ folder: String) async throws -> JSONNode {
        let card = try await two.keystore("sync", "card", folder, "--json").exits(0).json()
        try one.directory.write(try #require(card["card"].text), to: "card")
        let fingerprint = try #require(card["device"]["fingerprint"].text)
        let list = try await one.keystore("sync", "add", "card", "--fingerprint", fingerprint, "--json").exits(0).json()
        let listFingerprint = try #require(list["fingerprint"].text)
        return try await two.keystore("sync", "join", "--fingerprint", listFingerprint, "--json").exits(0).json()
    }

    @Test("Joining can be interrupted after each step: it goes on, or leave undoes it")
    func interruptions() async throws {
        let one = try await Workplace.withKeystore()
        let two = try await Workplace.withKeystore()
        let folder = try one.directory.makeDirectory("folder")
        let other = try one.directory.makeDirectory("other")
        let memory = "data/keystore-sync/memory.age"

        // init: without the memory, then without the memory and the list, as if it had been interrupted before them.
        try await one.keystore("sync", "init", folder, "--name", "one").exits(0)
        for lost in [["data/keystore-sync/memory.age"], [memory, "folder/devices.json.sig"]] {
            for name in lost { try one.directory.remove(name) }
            try await one.keystore("sync", "status").exits(0).prints("has not joined", "sync leave")
            try await one.keystore("sync", "init", folder).exits(0).prints("'one' is the first device")
        }
        // init in a folder that has a list leaves nothing behind.
        try await two.keystore("sync", "init", folder).exits(8).says("already has a list", "sync card")
        try await two.keystore("sync", "status").exits(8).says("not synchronized")

        // card: another name, another folder, then undone.
        try await two.keystore("sync", "card", folder, "--name", "two").exits(0)
        try await two.keystore("sync", "card", folder, "--name", "zwei").exits(0).prints("\"name\":\"zwei\"")
        try await two.keystore("sync", "card", other).exits(0).prints("\"name\":\"zwei\"")
        let waiting = try await two.keystore("sync", "status", "--json").exits(0).json()
        #expect(waiting["joined"].flag == false && waiting["folder"].text?.hasSuffix("/other") == true)
        try await two.keystore("sync", "run").exits(8).says("has not joined", "sync status")
        try await two.keystore("sync", "leave", "--yes").exits(0)
        try await two.keystore("sync", "status").exits(8).says("not synchronized")

        // add, undone by remove; join, interrupted before the memory was written, goes on.
        try await two.keystore("sync", "card", folder, "--name", "two").exits(0)
        _ = try await Self.join(two, through: one, folder)
        try two.directory.remove(memory)
        try await two.keystore("sync", "status").exits(0).prints("has not joined")
        _ = try await Self.join(two, through: one, folder)
        try await two.keystore("sync", "run").exits(0)
        try await two.keystore("sync", "card", other).exits(8).says("already synchronizes", "sync leave")
        try await one.keystore("sync", "remove", "two", "--yes").exits(0)
        _ = try await Self.join(two, through: one, folder)

        // leave, interrupted before the keys went, goes on; the last device takes the list along.
        let kept = try two.directory.read(memory)
        try await two.keystore("sync", "leave", "--yes").exits(0)
        #expect(kept.isEmpty == false)
        try await one.keystore("sync", "leave", "--yes").exits(0)
        #expect(try one.directory.names(in: "folder").isEmpty)
    }

    @Test("Two runs at once wait for each other, and neither number is taken twice")
    func runsAtOnce() async throws {
        let place = try await Workplace.withKeystore()
        let folder = try place.directory.makeDirectory("folder")
        try await place.keystore("sync", "init", folder).exits(0)
        try await place.keep("first", "--group", "ABCDE12345.a", "mail/me", "--synchronizable")
        // Each run that finds no bundle of its own publishes one, so that both have something to say.
        var bundles: [Int] = []
        for _ in 0..<3 {
            for name in try place.directory.names(in: "folder") where name.hasSuffix(".tkb") {
                try place.directory.remove("folder/" + name)
            }
            try place.secret("value \(bundles.count)", "value")
            try await place.keystore("set", "mail/me", "--secret-source", "file:value").exits(0)
            async let first = place.keystore("sync", "run", "--json")
            async let second = place.keystore("sync", "run", "--json")
            for answer in try await [first, second] {
                if let number = try answer.exits(0).json()["bundle"].number { bundles.append(number) }
            }
        }
        #expect(Set(bundles).count == bundles.count, "\(bundles)")
    }

    @Test("The units that schedule writes are valid, and run what does nothing while the keystore is locked")
    func schedule() async throws {
        let place = try await Workplace.withKeystore()
        let folder = try place.directory.makeDirectory("a folder 100%")
        try await place.keystore("sync", "init", folder).exits(0)
        let written = try await place.jeton(
            "keystore",
            "sync",
            "schedule",
            "--out",
            place.directory.path("units"),
            "--minutes",
            "5"
        ).exits(0)
        written.prints("jeton-keystore-sync.timer", "systemctl --user daemon-reload")
        let names = ["jeton-keystore-sync.path", "jeton-keystore-sync.service", "jeton-keystore-sync.timer"]
        #expect(try place.directory.names(in: "units").sorted() == names)
        let runtime = try place.directory.makeDirectory("runtime")
        let verified = try await place.run(
            "env",
            "XDG_RUNTIME_DIR=\(runtime)",
            "systemd-analyze",
            "--user",
            "verify",
            "--man=no",
            and: names.map { place.directory.path("units/\($0)") }
        )
        #expect(verified.exitStatus == 0, "\(verified.errorText)")
        #expect(!verified.errorText.contains("jeton-keystore-sync"), "\(verified.errorText)")
        let locked = try await place.jeton("keystore", "sync", "run", "--if-unlocked").exits(0)
        locked.says("the keystore is locked")
        try await place.keystore("sync", "run", "--if-unlocked").exits(0).prints("items changed here")
        try await place.jeton("keystore", "sync", "schedule", "--out", place.directory.path("units"), "--remove")
            .exits(0).prints("systemctl --user disable")
        #expect(try place.directory.names(in: "units").isEmpty)
    }
}
