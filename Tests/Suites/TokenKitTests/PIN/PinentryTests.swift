import Glibc
import Testing
import TokenKit

@Suite("PIN entry by pinentry")
struct PinentryTests {
    /// A pinentry that logs what it is told, and runs a shell fragment for GETPIN.
    private func makePinentry(getPIN: String, greeting: String = "echo OK", setRepeat: String = "echo OK") throws
        -> FixtureTree
    {
        let tree = try FixtureTree()
        let script = """
            #!/bin/sh
            \(greeting)
            while IFS= read -r line; do
              printf '%s\\n' "$line" >> "$(dirname "$0")/log"
              case "$line" in
                GETPIN) \(getPIN) ;;
                SETREPEAT*) \(setRepeat) ;;
                "OPTION ttytype="*) echo "ERR 83886254 Unknown option <Pinentry>" ;;
                BYE) echo OK; exit 0 ;;
                *) echo "# a comment"; echo OK ;;
              esac
            done
            """
        try tree.writeProgram("pinentry", script)
        return tree
    }

    private func reader(_ tree: FixtureTree) -> PINReader {
        PINReader(variables: ["PATH": "relative:/nonexistent:\(tree.root):/usr/bin:/bin", "TERM": "dumb"])
    }

    private func log(_ tree: FixtureTree) throws -> [Substring] {
        let descriptor = unsafe open(tree.path("log"), O_RDONLY)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        var octets = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe read(descriptor, &octets, octets.count)
        return String(decoding: octets.prefix(count), as: UTF8.self).split(separator: "\n")
    }

    @Test("The PIN comes decoded, and pinentry is told what for")
    func decoded() throws {
        let tree = try makePinentry(getPIN: #"echo "S STATUS"; echo "D 12%25%0a"; echo "D 34 "; echo OK"#)
        let prompt = PINPrompt(role: .user, tokenLabel: "50%\n", tries: .last)
        #expect(try reader(tree).text(.pinentry, prompt) == "12%\n34 ")
        let lines = try log(tree)
        #expect(lines.contains("SETDESC PIN of token '50%25\u{FFFD}' (last try)"))
        #expect(lines.contains("SETPROMPT PIN:"))
        #expect(lines.contains("OPTION ttyname=/dev/tty"))
        #expect(lines.last == "BYE")
    }

    @Test(
        "Each way out of pinentry is told apart",
        arguments: [
            (#"echo "ERR 83886179 Operation cancelled <Pinentry>""#, PINError.Code.canceled),
            (#"echo "ERR 83886142 Timeout <Pinentry>""#, .canceled),
            (#"echo "ERR 83886340 No pinentry <Pinentry>""#, .pinentryFailed),
            (#"echo "ERR nonsense""#, .pinentryFailed), ("echo OK", .empty), (#"echo "D "; echo OK"#, .empty),
            ("exit 1", .pinentryFailed), (#"echo "INQUIRE X""#, .pinentryFailed), ("echo HELLO", .pinentryFailed),
            (#"echo "D 1%2"; echo OK"#, .pinentryFailed), (#"echo "D 1%zz"; echo OK"#, .pinentryFailed),
            ("yes '# a' | head -1000; echo OK", .pinentryFailed),
            ("head -c 5000 /dev/zero | tr '\\0' 'x'; echo", .pinentryFailed),
            ("for i in 1 2 3; do echo \"D $(head -c 500 /dev/zero | tr '\\0' '7')\"; done; echo OK", .tooLong),
        ]
    )
    func failures(getPIN: String, code: PINError.Code) throws {
        let tree = try makePinentry(getPIN: getPIN)
        #expect(throws: PINError(code)) { try reader(tree).text(.pinentry) }
    }

    @Test("A pinentry that refuses at once, and none at all, are told")
    func unavailable() throws {
        let refusing = try makePinentry(getPIN: "echo OK", greeting: #"echo "ERR 83886179 not today""#)
        #expect(throws: PINError(.pinentryFailed)) { try reader(refusing).text(.pinentry) }
        let broken = try FixtureTree()
        try broken.writeProgram("pinentry", "#!/nonexistent/interpreter\n")
        #expect(throws: PINError(.noPinentry)) {
            try PINReader(variables: ["PATH": broken.root]).text(.pinentry)
        }
        let error = try #require(throws: PINError.self) {
            try PINReader(variables: ["PATH": "/nonexistent"]).text(.pinentry)
        }
        #expect(error.code == .noPinentry)
        #expect(!error.hints.isEmpty)
    }

    @Test("A new PIN is repeated by pinentry, or asked twice if it can't")
    func repeated() throws {
        let prompt = PINPrompt(role: .user, isNew: true)
        let able = try makePinentry(getPIN: #"echo "S PIN_REPEATED"; echo "D 4711"; echo OK"#)
        #expect(try reader(able).text(.pinentry, prompt) == "4711")
        #expect(try log(able).filter { $0 == "GETPIN" }.count == 1)
        let unknown = #"echo "ERR 536871187 Unknown IPC command <User defined source 1>""#
        let old = try makePinentry(getPIN: #"echo "D 4711"; echo OK"#, setRepeat: unknown)
        #expect(try reader(old).text(.pinentry, prompt) == "4711")
        #expect(try log(old).filter { $0 == "GETPIN" }.count == 2)
        let other = try makePinentry(getPIN: #"n=$((n+1)); echo "D 471$n"; echo OK"#, setRepeat: unknown)
        #expect(throws: PINError(.notRepeated)) { try reader(other).text(.pinentry, prompt) }
    }

    @Test("No descriptor, variable or held-back signal of ours reaches pinentry but what it is given")
    func surroundings() throws {
        let tree = try makePinentry(
            getPIN:
                #"{ env; ls /proc/$$/fd; grep SigBlk /proc/self/status; } > "$(dirname "$0")/log"; echo "D 1"; echo OK"#
        )
        let inherited = fcntl(0, F_DUPFD, 200)
        try #require(inherited >= 200)
        defer { close(inherited) }
        #expect(try reader(tree).text(.pinentry) == "1")
        let lines = try log(tree)
        let names = lines.filter { $0.contains("=") }.compactMap { $0.split(separator: "=").first }
        #expect(Set(names).isSubset(of: ["PATH", "TERM", "PWD", "OLDPWD", "SHLVL", "_"]))
        #expect(names.contains("TERM"))
        #expect(!lines.contains("\(inherited)"))
        #expect(lines.contains("SigBlk:\t0000000000000000"))
    }

    @Test("The installed pinentry asks on the terminal it is given")
    func installed() async throws {
        let terminal = try PseudoTerminal()
        let reader = PINReader(
            variables: ["PATH": "/usr/bin:/bin", "TERM": "xterm", "GPG_TTY": terminal.path],
            terminal: terminal.path
        )
        async let result = onThread {
            Result { try reader.text(.pinentry, PINPrompt(role: .user, tokenLabel: "alpha")) }
        }
        let shown = await onThread {
            let shown = terminal.output(until: "OK")
            terminal.type("4711\r")
            return shown
        }
        #expect(shown.contains("alpha"))
        #expect(try await result.get() == "4711")
    }
}
