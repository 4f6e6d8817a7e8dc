import Foundation
import TestRig
import Testing

@Suite("Care, slots, exports and synchronization of the keystore from the command line")
struct SlowKeystoreTests {
    @Test("Slots are added by a way that works, open the store, and are removed but for the last")
    func slots() async throws {
        let place = try await Workplace.withKeystore()
        try await place.keep("one", "--group", "local.a", "--service", "s")
        try place.secret(Workplace.passphrase, "passphrase")
        try place.secret("something else", "wrong")
        try await place.keystore("slot", "add", "--new-passphrase-source", "file:passphrase").exits(0)
        let identity = try await place.run("age-keygen", "-o", "identity")
        try #require(identity.exitStatus == 0, "\(identity.errorText)")
        let recipient = try await place.run("age-keygen", "-y", "identity").text.split(separator: "\n").joined()
        try await place.keystore("slot", "add", "--new-recovery", recipient).exits(0).prints("recovery")
        let slots = try await place.jeton("keystore", "slot", "list", "--json").exits(0).json()["slots"]
        #expect(slots.list.map { $0["kind"].text } == ["key file", "passphrase", "recovery"])

        for way in [["--passphrase-source", "file:passphrase"], ["--identity", "identity"]] {
            let answer = try await place.jeton(["keystore", "get", "--service", "s"] + way).exits(0)
            #expect(answer.text == "one")
        }
        let wrong = try await place.jeton(
            "keystore",
            "get",
            "--service",
            "s",
            "--passphrase-source",
            "file:wrong"
        )
        wrong.exits(8).says("errSecAuthFailed, -25293")
        #expect(!wrong.all.contains("something else"))
        let first = try #require(slots[0]["slot"].text)
        try await place.jeton("keystore", "slot", "remove", first).exits(2).says("--yes")
        try await place.jeton("keystore", "slot", "remove", first, "--yes").exits(0)
        try await place.keystore("get", "--service", "s").exits(8).says("errSecAuthFailed")
        let second = try #require(slots[1]["slot"].text)
        try await place.jeton("keystore", "slot", "remove", second, "--yes").exits(0)
        let third = try #require(slots[2]["slot"].text)
        try await place.jeton("keystore", "slot", "remove", third, "--yes").exits(8).says(
            "the last slot cannot be removed"
        )
        try await place.jeton("keystore", "slot", "remove", "00", "--yes").exits(3)
    }

    @Test("A damaged record is found by verify and put right by repair, and the others stay readable")
    func care() async throws {
        let place = try await Workplace.withKeystore()
        for account in ["1", "2", "3"] {
            try await place.keep("secret \(account)", "--group", "local.a", "--service", "s", "--account", account)
        }
        try await place.keystore("verify").exits(0).prints("all is well")
        let locked = try await place.jeton("keystore", "verify", "--json").exits(0).json()
        #expect(locked["secretsVerified"].flag == false)
        #expect(locked["records"].number == 3)

        let path = "data/keystore/vaults/local.a/group.kvault"
        var vault = try #require(place.contents(path))
        // An octet of the last record, in front of its padding and of the code of 32 octets.
        let place32 = try #require(vault.indices.dropLast(32).last { vault[$0] != 0 })
        vault[place32] ^= 1
        let handle = try #require(FileHandle(forWritingAtPath: place.directory.path(path)))
        try handle.write(contentsOf: Data(vault))
        try handle.close()
        let found = try await place.keystore("verify").exits(1)
        found.prints("local.a: record ", "is damaged", "findings: 1")
        let answers = [
            try await place.keystore("get", "--service", "s", "--account", "1"),
            try await place.keystore("get", "--service", "s", "--account", "2"),
            try await place.keystore("get", "--service", "s", "--account", "3"),
        ]
        #expect(answers.filter { $0.code == 0 && $0.text.hasPrefix("secret ") }.count == 2)
        // The damaged one is no missing one.
        #expect(answers.filter { $0.code == 8 }.count == 1)
        try await place.jeton("keystore", "list").exits(0).says("a record of local.a is damaged")
        let repaired = try await place.keystore("repair", "--json")
        #expect([0, 1].contains(repaired.code))
        let group = try repaired.json()["groups"][0]
        #expect(group["group"].text == "local.a")
        #expect((group["kept"].number ?? 0) + (group["restored"].number ?? 0) >= 2)
        let after = try await place.keystore("verify")
        #expect(!after.text.contains("local.a"), "\(after.testDescription)")
    }

    @Test("An older copy of the store is refused until it is accepted")
    func rollback() async throws {
        let place = try await Workplace.withKeystore()
        try await place.keep("one", "--group", "local.a", "--service", "s")
        let copied = try await place.run("cp", "-a", "data/keystore", "old")
        try #require(copied.exitStatus == 0)
        try await place.keep("two", "--group", "local.a", "--service", "t")
        _ = try await place.run("rm", "-rf", "data/keystore")
        _ = try await place.run("cp", "-a", "old", "data/keystore")
        try await place.keystore("get", "--service", "s").exits(8).says("-25291")
        try await place.jeton("keystore", "groups").exits(0).prints("-25291")
        try await place.keystore("repair", "--accept-rollback").exits(0).prints("accepted")
        #expect(try await place.keystore("get", "--service", "s").exits(0).text == "one")
    }

    @Test("An export opens with age, leaves out what stays here, and is imported where it belongs")
    func export() async throws {
        let place = try await Workplace.withKeystore()
        try await place.keep("leaves", "--group", "ABCDE12345.a", "--service", "s", "--label", "é")
        try await place.keep("stays", "--group", "ABCDE12345.a", "--service", "t", "--this-device-only")
        _ = try await place.run("age-keygen", "-o", "identity")
        let recipient = try await place.run("age-keygen", "-y", "identity").text.split(separator: "\n").joined()
        try await place.keystore("export", "out.age", "--recipient", recipient).exits(0).prints(
            "1 items are in out.age"
        )
        try await place.keystore("export", "out.age", "--recipient", recipient).exits(7).says("--force")
        let opened = try await place.run("age", "--decrypt", "-i", "identity", "out.age")
        #expect(opened.text.hasPrefix("{\"format\":\"jeton keystore export\",\"v\":1}\n{\"accessible\":\"ak\","))
        #expect(opened.text.contains("\"data\":\"\(Data("leaves".utf8).base64EncodedString())\""))
        #expect(!opened.text.contains("\"service\":\"t\""))

        let other = try await Workplace.withKeystore()
        for name in ["out.age", "identity"] {
            try other.directory.write(try #require(place.contents(name)), to: name)
        }
        _ = try await other.run("chmod", "600", "identity")
        let report = try await other.keystore("import", "out.age", "--file-identity", "identity", "--json").exits(0)
        #expect(try report.json()["added"].number == 1)
        #expect(try await other.keystore("get", "--service", "s").exits(0).text == "leaves")
        // What was changed here later than the file is kept, unless the file is to win.
        try other.secret("changed", "changed")
        try await other.keystore("set", "--service", "s", "--secret-source", "file:changed").exits(0)
        let kept = try await other.keystore("import", "out.age", "--file-identity", "identity").exits(0)
        kept.prints("0 added, 0 replaced, 0 unchanged, 1 kept")
        #expect(try await other.keystore("get", "--service", "s").exits(0).text == "changed")
        let replaced = try await other.keystore("import", "out.age", "--file-identity", "identity", "--replace")
        replaced.exits(0).prints("1 replaced")
        #expect(try await other.keystore("get", "--service", "s").exits(0).text == "leaves")
        try await place.jeton("keystore", "import", "identity", "--key-file", "key", "--file-identity", "identity")
            .exits(8).says("age")
    }

    @Test("An export under a passphrase opens with it and with nothing else")
    func exportUnderPassphrase() async throws {
        let place = try await Workplace.withKeystore()
        try await place.keep("leaves", "--group", "ABCDE12345.a", "--service", "s")
        try place.secret("file passphrase", "right")
        try place.secret("no such passphrase", "wrong")
        try await place.keystore("export", "out.age", "--file-passphrase-source", "file:right").exits(0)
        let refused = try await place.keystore("import", "out.age", "--file-passphrase-source", "file:wrong")
        refused.exits(8).says("errSecAuthFailed")
        try await place.keystore("import", "out.age", "--file-passphrase-source", "file:right").exits(0)
            .prints("1 unchanged")
    }

    @Test("No answer has a secret or a passphrase in it but that of get")
    func secrecy() async throws {
        let place = try await Workplace.withKeystore()
        try place.secret(Workplace.passphrase, "passphrase")
        try await place.keystore("slot", "add", "--new-passphrase-source", "file:passphrase").exits(0)
        try await place.keep("hush-hush", "--group", "ABCDE12345.a", "--service", "s")
        _ = try await place.run("chmod", "644", "secret-of-item")
        let open = "--passphrase-source file:passphrase"
        let lines = [
            "list", "list --all", "status", "groups", "slot list", "verify \(open)", "repair \(open)",
            "get --service s --out out \(open)", "set --service s --secret-source file:secret-of-item \(open)",
            "get --service s \(Workplace.passphrase.split(separator: " ")[0])", "get --service s --json \(open)",
            "add --group local.a --service s --secret-source hush-hush \(open)",
            "add --group local.a --service s --secret-source hush-hush --passphrase-source hush-hush",
            "delete --service s --yes",
        ]
        for line in lines {
            let words = ["keystore"] + line.split(separator: " ").map(String.init)
            for more in [[], ["--json"]] {
                let answer = try await place.jeton(words + more)
                #expect(!answer.all.contains("hush-hush"), "\(answer.testDescription)")
                #expect(!answer.all.contains(Workplace.passphrase), "\(answer.testDescription)")
            }
        }
    }
}
