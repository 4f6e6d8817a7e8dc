import Foundation
import TestRig
import Testing

@Suite("What the keystore offers people")
struct KeystorePeopleTests {
    @Test("A generated secret has the length and the classes that were asked for, and is kept under its name")
    func generate() async throws {
        let place = try await Workplace.withKeystore()
        let made = try await place.keystore("generate", "mail/me").exits(0)
        #expect(made.text.isEmpty)
        made.says("is saved as 'mail' 'me' in local.default")
        let secret = try await place.keystore("get", "mail/me").exits(0).text
        #expect(secret.utf8.count == 20)
        try await place.keystore("generate", "mail/me").exits(8).says("--replace")
        #expect(try await place.keystore("get", "mail/me").text == secret)
        let digits = try await place.keystore(
            "generate",
            "mail/me",
            "--replace",
            "--classes",
            "digits",
            "--length",
            "12",
            "--json"
        )
        #expect(try digits.exits(0).json()["bits"].number == 39)
        let second = try await place.keystore("get", "mail/me").exits(0).text
        #expect(second.wholeMatch(of: /[0-9]{12}/) != nil)
        #expect(!digits.all.contains(second))
    }

    @Test(
        "Each class that is named is in every secret, and no other",
        arguments: [("lower,upper,digits,symbols", 8), ("lower,digits", 8), ("symbols", 30)]
    )
    func classes(names: String, length: Int) async throws {
        let place = try Workplace(modules: [])
        let sets = ["lower": "a-z", "upper": "A-Z", "digits": "0-9"]
        for _ in 0..<3 {
            let text = try await place.jeton(
                "keystore",
                "generate",
                "--classes",
                names,
                "--length",
                "\(length)"
            ).exits(0).text
            #expect(text.count == length)
            for (name, range) in sets {
                let has = try text.contains(Regex("[\(range)]"))
                #expect(has == names.contains(name), "\(name): \(text)")
            }
            #expect(text.contains { !$0.isLetter && !$0.isNumber } == names.contains("symbols"))
        }
    }

    @Test("Words can be pronounced; two are never alike by accident; limits are kept")
    func words() async throws {
        let place = try Workplace(modules: [])
        var seen: Set<String> = []
        for _ in 0..<4 {
            let text = try await place.jeton("keystore", "generate", "--words", "5").exits(0).text
            #expect(
                text.wholeMatch(of: /([bdfghjklmnprstvz][aiou][bdfghjklmnprstvz][aiou][bdfghjklmnprstvz]-?){5}/) != nil
            )
            seen.insert(text)
        }
        #expect(seen.count == 4)
        for line in [
            "--words 3", "--words 33", "--length 7", "--words 4 --length 9", "--classes lower,emoji", "--json",
        ] {
            let words = ["keystore", "generate"] + line.split(separator: " ").map(String.init)
            try await place.jeton(words).exits(2)
        }
    }

    @Test(
        "A trivial passphrase makes no keystore unless it is asked for",
        arguments: [
            "abc", "aaaaaaaaaaaa", "12345678", "qwertyuiop", "abcabcabcabc", "Passw0rd!", "letmein2024", "testuser99",
        ]
    )
    func trivial(passphrase: String) async throws {
        let place = try Workplace(modules: [], environment: ["USER": "testuser"])
        try place.secret(passphrase, "passphrase")
        let words = ["keystore", "init", "--new-passphrase-source", "file:passphrase"]
        let refused = try await place.jeton(words).exits(2)
        refused.says("the new passphrase is trivial: it", "--allow-weak")
        #expect(!refused.all.contains(passphrase))
        #expect(!FileManager.default.fileExists(atPath: place.directory.path("data/keystore/keybag")))
    }

    @Test("A trivial passphrase is taken with --allow-weak, and one that is not needs nothing")
    func allowed() async throws {
        let place = try Workplace(modules: [])
        try place.secret("abc", "passphrase")
        try await place.jeton("keystore", "init", "--new-passphrase-source", "file:passphrase", "--allow-weak").exits(0)
        try place.secret("kobat-vudiz-hanor", "good")
        try await place.jeton(
            "keystore",
            "slot",
            "add",
            "--new-passphrase-source",
            "file:good",
            "--passphrase-source",
            "file:passphrase"
        ).exits(0)
    }

    @Test("An editor changes a secret in a file in memory that is gone afterwards; what it did not change stays")
    func edit() async throws {
        let place = try await Workplace.withKeystore()
        try await place.keep("old secret", "mail/me")
        try place.script(
            "editor-double",
            "printf '%s' \"$1\" >path; cat \"$1\" >before; printf 'new secret\\n' >\"$1\""
        )
        let changed = try await place.jeton(
            ["keystore", "edit", "mail/me"] + Workplace.keyFileOption,
            environment: ["EDITOR": place.directory.path("editor-double")]
        ).exits(0)
        changed.prints("is changed").says("does not know whether")
        #expect(String(decoding: try #require(place.contents("before")), as: UTF8.self) == "old secret")
        let path = String(decoding: try #require(place.contents("path")), as: UTF8.self)
        #expect(path.hasPrefix("/dev/shm/jeton-edit-") || path.hasPrefix("/run/user/"))
        #expect(!FileManager.default.fileExists(atPath: (path as NSString).deletingLastPathComponent))
        #expect(try await place.keystore("get", "mail/me").text == "new secret")

        let same = try await place.jeton(
            ["keystore", "edit", "mail/me", "--json"] + Workplace.keyFileOption,
            environment: ["EDITOR": "/bin/true"]
        ).exits(0)
        #expect(try same.json()["changed"].flag == false)
        let failed = try await place.jeton(
            ["keystore", "edit", "mail/me"] + Workplace.keyFileOption,
            environment: ["EDITOR": "/bin/false"]
        )
        failed.exits(7).says("exit code 1; nothing was changed")
        #expect(try await place.keystore("get", "mail/me").text == "new secret")
    }

    /// What is typed at the start of the first line to insert a word, save and leave.
    private static let keys = [
        "vim": "ichanged-\u{1B}:wq\r", "nano": "changed-\u{0F}\r\u{18}", "emacs": "changed-\u{18}\u{13}\u{18}\u{03}",
    ]

    @Test("vim, nano and emacs leave no copy, whatever their own settings say", arguments: ["vim", "nano", "emacs"])
    func realEditors(editor: String) async throws {
        let place = try await Workplace.withKeystore()
        try await place.keep("old-secret-of-mine", "mail/me")
        try place.directory.write(
            "set backup writebackup undofile swapfile backupdir=. undodir=. directory=.\nset viminfo='100,n./viminfo\n",
            to: ".vimrc"
        )
        try place.directory.write("set backup\nset backupdir .\nset historylog\n", to: ".nanorc")
        try place.directory.write(
            "(setq make-backup-files t backup-inhibited nil auto-save-interval 1 backup-directory-alist '((\".\" . \".\")))\n",
            to: ".emacs"
        )
        let words = ["keystore", "edit", "mail/me"] + Workplace.keyFileOption
        let screen = try Terminal.start(place, words, environment: ["EDITOR": editor])
        try await Terminal.expect("old-secret-of-mine", on: screen)
        screen.send(Array(try #require(Self.keys[editor]).utf8))
        let output = try await screen.finish()
        #expect(output.exitStatus == 0, "\(output.text)")
        #expect(try await place.keystore("get", "mail/me").text == "changed-old-secret-of-mine")
        let search = try await place.run("grep", "-rlF", "old-secret-of-mine", place.directory.path)
        #expect(search.text.isEmpty || search.text.hasSuffix("/secret-of-item\n"), "\(search.text)")
    }

    @Test("What is typed ahead of a prompt is not shown, and the terminal has its echo afterwards")
    func typeAhead() async throws {
        let place = try Workplace(modules: [])
        let screen = try Terminal.start(place, ["keystore", "init"])
        try await Terminal.expect("New passphrase: ", on: screen)
        screen.send(line: Workplace.passphrase)
        try await Terminal.expect("Repeat the new passphrase: ", on: screen)
        // The second line and what follows arrive together: the rest is there while the key is derived.
        screen.send(line: Workplace.passphrase + "\ntyped-ahead-of-time")
        let output = try await screen.finish()
        #expect(output.exitStatus == 0, "\(output.text)")
        #expect(!output.text.contains("typed-ahead-of-time"), "\(output.text)")
    }

    @Test("A secret goes to the program that holds the clipboard, on its input, marked as a password where it can be")
    func copyOnWayland() async throws {
        let place = try await Workplace.withKeystore()
        try await place.keep("hush-hush", "mail/me")
        _ = try place.directory.makeDirectory("bin")
        try place.script(
            "bin/wl-copy",
            "case $1 in --help) echo ' -s, --sensitive';; *) echo \"$@\" >arguments; cat >content.new; mv content.new content;; esac"
        )
        let variables = ["WAYLAND_DISPLAY": "wayland-9", "PATH": place.directory.path("bin") + ":/usr/bin:/bin"]
        let words = ["keystore", "copy", "mail/me", "--seconds", "5", "--json"] + Workplace.keyFileOption
        let answer = try await place.jeton(words, environment: variables).exits(0)
        #expect(try answer.json()["markedAsPassword"].flag == true)
        #expect(!answer.all.contains("hush-hush"))
        try await place.await { place.contents("content") != nil }
        #expect(place.contents("content") == Array("hush-hush".utf8))
        #expect(place.contents("arguments") == Array("--foreground --sensitive\n".utf8))
        try await place.jeton(["keystore", "copy", "mail/me"] + Workplace.keyFileOption).exits(7).says("no desktop")
    }

    @Test("A group that no item lies in, damaged, keeps none from being listed or read; the error names the command")
    func damagedGroup() async throws {
        let place = try await Workplace.withKeystore()
        try await place.keep("one", "mail/me")
        try await place.keep("two", "--group", "local.other", "--service", "x")
        let vault = "data/keystore/vaults/local.other/group.kvault"
        _ = try await place.run("truncate", "-s", "100", vault)
        try await place.jeton("keystore", "list").exits(0).prints("mail").says("warning")
        #expect(try await place.keystore("get", "mail/me").exits(0).text == "one")
        let damaged = try await place.keystore("get", "x", "--group", "local.other").exits(8)
        damaged.says("jeton keystore verify")
    }

    @Test("A recovery key is shown once, as text and QR code, and opens the keystore")
    func recoveryKey() async throws {
        let place = try await Workplace.withKeystore()
        try await place.keep("one", "mail/me")
        let made = try await place.keystore("slot", "add", "--make-recovery-key").exits(0)
        let line = try #require(made.text.split(separator: "\n").last { $0.hasPrefix("AGE-SECRET-KEY-1") })
        #expect(made.text.contains("\u{2588}") == FileManager.default.fileExists(atPath: "/usr/bin/qrencode"))
        try place.secret(String(line), "recovery")
        let read = try await place.jeton("keystore", "get", "mail/me", "--identity", "recovery").exits(0)
        #expect(read.text == "one")
        try await place.keystore("slot", "add", "--make-recovery-key", "--json").exits(2)
    }
}
