import Foundation
import TestRig
import Testing

@Suite("Entitlements from the command line")
struct EntitlementsTests {
    private static let team = "ABCDE12345"

    private static func document(_ body: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
        \(body)
        </dict>
        </plist>

        """
    }

    /// A place with a team's key, a program and its resource.
    private static func place() async throws -> Workplace {
        let place = try Workplace(modules: [])
        _ = try await place.run("openssl", "genpkey", "-algorithm", "ED25519", "-out", "team.key")
        _ = try await place.run("openssl", "pkey", "-in", "team.key", "-pubout", "-out", "team.pub")
        _ = try await place.run("cp", "/bin/sleep", "program")
        try place.directory.write(
            document(
                """
                <key>application-identifier</key>
                <string>\(team).org.example.program</string>
                <key>keychain-access-groups</key>
                <array>
                <string>\(team).rutoken.shared</string>
                </array>
                """
            ),
            to: "Entitlements.plist"
        )
        return place
    }

    @Test("lint names file, line, rule and remedy")
    func lint() async throws {
        let place = try await Self.place()
        try await place.jeton("entitlements", "lint", "Entitlements.plist").exits(0).prints("nothing is wrong")
        try place.directory.write(
            Self.document("<key>Entitlements</key>\n<dict><key>keychain-access-groups</key><array/></dict>"),
            to: "bad.plist"
        )
        let answer = try await place.jeton("entitlements", "lint", "bad.plist").exits(1)
        answer.prints(
            "bad.plist:5: malformed: ",
            "[entitlements.dangling-key]",
            "delete the key 'Entitlements' (line 5)",
            "the content belongs at the top level"
        )
        let json = try await place.jeton("entitlements", "lint", "bad.plist", "--json").exits(1).json()
        #expect(json["schema"].text == "jeton.entitlements.lint/1")
        #expect(json["files"][0]["findings"][0]["line"].number == 5)
        #expect(json["files"][0]["findings"][0]["rule"].text == "entitlements.dangling-key")
        let foreign = try await place.jeton("entitlements", "lint", "Entitlements.plist", "--team", "ZZZZZ99999")
        foreign.exits(1).prints("belongs to team ABCDE12345, not to ZZZZZ99999")
        try await place.jeton("entitlements", "lint", "missing.plist").exits(3)
        try await place.jeton("entitlements", "lint", "bad.plist", "--team", "short").exits(2)
    }

    /// The file of a development profile as Xcode writes it.
    private static let ofXcode = document(
        """
        <key>get-task-allow</key>
        <true/>
        <key>com.apple.developer.default-data-protection</key>
        <string>NSFileProtectionComplete</string>
        <key>keychain-access-groups</key>
        <array>
        <string>F3FU372W5M.rutoken.shared</string>
        <string>F3FU372W5M.*</string>
        </array>
        """
    )

    @Test("A file as Xcode writes it is signed; what has no place in a manifest is left out and named")
    func xcode() async throws {
        let place = try await Self.place()
        try place.directory.write(Self.ofXcode, to: "Entitlements.plist")
        let lint = try await place.jeton("entitlements", "lint", "Entitlements.plist").exits(0)
        lint.prints(
            "Entitlements.plist:5: warning: the key 'get-task-allow' has no effect here",
            "delete the key 'get-task-allow' and its value (lines 5 to 6)",
            "Entitlements.plist:7: warning: the key 'com.apple.developer.default-data-protection' has no effect here",
            "delete the key 'com.apple.developer.default-data-protection' and its value (lines 7 to 8)",
            "Entitlements.plist:12: warning: 'F3FU372W5M.*' is a pattern"
        )
        let signed = try await place.jeton("entitlements", "sign", "program", "--team-key", "team.key").exits(0)
        signed.prints(
            "program.entitlements is signed by team F3FU372W5M",
            "application: F3FU372W5M.program",
            "access groups: F3FU372W5M.rutoken.shared, F3FU372W5M.*",
            "left out: the key 'get-task-allow' (Entitlements.plist, line 5)",
            "left out: the key 'com.apple.developer.default-data-protection' (Entitlements.plist, line 7)"
        )
        let json = try await place.jeton("entitlements", "sign", "program", "--team-key", "team.key", "--json").json()
        #expect(json["leftOut"].list.map { $0["line"].number } == [5, 7])
        try await place.jeton("entitlements", "trust", "F3FU372W5M", "--team-key", "team.pub", "--yes").exits(0)
        let verified = try await place.jeton("entitlements", "verify", "program", "--json").exits(0).json()
        #expect(verified["accessGroups"].texts == ["F3FU372W5M.rutoken.shared", "F3FU372W5M.*"])
        let row = try await place.jeton("entitlements", "whoami", "--program", "program", "--json").exits(0).json()
        #expect(row["tokenChannel"]["row"].text == "d")
    }

    @Test("An error of the file is called one, names its line, and its hint says what to change there")
    func errors() async throws {
        let place = try await Self.place()
        let sign = ["entitlements", "sign", "program", "--team-key", "team.key"]
        try place.directory.write(
            Self.ofXcode.replacing("F3FU372W5M.rutoken.shared", with: "$(AppIdentifierPrefix)rutoken"),
            to: "Entitlements.plist"
        )
        let variable = try await place.jeton(sign).exits(8)
        variable.says(
            "Entitlements.plist, line 11: error: '$(AppIdentifierPrefix)rutoken' is not an access group "
                + "[groups.name]\n",
            "hint: change line 11: write the team's ten characters; '$(…)' is not expanded on Linux"
        )
        try place.directory.write(
            "<plist version=\"1.0\">\n<key>Entitlements</key>\n<dict>\n<key>a</key>\n<true/>\n</dict>\n</plist>\n",
            to: "Entitlements.plist"
        )
        let dangling = try await place.jeton(sign).exits(8)
        dangling.says(
            "line 2: malformed: the key 'Entitlements' is directly below 'plist'",
            "hint: delete line 2, the key 'Entitlements': only the dictionary that follows it belongs there"
        )
        for answer in [variable, dangling] { #expect(!answer.errors.contains("warning")) }
        try place.directory.write(Self.document("<key>keychain-access-groups</key><array/>"), to: "Entitlements.plist")
        try await place.jeton(sign).exits(8).says(
            "has no 'application-identifier'",
            "hint: add after line 4: <key>application-identifier</key><string>ABCDE12345.org.example.program</string>"
        )
    }

    @Test("whoami gives the row of a program that is not running")
    func notRunning() async throws {
        let place = try await Self.place()
        let whoami = ["entitlements", "whoami", "--program", "program"]
        let unsigned = try await place.jeton(whoami).exits(1)
        unsigned.prints("/program (not running)", "token channel: (a) status -34018")
        try await place.jeton("entitlements", "sign", "program", "--team-key", "team.key").exits(0)
        let untrusted = try await place.jeton(whoami).exits(1)
        untrusted.prints("token channel: (i, as a) status -34018")
        try await place.jeton("entitlements", "trust", Self.team, "--team-key", "team.pub", "--yes").exits(0)
        try await place.jeton(whoami).exits(0).prints("team: ABCDE12345", "token channel: (d) status 0")
        let json = try await place.jeton(whoami + ["--json"]).exits(0).json()
        #expect(json["running"].flag == false)
        try place.directory.write(Self.document("<key>Entitlements</key>"), to: "other.plist")
        try await place.jeton(whoami + ["--resource", "other.plist"]).exits(1).prints("token channel: (f) status -50")
        _ = try await place.run("rm", "Entitlements.plist")
        try await place.jeton(whoami + ["--explain"]).exits(0).prints("token channel: (c) status 0")
        try await place.jeton(whoami + ["--pid", "1"]).exits(2).says("--pid and --program name two programs")
        try await place.jeton("entitlements", "whoami", "--program", "missing").exits(3)
        try place.directory.write("#!/bin/sh\n", to: "script")
        _ = try await place.run("chmod", "+x", "script")
        try await place.jeton("entitlements", "whoami", "--program", "script").exits(8).says("is a script")
    }

    @Test("A program is signed, its team is trusted, and a change of one octet is noticed")
    func signAndVerify() async throws {
        let place = try await Self.place()
        try await place.jeton("entitlements", "verify", "program").exits(3).says("the program is not signed")
        let signed = try await place.jeton("entitlements", "sign", "program", "--team-key", "team.key").exits(0)
        signed.prints("program.entitlements is signed by team ABCDE12345", "serial 1")
        let unknown = try await place.jeton("entitlements", "verify", "program").exits(1)
        unknown.prints("no key of team ABCDE12345 is trusted", "[unknown-team]")
        try await place.jeton("entitlements", "trust", Self.team).exits(3)
        try await place.jeton("entitlements", "trust", Self.team, "--team-key", "team.pub").exits(2).says("--yes")
        let trusted = try await place.jeton("entitlements", "trust", Self.team, "--team-key", "team.pub", "--yes")
        trusted.exits(0).prints("team ABCDE12345 is trusted with key ")
        try await place.jeton("entitlements", "trust", Self.team).exits(0).prints("key: ")
        let verified = try await place.jeton("entitlements", "verify", "program", "--json").exits(0).json()
        #expect(verified["valid"].flag == true)
        #expect(verified["accessGroups"].texts == ["ABCDE12345.rutoken.shared"])
        #expect(verified["serial"].number == 1)

        try await place.jeton("entitlements", "sign", "program", "--team-key", "team.key").exits(0).prints("serial 2")
        let handle = try #require(FileHandle(forWritingAtPath: place.directory.path("program")))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("x".utf8))
        try handle.close()
        try await place.jeton("entitlements", "verify", "program").exits(1).prints("[other-executable]")
    }

    @Test("What jeton signs, openssl verifies, by the words of docs/keystore.md alone")
    func otherImplementation() async throws {
        let place = try await Self.place()
        try await place.jeton("entitlements", "sign", "program", "--team-key", "team.key").exits(0)
        let manifest = try JSONNode(try #require(place.contents("program.entitlements")))
        let signature = manifest["signatures"][0]
        #expect(signature["alg"].text == "ed25519")
        let payload = try #require(manifest["payload"].text.flatMap { Data(base64Encoded: $0) })
        try place.directory.write(Array("TKSE1\u{0}".utf8) + Array(payload), to: "message")
        let octets = try #require(signature["sig"].text.flatMap { Data(base64Encoded: $0) })
        try place.directory.write(Array(octets), to: "signature")
        let verified = try await place.run(
            "openssl",
            "pkeyutl",
            "-verify",
            "-pubin",
            "-inkey",
            "team.pub",
            "-rawin",
            "-in",
            "message",
            "-sigfile",
            "signature"
        )
        #expect(verified.exitStatus == 0, "\(verified.text)\(verified.errorText)")
        let claim = try JSONNode(Array(payload))
        #expect(claim["application-identifier"].text == "\(Self.team).org.example.program")
        let digest = try await place.run("sha256sum", "program").text.split(separator: " ").first.map(String.init)
        #expect(claim["executables"][0]["sha256"].text == digest)
        // The fingerprint is SHA-256 of the key's 32 octets, which end the SubjectPublicKeyInfo.
        _ = try await place.run("sh", "-c", "openssl pkey -pubin -in team.pub -outform DER | tail -c 32 >key32")
        let fingerprint = try await place.run("sha256sum", "key32").text.split(separator: " ").first.map(String.init)
        #expect(signature["keyid"].text == fingerprint)
    }

    @Test("What must not be signed is not, and what is no manifest is not replaced")
    func refusals() async throws {
        let place = try await Self.place()
        _ = try await place.run("openssl", "genpkey", "-algorithm", "ED25519", "-out", "other.key")
        _ = try await place.run("openssl", "pkey", "-in", "other.key", "-pubout", "-out", "other.pub")
        try await place.jeton("entitlements", "trust", Self.team, "--team-key", "team.pub", "--yes").exits(0)
        let second = try await place.jeton("entitlements", "trust", Self.team, "--team-key", "other.pub", "--yes")
        second.exits(8).says("-34018", "is trusted with key", "hint: compare both fingerprints")
        try await place.jeton("entitlements", "sign", "program", "--team-key", "other.key").exits(0)
        try await place.jeton("entitlements", "verify", "program").exits(1).prints("[other-key]")

        _ = try await place.run("chmod", "644", "team.key")
        try await place.jeton("entitlements", "sign", "program", "--team-key", "team.key").exits(7).says("chmod 600")
        _ = try await place.run("chmod", "600", "team.key")
        try place.directory.write("not a manifest", to: "program.entitlements")
        try await place.jeton("entitlements", "verify", "program").exits(1).prints("[malformed]")
        try await place.jeton("entitlements", "sign", "program", "--team-key", "team.key").exits(8)
            .says("is not a manifest, and is not replaced")
        #expect(place.contents("program.entitlements") == Array("not a manifest".utf8))
        _ = try await place.run("rm", "program.entitlements")
        try place.directory.write(Self.document("<key>keychain-access-groups</key><array/>"), to: "Entitlements.plist")
        try await place.jeton("entitlements", "sign", "program", "--team-key", "team.key").exits(8)
            .says("application-identifier")
        try await place.jeton("entitlements", "sign", "program", "--team-key", "team.key", "--require", "L9").exits(2)
    }

    @Test("whoami tells who a running program is, and explains a refusal")
    func whoami() async throws {
        let place = try await Self.place()
        let own = try await place.jeton("entitlements", "whoami").exits(0)
        own.prints("team: none", "level: L0", "isolation: none between programs of this user", "token channel: (b)")
        let program = try ChildProcess([place.directory.path("program"), "600"])
        defer { program.signal(SIGKILL) }
        let number = "\(program.processIdentifier)"
        for _ in 0..<500 {
            let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(number)/exe")
            if link?.hasSuffix("/program") == true { break }
            try await Task.sleep(for: .milliseconds(10))
        }
        let refused = try await place.jeton("entitlements", "whoami", "--pid", number, "--explain").exits(1)
        refused.prints("token channel: (a) status -34018", "the program is not signed", "jeton entitlements sign")
        try await place.jeton("entitlements", "sign", "program", "--team-key", "team.key").exits(0)
        try await place.jeton("entitlements", "trust", Self.team, "--team-key", "team.pub", "--yes").exits(0)
        let accepted = try await place.jeton("entitlements", "whoami", "--pid", number, "--json").exits(0).json()
        #expect(accepted["team"].text == Self.team)
        #expect(accepted["tokenChannel"]["row"].text == "d")
        #expect(accepted["tokenChannel"]["group"].text == "ABCDE12345.rutoken.shared")
        try await place.jeton("entitlements", "whoami", "--pid", "0").exits(2)
    }
}
