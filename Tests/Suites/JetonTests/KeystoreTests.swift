import Foundation
import TestRig
import Testing

@Suite("The keystore from the command line")
struct KeystoreTests {
    @Test("A keystore is made once, and its life is shown by status")
    func life() async throws {
        let place = try Workplace(modules: [])
        let none = try await place.jeton("keystore", "status").exits(8)
        none.says(
            "there is no keystore in \(place.directory.path("data"))/keystore",
            "hint: run `jeton keystore init` to create one"
        )
        try place.secret(Workplace.passphrase, "passphrase")
        let made = try await place.jeton("keystore", "init", "--new-passphrase-source", "file:passphrase")
        made.exits(0).prints("it is unlocked by: passphrase")
        try await place.jeton("keystore", "init").exits(8).says("already holds a keystore")
        let status = try await place.jeton("keystore", "status").exits(0)
        status.prints("locked", "passphrase (slot ", "none between programs of this user")
        let document = try await place.jeton("keystore", "status", "--json").exits(0).json()
        #expect(document["schema"].text == "jeton.keystore.status/1")
        #expect(document["state"].text == "locked")
        #expect(document["slots"][0]["kind"].text == "passphrase")
        #expect(document["items"].number == 0)
    }

    @Test("What is added is listed without its secret, and comes back octet by octet")
    func addAndGet() async throws {
        let place = try await Workplace.withKeystore()
        let octets: [UInt8] = [0, 0xFF, 0x0A, 0x20, 0x0A]
        try place.directory.write(octets, to: "binary")
        let words = ["--group", "ABCDE12345.mail", "--service", "mail"]
        try await place.jeton(
            ["keystore", "add"] + words + ["--account", "a", "--label", "Post", "--in", "binary"]
                + Workplace.keyFileOption
        ).exits(0).prints("the secret 'mail' 'a' in ABCDE12345.mail is saved")
        try await place.keep("hush-hush", "--group", "local.notes", "--service", "mail", "--account", "b")

        let list = try await place.jeton("keystore", "list").exits(0)
        list.prints("GROUP", "ABCDE12345.mail", "Post", "when-unlocked", "local.notes")
        let items = try await place.jeton("keystore", "list", "--json", "--account", "b").exits(0).json()["items"]
        #expect(items.list.count == 1)
        #expect(items[0]["group"].text == "local.notes")
        #expect(items[0]["hasSecret"].flag == true)
        let reference = try #require(items[0]["reference"].text)
        let groups = try await place.jeton("keystore", "groups").exits(0)
        groups.prints("ABCDE12345.mail", "this user")

        let binary = try await place.keystore("get", "--account", "a").exits(0)
        #expect(binary.output.standardOutput == octets)
        #expect(try await place.keystore("get", "--reference", reference).exits(0).text == "hush-hush")
        try await place.keystore("get", "--account", "a", "--out", "copy").exits(0).prints("is in copy")
        #expect(place.contents("copy") == octets)
        let mode = try FileManager.default.attributesOfItem(atPath: place.directory.path("copy"))[.posixPermissions]
        #expect((mode as? NSNumber)?.intValue == 0o600)
        try await place.keystore("get", "--account", "a", "--out", "copy").exits(7).says("copy exists", "--force")
        try await place.keystore("get", "--account", "a", "--out", "copy", "--force").exits(0)
    }

    @Test("Two matches are never guessed between, and none is exit code 3")
    func selection() async throws {
        let place = try await Workplace.withKeystore()
        try await place.keep("one", "--group", "local.a", "--service", "s", "--account", "1")
        try await place.keep("two", "--group", "ABCDE12345.b", "--service", "s", "--account", "1")
        try await place.keep("three", "--group", "ABCDE12345.b", "--service", "s", "--account", "1", "--synchronizable")
        let several = try await place.keystore("get", "--service", "s").exits(6)
        several.says("3 items match", "--group local.a --service 's' --account '1' --local")
        #expect(several.text.isEmpty)
        try await place.keystore("get", "--service", "s", "--group", "ABCDE12345.b").exits(6)
        #expect(
            try await place.keystore("get", "--service", "s", "--group", "ABCDE12345.b", "--local").exits(0).text
                == "two"
        )
        #expect(try await place.keystore("get", "--service", "s", "--synchronizable").exits(0).text == "three")
        try await place.keystore("get", "--service", "t").exits(3).says("no such item in the keystore")
        try await place.keystore("get").exits(2).says("no item is named")
        let answer = try await place.jeton("keystore", "delete", "--service", "s", "--group", "local.a", "--yes")
        answer.exits(0).prints("is deleted")
        try await place.jeton("keystore", "delete", "--service", "s", "--group", "ABCDE12345.b").exits(6)
    }

    @Test("A vault that can't be read is no silent choice: reading warns, and changing wants the item named")
    func damagedRival() async throws {
        let place = try await Workplace.withKeystore()
        try await place.keep("one", "--group", "local.a", "--service", "mail", "--account", "me")
        try await place.keep("two", "--group", "local.b", "--service", "mail", "--account", "me")
        let vault = "data/keystore/vaults/local.b/group.kvault"
        try place.directory.write(Array(try #require(place.contents(vault))) + [0], to: vault)
        let options = "--group local.a --service 'mail' --account 'me' --local"
        let warned = try await place.keystore("get", "mail/me", "--quiet").exits(0)
        warned.says("another item may match, but can't be read", options)
        let named = ["--group", "local.a", "--service", "mail", "--account", "me", "--local"]
        let answer = try await place.jeton(["keystore", "get"] + named + Workplace.keyFileOption)
        #expect(answer.exits(0).text == "one")
        try await place.keystore("set", "mail/me", "--label", "x").exits(8).says(options)
        try await place.jeton("keystore", "delete", "mail/me", "--yes").exits(8)
    }

    @Test("An item is changed: its secret, its name, its group, its protection")
    func change() async throws {
        let place = try await Workplace.withKeystore()
        try await place.keep("old", "--group", "local.a", "--service", "s", "--account", "1")
        try place.secret("new", "new")
        try await place.keystore("set", "--service", "s").exits(2).says("nothing to change")
        try await place.keystore("set", "--service", "s", "--secret-source", "file:new").exits(0)
        let moved = try await place.jeton(
            ["keystore", "set", "--service", "s", "--new-group", "ABCDE12345.b", "--new-account", "2", "--label", "L"]
                + ["--accessible", "after-first-unlock", "--this-device-only", "--json"] + Workplace.keyFileOption
        ).exits(0).json()["item"]
        #expect(moved["group"].text == "ABCDE12345.b")
        #expect(moved["account"].text == "2")
        #expect(moved["accessible"].text == "after-first-unlock")
        #expect(moved["thisDeviceOnly"].flag == true)
        #expect(moved["version"].number == 3)
        #expect(try await place.keystore("get", "--label", "x", "--service", "s").code == 2)
        #expect(try await place.keystore("get", "--service", "s").exits(0).text == "new")
        try await place.keep("other", "--group", "ABCDE12345.b", "--service", "s", "--account", "3")
        let clash = try await place.keystore("set", "--service", "s", "--account", "3", "--new-account", "2")
        clash.exits(8).says("errSecDuplicateItem, -25299")
    }

    @Test("What is locked is refused with -25308, and the error says how to unlock it; what is always readable is not")
    func locked() async throws {
        let place = try await Workplace.withKeystore()
        try await place.keep("one", "--group", "local.a", "--service", "s")
        try await place.keep("two", "--group", "local.a", "--service", "t", "--accessible", "always")
        let answer = try await place.jeton("keystore", "get", "--service", "s", "--json", "--out", "x").exits(8)
        answer.says("the keystore is locked (errSecInteractionNotAllowed, -25308)", "--key-file")
        #expect(try answer.json()["error"]["code"].text == "errSecInteractionNotAllowed, -25308")
        #expect(try await place.jeton("keystore", "get", "--service", "t").exits(0).text == "two")
        try await place.jeton("keystore", "delete", "--service", "s", "--yes").exits(0)
    }

    @Test("unlock lasts from command to command, and lock ends it")
    func unlockForAWhile() async throws {
        let place = try await Workplace.withKeystore()
        try await place.keep("one", "--group", "local.a", "--service", "s")
        try await place.keystore("unlock", "--minutes", "5").exits(0).prints("unlocked for 5 minutes")
        #expect(try await place.jeton("keystore", "get", "--service", "s").exits(0).text == "one")
        try await place.jeton("keystore", "status").exits(0).prints("unlocked for a limited time")
        // The key that is left there opens items and no slots.
        try await place.jeton("keystore", "slot", "add", "--new-key-file", "second").exits(8).says("is locked")
        try await place.jeton("keystore", "lock").exits(0).prints("the keystore is locked")
        try await place.jeton("keystore", "lock").exits(0).prints("was locked already")
        try await place.jeton("keystore", "get", "--service", "s").exits(8).says("-25308")
        try await place.keystore("unlock", "--minutes", "0").exits(2)
    }

    @Test("After a first unlock, items of that class stay readable to later commands while the keystore is locked")
    func afterFirstUnlock() async throws {
        let place = try await Workplace.withKeystore()
        let first = ["--group", "local.a", "--service", "first", "--accessible", "after-first-unlock"]
        try await place.keep("one", first[0], first[1], first[2], first[3], first[4], first[5])
        try await place.keep("two", "--group", "local.a", "--service", "second")
        try await place.jeton("keystore", "get", "--service", "first").exits(8).says("-25308")
        try await place.keystore("unlock", "--minutes", "5").exits(0)
        try await place.jeton("keystore", "lock").exits(0)
        #expect(try await place.jeton("keystore", "get", "--service", "first").exits(0).text == "one")
        try await place.jeton("keystore", "get", "--service", "second").exits(8).says("-25308")
    }

    @Test("A service and an account in one word name an item, in the user's own group by default")
    func shortNames() async throws {
        let place = try await Workplace.withKeystore()
        try await place.keep("one", "mail/me")
        try await place.keep("two", "https://example.org/a/me")
        try await place.keep("three", "--group", "local.a", "alone")
        #expect(try await place.keystore("get", "mail/me").exits(0).text == "one")
        #expect(try await place.keystore("get", "--service", "mail", "--account", "me").exits(0).text == "one")
        #expect(try await place.keystore("get", "--service", "https://example.org/a").exits(0).text == "two")
        #expect(try await place.keystore("get", "alone").exits(0).text == "three")
        let list = try await place.jeton("keystore", "list", "--json").exits(0).json()
        #expect(Set(list["items"].list.map { $0["group"].text }) == ["local.default", "local.a"])
        try await place.keystore("set", "mail/me", "--new-account", "you").exits(0)
        try await place.keystore("get", "mail/me").exits(3)
        try await place.jeton("keystore", "delete", "mail/you", "--yes").exits(0)
        try await place.keystore("get", "mail/me", "--service", "mail").exits(2).says("given twice")
        try await place.keystore("add", "mail/me", "--account", "me").exits(2).says("given twice")
        try await place.keystore("add").exits(2).says("no item is named")
    }

    @Test("An item of a group that no device synchronizes is refused as synchronizable, not kept and left behind")
    func localGroupsStay() async throws {
        let place = try await Workplace.withKeystore()
        try await place.keystore("add", "mail/me", "--synchronizable").exits(2).says("can't be synchronized")
        #expect(try await place.jeton("keystore", "list", "--json").exits(0).json()["items"].list.isEmpty)
        try await place.keep("one", "mail/me", "--synchronizable", "--group", "ABCDE12345.mail")
        try await place.keystore("set", "mail/me", "--new-group", "local.a").exits(2).says("can't be synchronized")
    }

    @Test("A store that is not safe is refused in words", arguments: ["mode", "link", "hard link"])
    func unsafeStore(flaw: String) async throws {
        let place = try await Workplace.withKeystore()
        try await place.keep("one", "--group", "local.a", "--service", "s")
        let store = place.directory.path("data/keystore")
        switch flaw {
        case "mode": _ = try await place.run("chmod", "755", store)
        case "link":
            _ = try await place.run("mv", store, store + "-real")
            _ = try await place.run("ln", "-s", store + "-real", store)
        default: _ = try await place.run("ln", store + "/vaults/local.a/group.kvault", place.directory.path("linked"))
        }
        let answer = try await place.keystore("get", "--service", "s").exits(8)
        answer.says("-25291")
    }

    @Test("Key files that others can read are not used")
    func keyFileMode() async throws {
        let place = try await Workplace.withKeystore()
        _ = try await place.run("chmod", "644", "key")
        try await place.keystore("verify").exits(7).says("others can read or write key", "chmod 600")
    }
}
