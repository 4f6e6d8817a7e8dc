import TestRig
import Testing

@Suite("Protected files from the command line")
struct KeystoreFileTests {
    @Test("A file is sealed, listed, read in parts, replaced, rotated and deleted")
    func life() async throws {
        let place = try await Workplace.withKeystore()
        let content = [UInt8]((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 2) })
        try place.directory.write(content, to: "plain")
        try await place.keystore("file", "add", "diary", "--in", "plain").exits(0)
            .prints("the file diary is sealed: complete, 200000 bytes")
        try await place.keystore("file", "add", "./sealed", "--in", "plain", "--class", "none").exits(0)
        #expect(try await place.keystore("file", "get", "diary").exits(0).output.standardOutput == content)
        let part = try await place.jeton("keystore", "file", "get", "./sealed", "--offset", "65530", "--count", "12")
        #expect(part.exits(0).output.standardOutput == Array(content[65_530..<65_542]))
        let sealed: Int = 200_000 + 4096 + 4 * 16
        #expect(place.contents("sealed")?.count == sealed)
        try await place.keystore("file", "add", "diary", "--in", "plain").exits(8).says("exists")
        try await place.keystore("file", "add", "none", "--in", "missing").exits(3)
            .says("missing can't be read", "hint: `ls` shows")

        let list = try await place.jeton("keystore", "file", "list", "--json").exits(0).json()
        #expect(list["files"][0]["name"].text == "diary")
        #expect(list["files"][0]["class"].text == "complete")
        #expect(list["files"][0]["size"].number == 200_000)
        try await place.jeton("keystore", "file", "list", ".").exits(0).prints("sealed", "none", "200000")

        try place.directory.write(Array("new".utf8), to: "plain")
        try await place.keystore("file", "set", "diary", "--in", "plain").exits(0)
        try await place.keystore("file", "set", "diary", "--class", "complete-unless-open").exits(0)
        try await place.keystore("file", "rotate", "diary").exits(0)
        try await place.keystore("file", "get", "diary", "--out", "copy").exits(0)
        #expect(place.contents("copy") == Array("new".utf8))
        let open = ["keystore", "file", "open", "diary"] + Workplace.keyFileOption + ["--"]
        try await place.jeton(open + ["wc", "-c"]).exits(0).prints("3")
        try await place.jeton(open + ["false"]).exits(7).says("false ended with status 1")

        try await place.jeton("keystore", "file", "delete", "diary", "--yes").exits(0)
        try await place.jeton("keystore", "file", "get", "diary").exits(3).says("no protected file 'diary'")
    }

    @Test("An empty or forgotten content seals nothing, unless it is meant")
    func empty() async throws {
        let place = try await Workplace.withKeystore()
        try place.directory.write("the only copy", to: "letter.txt")
        try place.directory.write("", to: "nothing")
        // The name of a file is not its content, whatever the standard input has.
        for input in ["", "text"] {
            let answer = try await place.jeton(
                ["keystore", "file", "add", "letter.txt", "--json"] + Workplace.keyFileOption,
                input: Array(input.utf8)
            )
            answer.exits(2).says("letter.txt is a name in the keystore", "keystore file add letter.txt --in letter.txt")
            #expect(try answer.json()["error"]["exitCode"].number == 2)
        }
        for words in [["diary"], ["diary", "--in", "-"], ["diary", "--in", "nothing"], ["./sealed"]] {
            let answer = try await place.jeton(["keystore", "file", "add", "--json"] + words + Workplace.keyFileOption)
            answer.exits(7).says("is empty: nothing was sealed", "hint: --allow-empty seals 0 bytes")
            #expect(try answer.json()["error"]["exitCode"].number == 7)
        }
        #expect(place.contents("sealed") == nil)
        try await place.keystore("file", "list").exits(0)
        try await place.keystore("file", "get", "diary").exits(3)
        try await place.jeton(
            ["keystore", "file", "add", "letter.txt", "--in", "-"] + Workplace.keyFileOption,
            input: Array("text".utf8)
        ).exits(0).prints("sealed: complete, 4 bytes")
        try await place.keystore("file", "add", "empty", "--allow-empty").exits(0).prints("complete, 0 bytes")

        try await place.keystore("file", "set", "letter.txt", "--in", "nothing").exits(7).says("nothing is empty")
        try await place.keystore("file", "set", "letter.txt", "--in", "-").exits(7).says("the standard input is empty")
        try await place.keystore("file", "set", "letter.txt").exits(2).says("give --in or --class", "--in FILE")
        #expect(try await place.keystore("file", "get", "letter.txt").exits(0).output.text == "text")
        try await place.keystore("file", "set", "letter.txt", "--in", "nothing", "--allow-empty").exits(0)
        #expect(try await place.keystore("file", "get", "letter.txt").exits(0).output.standardOutput.isEmpty)
    }

    @Test("An item gets no empty secret, and keeps the one that it has")
    func emptySecret() async throws {
        let place = try await Workplace.withKeystore()
        try place.directory.write("", to: "nothing")
        let item = ["mail/me", "--group", "local.a"]
        for source in ["-", "nothing"] {
            let answer = try await place.jeton(
                ["keystore", "add"] + item + ["--in", source, "--json"] + Workplace.keyFileOption
            )
            answer.exits(7).says("is empty, and a secret has at least 1 byte")
            #expect(try answer.json()["error"]["exitCode"].number == 7)
        }
        let add = ["keystore", "add"] + item + ["--in", "-"] + Workplace.keyFileOption
        try await place.jeton(add, input: Array("hush".utf8)).exits(0)
        for source in ["-", "nothing"] {
            try await place.keystore("set", "mail/me", "--in", source).exits(7).says("is empty")
        }
        #expect(try await place.keystore("get", "mail/me").exits(0).output.text.hasPrefix("hush"))
    }

    @Test("While locked, classes other than none cannot be read, and complete-unless-open can be written")
    func locked() async throws {
        let place = try await Workplace.withKeystore()
        try place.directory.write(Array("text".utf8), to: "plain")
        for word in ["none", "complete-unless-open"] {
            try await place.jeton("keystore", "file", "add", word, "--in", "plain", "--class", word).exits(0)
        }
        for word in ["complete", "until-first-authentication"] {
            try await place.jeton("keystore", "file", "add", word, "--in", "plain", "--class", word).exits(8)
            try await place.keystore("file", "add", word, "--in", "plain", "--class", word, "--hide-name").exits(0)
        }
        try await place.jeton("keystore", "file", "get", "none").exits(0)
        for word in ["complete-unless-open", "complete", "until-first-authentication"] {
            try await place.jeton("keystore", "file", "get", word).exits(8).says("-25308")
            try await place.keystore("file", "get", word).exits(0)
        }
        try await place.jeton("keystore", "file", "list").exits(0).prints("(hidden)", "none")
        try await place.keystore("file", "list").exits(0).prints("until-first-authentication")
        try await place.jeton("keystore", "file", "set", ".", "--default", "--class", "none").exits(0)
        try await place.jeton("keystore", "file", "add", "./x", "--in", "plain").exits(0).prints("none, 4 bytes")
        try await place.jeton("keystore", "file", "add", "y", "--class", "some").exits(2)
            .says("use one of none, complete")
    }
}
