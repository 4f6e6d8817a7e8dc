import Foundation
import TestRig
import Testing

@Suite("What other programs keep is imported")
struct SlowKeystoreImportTests {
    private static func secret(_ place: Workplace, _ words: String...) async throws -> String {
        try await place.jeton(["keystore", "get"] + words + Workplace.keyFileOption).exits(0).text
    }

    @Test("The entries of a real pass store, with their further lines, and a second time nothing new")
    func pass() async throws {
        let place = try await Workplace.withKeystore()
        _ = try place.directory.makeDirectory("gnupg")
        _ = try await place.run("chmod", "700", "gnupg")
        let variables = place.variables(["GNUPGHOME": place.directory.path("gnupg")])
        func run(_ words: String..., input: String = "") async throws {
            let output = try await ChildProcess.run(
                words,
                environment: variables,
                input: Array(input.utf8),
                workingDirectory: place.directory.path
            )
            try #require(output.exitStatus == 0, "\(words): \(output.errorText)")
        }
        try await run("gpg", "--batch", "--passphrase", "", "--quick-generate-key", "t@example.org", "future-default")
        try await run("pass", "init", "t@example.org")
        try await run("pass", "insert", "--multiline", "mail/work/anna", input: "p1\nurl: https://x\ncode 42\n")
        try await run("pass", "insert", "--echo", "alone", input: "p 2\n")
        try await run("gpgconf", "--kill", "gpg-agent")
        let words = ["keystore", "import", "--from", "pass", "--json"] + Workplace.keyFileOption
        let environment = ["GNUPGHOME": place.directory.path("gnupg")]
        let report = try await place.jeton(words, environment: environment).exits(0).json()
        #expect(report["added"].number == 3)
        #expect(try await Self.secret(place, "mail/work/anna") == "p1")
        #expect(
            try await Self.secret(place, "--service", "mail/work", "--account", "anna (notes)")
                == "url: https://x\ncode 42"
        )
        #expect(try await Self.secret(place, "alone") == "p 2")
        let again = try await place.jeton(words, environment: environment).exits(0).json()
        #expect(again["added"].number == 0 && again["unchanged"].number == 3)
        // gopass keeps its entries in the same way.
        let gopass = ["keystore", "import", ".password-store", "--from", "gopass", "--group", "local.go"]
        try await place.jeton(gopass + Workplace.keyFileOption, environment: environment).exits(0).prints("3 added")
        // An entry that gpg can't open is named, and the others come.
        try place.directory.write("garbage", to: ".password-store/broken.gpg")
        let partly = try await place.jeton(words, environment: environment).exits(1)
        partly.says("not imported: broken")
        try await place.jeton(["keystore", "import", "gnupg", "--from", "pass"] + Workplace.keyFileOption).exits(3)
            .says("it has no .gpg-id")
        try await run("gpgconf", "--kill", "gpg-agent")
    }

    @Test("The items of a real GNOME Keyring, each with its own secret")
    func secretService() async throws {
        let place = try await Workplace.withKeystore()
        try place.script(
            "session",
            """
            set -e
            printf 'login' | gnome-keyring-daemon --unlock --components=secrets >/dev/null
            printf 'one' | secret-tool store --label='Mail é' service mail
            printf 'two' | secret-tool store --label='Mail of anna' service mail user anna
            printf 'line 1\\nline 2' | secret-tool store --label='no service' key value
            exec "$@"
            """
        )
        _ = try place.directory.makeDirectory("runtime")
        _ = try await place.run("chmod", "700", "runtime")
        let words = try place.words(
            ["keystore", "import", "--from", "secret-service", "--json"] + Workplace.keyFileOption
        )
        let output = try await ChildProcess.run(
            // By its interpreter: a program of another test that starts now holds the script open for writing.
            ["dbus-run-session", "--", "sh", "./session"] + words,
            environment: place.variables(["XDG_RUNTIME_DIR": place.directory.path("runtime")]),
            workingDirectory: place.directory.path
        )
        try #require(output.exitStatus == 0, "\(output.text) \(output.errorText)")
        #expect(try JSONNode(output.standardOutput)["added"].number == 3)
        #expect(try await Self.secret(place, "--service", "mail", "--account", "") == "one")
        #expect(try await Self.secret(place, "mail/anna") == "two")
        #expect(try await Self.secret(place, "--service", "no service") == "line 1\nline 2")
        let list = try await place.jeton("keystore", "list", "--service", "mail", "--json").json()["items"]
        #expect(Set(list.list.map { $0["label"].text }) == ["Mail é", "Mail of anna"])
    }

    @Test("A KeePass database in XML and in CSV: groups, notes and further fields, without history and recycle bin")
    func keePass() async throws {
        let place = try await Workplace.withKeystore()
        try place.directory.write(Self.xml, to: "database.xml", mode: 0o600)
        try place.directory.write(Self.csv, to: "database.csv", mode: 0o600)
        let xml = ["keystore", "import", "database.xml", "--from", "keepass-xml", "--json"] + Workplace.keyFileOption
        let report = try await place.jeton(xml).exits(0).json()
        #expect(report["added"].number == 3)
        #expect(try await Self.secret(place, "--service", "Internet/Mail", "--account", "anna") == "p&ss")
        #expect(try await Self.secret(place, "--service", "Internet/Mail", "--account", "anna (notes)") == "a\nb")
        #expect(try await Self.secret(place, "--service", "Internet/Mail", "--account", "anna (PIN)") == "4711")
        let csv = ["keystore", "import", "database.csv", "--from", "keepass-csv", "--group", "local.csv"]
        try await place.jeton(csv + Workplace.keyFileOption).exits(0).prints("3 added")
        #expect(try await Self.secret(place, "--group", "local.csv", "Root/Mail/anna") == "quote \" and, comma")
        #expect(try await Self.secret(place, "--group", "local.csv", "Root/Mail/anna (2)") == "twin")
        #expect(
            try await Self.secret(place, "--group", "local.csv", "--account", "anna (notes)") == "line 1\nline 2"
        )
        for name in ["database.csv", "key"] {
            try await place.jeton(["keystore", "import", name, "--from", "keepass-xml"] + Workplace.keyFileOption)
                .exits(8).says("not a KeePass database")
        }
        try await place.jeton(["keystore", "import", "--from", "keepass-csv"] + Workplace.keyFileOption).exits(2)
    }

    private static let xml = """
        <?xml version="1.0" encoding="utf-8" standalone="yes"?>
        <KeePassFile><Meta><RecycleBinUUID>YmluYmluYmluYmluYmluYg==</RecycleBinUUID></Meta><Root>
        <Group><UUID>cm9vdA==</UUID><Name>Database</Name>
          <Group><UUID>aW50</UUID><Name>Internet</Name>
            <Entry><UUID>ZQ==</UUID>
              <String><Key>Title</Key><Value>Mail</Value></String>
              <String><Key>UserName</Key><Value>anna</Value></String>
              <String><Key>Password</Key><Value ProtectInMemory="True">p&amp;ss</Value></String>
              <String><Key>URL</Key><Value>https://mail.example.org</Value></String>
              <String><Key>Notes</Key><Value>a
        b</Value></String>
              <String><Key>PIN</Key><Value ProtectInMemory="True">4711</Value></String>
              <History><Entry><String><Key>Title</Key><Value>Mail</Value></String>
              <String><Key>Password</Key><Value>former</Value></String></Entry></History>
            </Entry>
          </Group>
          <Group><UUID>YmluYmluYmluYmluYmluYg==</UUID><Name>Recycle Bin</Name>
            <Entry><String><Key>Title</Key><Value>Gone</Value></String>
            <String><Key>Password</Key><Value>gone</Value></String></Entry>
          </Group>
        </Group></Root></KeePassFile>
        """

    private static let csv = """
        "Group","Title","Username","Password","URL","Notes","TOTP","Icon","Last Modified","Created"\r
        "Root","Mail","anna","quote "" and, comma","https://x","line 1\nline 2","","0","",""\r
        "Root","Mail","anna","twin","","","","0","",""\r

        """
}
