import Foundation
import TestRig
import Testing

/// What a person at a terminal meets; `script` of util-linux makes the terminal.
@Suite("At a terminal")
struct TerminalTests {
    @Test("The PIN is asked for by the token's label, and is not shown while it is typed")
    func prompt() async throws {
        let place = try await Workplace.withSoftHSM()
        let screen = try Terminal.start(place, ["key", "list"])
        try await Terminal.expect("alpha", on: screen)
        try await Terminal.expect(": ", on: screen)
        screen.send(line: Workplace.pin)
        let output = try await screen.finish()
        #expect(output.exitStatus == 0, "\(output.text)")
        #expect(!output.text.contains(Workplace.pin))
        #expect(output.text.contains("no key on token") || output.text.contains("CLASS"), "\(output.text)")
    }

    @Test("A PIN is asked for on the terminal of standard input where the session has none, as under su --command")
    func noControllingTerminal() async throws {
        let place = try await Workplace.withSoftHSM()
        let words = try place.words(["key", "list"]).joined(separator: " ")
        let screen = try Terminal.start(place, line: "setsid --wait \(words)")
        try await Terminal.converse(screen, [("PIN of token 'alpha'", Workplace.pin)])
        let output = try await screen.finish()
        #expect(output.exitStatus == 0, "\(output.text)")
        #expect(!output.text.contains(Workplace.pin))
    }

    @Test("A wrong PIN at the prompt is asked for again, and the same one is not sent again")
    func wrongPIN() async throws {
        let place = try await Workplace.withSoftHSM()
        let screen = try Terminal.start(place, ["key", "list"])
        try await Terminal.converse(
            screen,
            [
                ("PIN of token", nil), (": ", "999999"), ("is wrong", nil), ("PIN of token", nil), (": ", "999999"),
                ("was not sent", nil), ("PIN of token", nil), (": ", "888888"), ("is wrong", nil),
                ("PIN of token", nil), (": ", Workplace.pin),
            ]
        )
        let output = try await screen.finish()
        #expect(output.exitStatus == 0, "\(output.text)")
        #expect(!output.text.contains("999999") && !output.text.contains("888888"))
    }

    @Test("Wrong PINs at the prompt end before the last try")
    func lastTryAtPrompt() async throws {
        let place = try Workplace(modules: [try BuildProducts.path("libjeton-pkcs11.so")])
        let made = try await place.jeton("virtual", "create", "alpha", "--json").exits(0).json()
        let reader = "Jeton virtual card alpha \(try #require(made["serial"].text))"
        let setup = ["token", "init", "--reader", reader, "--label", "alpha"]
        try await place.jeton(setup + Workplace.officerOption + Workplace.pinOption).exits(0)
        let screen = try Terminal.start(place, ["key", "list"])
        try await Terminal.converse(
            screen,
            [
                ("3 tries left", nil), (": ", "999999"), ("2 tries are left", nil), ("2 tries left", nil),
                (": ", "888888"),
            ]
        )
        let output = try await screen.finish()
        #expect(output.exitStatus == 4 && output.text.contains("one try is left"), "\(output.text)")
        try await place.withPIN("key", "list", "--last-try").exits(0)
    }

    @Test(
        "A program that is killed at the PIN prompt leaves the terminal as it was, and nothing typed for the shell",
        arguments: [SIGKILL, SIGSEGV, SIGABRT]
    )
    func killedAtPrompt(signal: Int32) async throws {
        let place = try await Workplace.withSoftHSM()
        let words = try place.words(["key", "list"]).map { "'\($0)'" }.joined(separator: " ")
        // The shell reads its line from the terminal after jeton has ended.
        try place.directory.write(
            "stty -a | tr ';' '\\n' >before\n\(words)\necho \"code $?\"\nstty -a | tr ';' '\\n' >after\n"
                + "read -r line\necho \"line [$line]\"\n",
            to: "session.sh"
        )
        let screen = try ChildProcess(
            ["script", "--quiet", "--return", "--flush", "--command", "sh session.sh", "/dev/null"],
            environment: place.variables(["TERM": "dumb"]),
            workingDirectory: place.directory.path
        )
        try await Terminal.expect("': ", on: screen)
        let written = try Self.writtenCount(of: screen.processIdentifier)
        screen.send(Array("4815".utf8))
        // Typed is what `script` has passed on to the terminal.
        while try Self.writtenCount(of: screen.processIdentifier) < written + 4 {
            try await Task.sleep(for: .milliseconds(5))
        }
        try await Self.worker(below: screen.processIdentifier) { kill($0, signal) }
        try await Terminal.expect("code ", on: screen)
        screen.send(line: "done")
        let output = try await screen.finish()
        #expect(output.text.contains("line [done]"), "\(output.text)")
        #expect(!output.text.contains("4815"))
        #expect(place.contents("before") == place.contents("after"))
        let before = String(decoding: try #require(place.contents("before")), as: UTF8.self)
        #expect(before.contains(" echo "))
    }

    /// How many bytes a process has written.
    private static func writtenCount(of process: Int32) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(process)/io", encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("wchar: ") })
        return try #require(Int(line.dropFirst("wchar: ".count)))
    }

    /// Calls a closure with the innermost process below another: the one that reads the PIN.
    private static func worker(below process: Int32, _ body: (Int32) -> Void) async throws {
        func child(_ process: Int32) -> Int32? {
            let path = "/proc/\(process)/task/\(process)/children"
            let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            return text.split(separator: " ").last.flatMap { Int32($0) }
        }
        // script, the shell of --command, that of the session, jeton, its child.
        var last = process
        while let next = child(last) { last = next }
        let name = try String(contentsOfFile: "/proc/\(last)/comm", encoding: .utf8)
        try #require(name == "jeton\n" && child(last) == nil, "\(name)")
        body(last)
    }

    @Test("A new PIN is asked for twice, and two that differ change nothing")
    func newPIN() async throws {
        let place = try await Workplace.withSoftHSM()
        for (again, code) in [("222222", Int32(4)), ("111111", Int32(0))] {
            let screen = try Terminal.start(place, ["pin", "change"] + Workplace.pinOption)
            try await Terminal.expect("ew ", on: screen)
            screen.send(line: "111111")
            try await Terminal.expect("Repeat", on: screen)
            screen.send(line: again)
            let output = try await screen.finish()
            #expect(output.exitStatus == code, "\(output.text)")
            #expect(!output.text.contains("111111") && !output.text.contains("222222"))
        }
        try place.secret("111111", "new-pin")
        try await place.jeton("key", "list", "--pin-source", "file:new-pin").exits(0)
    }

    @Test("token init asks for both PINs with their lengths, and refuses a short one before it is typed again")
    func bothPINs() async throws {
        let place = try Workplace(modules: [try BuildProducts.path("libjeton-pkcs11.so")])
        try await place.jeton("virtual", "create", "alpha").exits(0)
        let short = try Terminal.start(place, ["token", "init", "--label", "alpha"])
        try await Terminal.expect("New security officer", on: short)
        short.send(line: "1234")
        let refused = try await short.finish()
        #expect(refused.exitStatus == 4 && refused.text.contains("expected 6 to 8 bytes"), "\(refused.text)")
        #expect(!refused.text.contains("Repeat"))
        let screen = try Terminal.start(place, ["token", "init", "--label", "alpha"])
        for pin in [Workplace.securityOfficerPIN, Workplace.pin] {
            let role = pin == Workplace.pin ? "PIN" : "security officer's PIN"
            try await Terminal.expect("New \(role) of token", on: screen)
            screen.send(line: pin)
            try await Terminal.expect("Repeat the new \(role):", on: screen)
            screen.send(line: pin)
        }
        let output = try await screen.finish()
        #expect(output.exitStatus == 0 && output.text.contains("(6 to 8 characters"), "\(output.text)")
        try await place.withPIN("key", "list").exits(0)
    }

    @Test("Colours are for a terminal: neither a pipe nor NO_COLOR nor a dumb terminal gets them")
    func colours() async throws {
        let place = try await Workplace.withSoftHSM()
        let escape = "\u{1B}["
        let coloured = try await Terminal.start(place, ["list"]).finish()
        #expect(coloured.text.contains(escape + "32mready"), "\(coloured.text)")
        for variables in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
            let plain = try await Terminal.start(place, ["list"], environment: variables).finish()
            #expect(plain.text.contains("ready") && !plain.text.contains(escape), "\(plain.text)")
            let error = try await Terminal.start(place, ["token", "show", "x"], environment: variables).finish()
            #expect(error.exitStatus == 3 && !error.text.contains(escape), "\(error.text)")
        }
        let error = try await Terminal.start(place, ["token", "show", "x"]).finish()
        #expect(error.text.contains(escape + "31merror:"), "\(error.text)")
        try await place.jeton("list").exits(0).prints("ready")
        #expect(try await !place.jeton("list").text.contains(escape))
    }

    @Test("A file's name neither colors the terminal, nor moves its cursor, nor begins a line; JSON has it exactly")
    func namesOfFiles() async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeKey("signer")
        let name = "esc\u{1B}[31mred\u{9B}2J\nerror: forged\u{202E}"
        try place.directory.write("x", to: name)
        let sign = ["sign", name, "--key", "signer", "--format", "raw", "--force"] + Workplace.pinOption
        let shown = "esc\u{FFFD}[31mred\u{FFFD}2J\u{FFFD}error: forged\u{FFFD}.sig: signed by"
        #expect(try await place.jeton(sign).exits(0).errors.contains(shown))
        let json = try await place.jeton(sign + ["--json"]).exits(0).json()
        #expect(json["results"][0]["input"].text == name)
        let missing = try await place.jeton("verify", name + "2").exits(3)
        #expect(!missing.errors.contains("\u{1B}") && missing.errors.split(separator: "\n").count <= 2)
    }

    @Test("What is lost for ever is confirmed by the word yes, and nothing else", arguments: ["yes", "no", "y", ""])
    func confirmation(answer: String) async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeKey("signer")
        let screen = try Terminal.start(place, ["key", "delete", "--key", "signer"] + Workplace.pinOption)
        try await Terminal.expect("Type 'yes' to continue:", on: screen)
        screen.send(line: answer)
        let output = try await screen.finish()
        #expect(output.exitStatus == (answer == "yes" ? 0 : 2), "\(output.text)")
        #expect(output.text.contains("Key 'signer'"))
        let list = try await place.withPIN("key", "list", "--json").exits(0).json()
        #expect(list["objects"].list.isEmpty == (answer == "yes"))
    }

    @Test("Control-C at the prompt ends jeton and leaves the terminal with its echo")
    func interrupted() async throws {
        let place = try await Workplace.withSoftHSM()
        let jeton = try place.words(["key", "list"]).map { "'\($0)'" }.joined(separator: " ")
        let screen = try ChildProcess(
            [
                "script", "--quiet", "--return", "--flush", "--command",
                "bash -ic \"\(jeton); echo code $?; stty -a\"", "/dev/null",
            ],
            environment: place.variables(["TERM": "dumb"]),
            workingDirectory: place.directory.path
        )
        try await Terminal.expect("alpha", on: screen)
        screen.send([0x03])
        try await Terminal.expect("isig", on: screen)
        let output = try await screen.finish()
        #expect(output.text.contains(" echo ") && !output.text.contains("-echo "), "\(output.text)")
    }
}
