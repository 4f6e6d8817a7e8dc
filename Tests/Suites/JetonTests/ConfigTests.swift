import Foundation
import TestRig
import Testing

/// `jeton config`, and what the settings stand in for.
@Suite("Settings")
struct ConfigTests {
    private static let file = ".config/jeton/settings.conf"

    /// Writes the file as an editor does.
    private func write(_ text: String, in place: Workplace, mode: Int = 0o600) throws {
        let path = place.directory.path(Self.file)
        let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        try place.directory.write(text, to: Self.file)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    private func text(_ place: Workplace) throws -> String {
        String(decoding: try #require(place.contents(Self.file)), as: UTF8.self)
    }

    /// Makes self-signed certificates, and gives their absolute paths.
    private func certificates(_ names: [String], in place: Workplace) async throws -> [String] {
        for name in names {
            let words = ["-newkey", "ed25519", "-nodes", "-keyout", "key", "-subj", "/CN=A", "-out", name]
            let made = try await place.run("openssl", "req", "-x509", "-batch", and: words)
            try #require(made.exitStatus == 0, "\(made.errorText)")
        }
        return names.map { place.directory.path($0) }
    }

    @Test("A setting is set, shown, changed in its place and removed; the other lines stay")
    func roundTrip() async throws {
        let place = try Workplace(modules: [])
        try await place.jeton("config", "list").exits(0).says("nothing is set", "`jeton config set token LABEL`")
        try await place.jeton("config", "get", "token").exits(3).says("'token' is not set")
        try await place.jeton("config", "set", "token", "anna").exits(0).prints("token is set")
        let mode = try FileManager.default.attributesOfItem(atPath: place.directory.path(Self.file))[.posixPermissions]
        #expect(mode as? Int == 0o600)
        let anchors = try await certificates(["a.pem", "b c.pem"], in: place)
        try write("# mine\ntoken: anna\n\ntrust: /a.pem\n", in: place)
        let set = try await place.jeton("config", "set", "token", "bob", "--json").exits(0).json()
        #expect(set["values"].texts == ["bob"])
        try await place.jeton(["config", "set", "trust", "--profile", "work", "--json"] + anchors).exits(0)
        try await place.jeton("config", "set", "tsa", "https://tsa.example/a", "http://b.example/").exits(0)
        #expect(
            try text(place) == """
                # mine
                token: bob

                trust: /a.pem
                profile.work.trust: \(anchors.joined(separator: ", "))
                tsa: https://tsa.example/a, http://b.example/

                """
        )
        try await place.jeton("config", "get", "tsa").exits(0).prints("https://tsa.example/a\nhttp://b.example/\n")
        let list = try await place.jeton("config", "list", "--profile", "work", "--json").exits(0).json()
        #expect(list["profiles"].texts == ["work"] && list["profile"].text == "work")
        #expect(list["settings"].list.map { $0["setBy"].text } == ["file", "profile work", "file"])
        #expect(list["settings"][1]["values"].texts == anchors)
        try await place.jeton("config", "list").exits(0).prints("NAME", "bob").says("profiles: work")
        try await place.jeton("config", "unset", "token", "--json").exits(0)
        try await place.jeton("config", "unset", "token").exits(3)
        try await place.jeton("config", "unset", "trust", "--profile", "work").exits(0)
        #expect(try text(place).hasPrefix("# mine\n\ntrust: /a.pem\ntsa: "))
    }

    @Test(
        "The environment outweighs the profile, and the profile the file",
        arguments: [
            ([:], [], "file"), (["JETON_PROFILE": "work"], [], "work"), ([:], ["--profile", "work"], "work"),
            (["JETON_PROFILE": "work"], ["--profile", "home"], "home"),
            (["JETON_TOKEN": "environment"], ["--profile", "work"], "environment"),
            (["JETON_TOKEN": "", "JETON_PROFILE": ""], [], "file"),
        ] as [([String: String], [String], String)]
    )
    func precedence(environment: [String: String], options: [String], expected: String) async throws {
        let place = try Workplace(modules: [])
        try write("token: file\nprofile.work.token: work\nprofile.home.token: home\n", in: place)
        let answer = try await place.jeton(["config", "get", "token"] + options, environment: environment)
        #expect(answer.exits(0).text == expected + "\n")
    }

    @Test("A profile that is not in the file is an error that names the others")
    func unknownProfile() async throws {
        let place = try Workplace(modules: [])
        try await place.jeton("config", "get", "token", "--profile", "work").exits(3)
            .says("no profile 'work'", "`jeton config set token LABEL --profile work`")
        try write("profile.home.token: home\n", in: place)
        try await place.jeton("config", "list", environment: ["JETON_PROFILE": "work"]).exits(3).says("these: home")
        try await place.jeton("config", "set", "token", "x", "--profile", "a.b").exits(2).says("'a.b' is not a valid")
    }

    @Test(
        "What is not a setting, or not a value of one, is refused by the command and in the file",
        arguments: [
            ("token", "pkcs11:token=a?pin-value=246813"), ("token", "pkcs11:token=a?pin-source=env:X"),
            ("token", "pkcs11:token=a?module-path=m.so"), ("token", "pkcs11:token=a?module-path=/m.so"),
            ("token", "pkcs11:token=a?module-name=m"), ("token", "pkcs11:token"), ("token", ""),
            ("pin-source", "246813"), ("pin-source", "fd:3"), ("pin-source", "file:pin"), ("pin-source", "pin"),
            ("trust", "ca.pem"), ("trust", "/a.pem,"), ("trust", "/a.pem, b.pem"), ("tsa", "ftp://x"),
            ("tsa", "https://"),
            ("tsa", "http://a b"), ("proxy", "socks5://localhost:1"), ("proxy", "http://name:word@host:3128"),
            // What allows weak, legacy or clear, or sends a PIN that may be the last try, is said each time.
            ("allow-weak", "yes"), ("allow-legacy", "yes"), ("require-channel", "no"), ("last-try", "yes"),
            ("in-clear", "yes"), ("send-refused", "yes"),
            ("force", "yes"), ("yes", "yes"), ("purpose", "any"), ("module", "/m.so"), ("so-pin-source", "env:X"),
        ]
    )
    func refusals(name: String, value: String) async throws {
        let place = try Workplace(modules: [])
        let set = try await place.jeton("config", "set", name, value).exits(2)
        #expect(!set.errors.contains("246813"), "\(set.errors)")
        #expect(place.contents(Self.file) == nil)
        for prefix in ["", "profile.work."] {
            try write("\(prefix)\(name): \(value)\n", in: place)
            let read = try await place.jeton("config", "list").exits(2).says("settings.conf:1: ")
            #expect(!read.errors.contains("246813"), "\(read.errors)")
        }
    }

    @Test(
        "Lines that are not understood are errors, and `config unset` removes them",
        arguments: [
            "tokne: a", "token a", "token: a\ntoken: b", "[profile]", "profile.token: a", "profile..token: a",
            "profile.a b.token: x", "profile.w.tokne: a",
        ]
    )
    func strictness(text: String) async throws {
        let place = try Workplace(modules: [])
        try write(text + "\n", in: place)
        let answer = try await place.jeton("config", "list").exits(2).says("settings.conf:")
        guard let hint = answer.errors.firstMatch(of: /`jeton config unset ([^`]+)` removes/) else { return }
        try await place.jeton("config", "unset", String(hint.1)).exits(0)
        try await place.jeton("config", "list").exits(0)
    }

    @Test("A file that others can change is refused, and one of another user is not read or changed")
    func trust() async throws {
        let place = try Workplace(modules: [])
        try write("token: anna\n", in: place, mode: 0o666)
        try await place.jeton("config", "get", "token").exits(7).says(
            "are refused",
            "every user can write to",
            "chmod go-w"
        )
        try await place.jeton("config", "set", "token", "bob").exits(7)
        try write("token: anna\n", in: place)
        let directory = place.directory.path(".config/jeton")
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: directory)
        try await place.jeton("config", "get", "token").exits(7).says("every user can write to \(directory)")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: directory)
        try await place.jeton("config", "get", "token").exits(0).prints("anna")
        // As root by sudo with the caller's HOME.
        guard geteuid() == 0 else { return }
        for path in [directory, place.directory.path(Self.file)] {
            try FileManager.default.setAttributes([.ownerAccountID: 54321], ofItemAtPath: path)
            try await place.jeton("config", "get", "token").exits(3)
            let list = try await place.jeton("config", "list", "--json").exits(0).json()
            #expect(list["notRead"].text == "\(path) belongs to user 54321" && list["settings"].list.isEmpty)
            try await place.jeton("config", "set", "token", "bob").exits(7).says("is not changed", "54321")
            try FileManager.default.setAttributes([.ownerAccountID: 0], ofItemAtPath: path)
        }
    }

    @Test("Nothing is read from the current directory")
    func currentDirectory() async throws {
        let place = try Workplace(modules: [])
        for name in ["settings.conf", "jeton/settings.conf", "x/jeton/settings.conf", ".jeton"] {
            let path = place.directory.path(name)
            let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
            try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
            try place.directory.write("token: evil\n", to: name)
        }
        for variables in [["XDG_CONFIG_HOME": "x"], ["XDG_CONFIG_HOME": "."], ["HOME": "x", "XDG_CONFIG_HOME": "x"]] {
            try await place.jeton("config", "get", "token", environment: variables).exits(3)
        }
    }

    @Test("Commands take token, PIN source and anchors from the settings, and say so with -v")
    func defaults() async throws {
        let place = try await Workplace.withSoftHSM(label: "alpha")
        let more = Workplace.officerOption + Workplace.pinOption
        try await place.jeton(["token", "init", "--label", "beta", "--yes"] + more).exits(0)
        try await place.jeton("token", "show").exits(6)
        try await place.jeton("config", "set", "token", "beta").exits(0)
        let source = "file:" + place.directory.path("pin")
        try await place.jeton("config", "set", "pin-source", source).exits(0)
        try await place.jeton("key", "generate", "--label", "k").exits(0)
        try await place.jeton("key", "list", "-v").exits(0).prints("k").says("in the settings (file): beta")
        // Another token is not sent that token's PIN.
        let other = try await place.jeton("key", "list", "--token", "alpha", "-v").says("belongs to another token")
        #expect(other.code != 0)
        try await place.withPIN("key", "list", "--token", "alpha").exits(0)
        try await place.jeton("key", "list", "--token", "beta").exits(0).prints("k")
        try await place.jeton("cert", "create", "--key", "k", "--subject", "CN=K", "--out", "k.pem").exits(0)
        try place.directory.write("I owe you one.\n", to: "letter")
        let signed = try await place.jeton("sign", "letter", "-q").exits(0)
        #expect(signed.errors.isEmpty && signed.text.isEmpty, "\(signed.all)")
        try await place.jeton("verify", "letter.p7s").exits(1)
        try await place.jeton("config", "set", "trust", place.directory.path("k.pem")).exits(0)
        try await place.jeton("verify", "letter.p7s").exits(0)
        try await place.jeton("verify", "letter.p7s", "-v").exits(0).says("in the settings")
        try await place.jeton("verify", "letter.p7s", "--trust", "/etc/ssl/certs/ca-certificates.crt").exits(1)
        // The option outweighs, and a token that is gone is not replaced by another one.
        try await place.withPIN("key", "list", "--token", "alpha").exits(0)
        try await place.jeton("key", "list", environment: ["JETON_TOKEN": "gamma"]).exits(3)
            .says("the token is the one in the settings (JETON_TOKEN)")
    }

    @Test("A URI of the environment loads no module and reads no PIN; the command's own URI still may")
    func foreignToken() async throws {
        let canary = try FaultModuleCopy("token.0.label = canary\n")
        let place = try Workplace(modules: [])
        for attribute in ["module-path=\(canary.path)", "module-name=canary", "pin-source=env:X"] {
            let uri = "pkcs11:token=canary?" + attribute
            try await place.jeton("key", "list", "--public", environment: ["JETON_TOKEN": uri]).exits(2)
                .says("JETON_TOKEN: the setting 'token' can't have '\(attribute.split(separator: "=")[0])'", "hint: ")
        }
        // A module that was loaded has left its counts beside it.
        let counts = URL(filePath: canary.path).deletingLastPathComponent().path + "/counts"
        #expect(!FileManager.default.fileExists(atPath: counts))
        try await place.jeton("token", "show", "pkcs11:token=canary?module-path=\(canary.path)").exits(0)
            .prints("canary")
        #expect(try await !canary.counts().isEmpty)
    }

    @Test("With -q only errors are said; -q and -v exclude each other")
    func quiet() async throws {
        let place = try Workplace(modules: [])
        let made = try await place.jeton("virtual", "create", "alpha", "--quiet").exits(0)
        #expect(made.errors.isEmpty, "\(made.errors)")
        try await place.jeton("virtual", "create", "alpha", "-q").exits(7).says("error: ")
        try await place.jeton("virtual", "list", "-q", "-v").exits(2).says("--quiet and --verbose exclude each other")
    }

    @Test("Files without certificates are not taken as anchors, and the setting stays as it was")
    func anchorsAreRead() async throws {
        let place = try Workplace(modules: [])
        let anchor = try #require(try await certificates(["a.pem"], in: place).first)
        try await place.jeton("config", "set", "trust", anchor).exits(0)
        let before = try text(place)
        try place.directory.write("no certificate", to: "text")
        let set = ["config", "set", "trust", anchor]
        try await place.jeton(set + [place.directory.path("missing.pem")]).exits(3).says("missing.pem can't be read")
        try await place.jeton(set + [place.directory.path("text")]).exits(7).says("text is not a valid certificate")
        #expect(try text(place) == before)
    }

    @Test("An error over a file that only the settings name says so")
    func missingAnchors() async throws {
        let place = try Workplace(modules: [])
        let path = try #require(try await certificates(["gone.pem"], in: place).first)
        try await place.jeton("config", "set", "trust", path).exits(0)
        try FileManager.default.removeItem(atPath: path)
        try place.directory.write("x", to: "text")
        try await place.jeton("verify", "text").exits(3).says("gone.pem", "hint: this file is from the settings")
    }
}
