import Glibc
import JetonOctets
import JetonPrograms
import Testing

@Suite("Other programs")
struct ProgramTests {
    /// A shell that runs a script with nothing to read and nowhere to write.
    private func shell(_ script: String) -> ProgramCall { ProgramCall(silent: ["/bin/sh", "-c", script]) }

    private func text(_ secret: borrowing Secret) -> String {
        secret.withBytes { octets in String(decoding: octets.indices.map { octets[$0] }, as: UTF8.self) }
    }

    @Test(
        "The end of a program is its exit code or the signal that ended it",
        arguments: [("exit 7", ProgramEnd.exited(7)), ("kill -TERM $$", .signaled(SIGTERM)), (":", .exited(0))]
    )
    func ends(script: String, end: ProgramEnd) throws {
        #expect(try shell(script).start().wait() == end)
        #expect(try shell(script).start().end(within: .seconds(60)) == end)
    }

    @Test("A program that reads is fed, and what it writes and its last words come back")
    func exchange() throws {
        let input = [UInt8](repeating: 0x61, count: 500_000)
        var program = shell("cat; echo one >&2; echo two >&2; exit 3")
        program.environment = ["PATH": "/usr/bin:/bin"]
        let output = try program.run(reading: input.span, limit: 600_000, deadline: .seconds(60), takesErrors: true)
        let (end, errors, count) = (output.end, output.errors, output.octets.count)
        #expect(end == .exited(3) && count == input.count)
        #expect(String(decoding: errors, as: UTF8.self) == "one\ntwo\n")
    }

    @Test("A program that reads nothing of its input is no failure")
    func unread() throws {
        let input = [UInt8](repeating: 0x61, count: 500_000)
        let output = try shell("echo done").run(reading: input.span, limit: 100, deadline: .seconds(60))
        let (end, text) = (output.end, text(output.octets))
        #expect(end == .exited(0) && text == "done\n")
    }

    @Test(
        "A program that does not end or writes too much is killed",
        arguments: [
            ("exec sleep 60", ProgramError.Code.deadline), ("exec yes", .output),
            // It closes its output and continues.
            ("exec >&- 2>&-; exec sleep 60", .deadline),
        ]
    )
    func killed(script: String, code: ProgramError.Code) {
        let error = #expect(throws: ProgramError.self) {
            _ = try shell(script).run(limit: 1000, deadline: .seconds(1), takesErrors: true)
        }
        #expect(error?.code == code)
    }

    @Test("A program that is not there is named with the reason")
    func missing() {
        let error = #expect(throws: ProgramError.self) { _ = try ProgramCall(["/nonexistent/tool"]).start() }
        #expect(error?.description == "/nonexistent/tool can't be started: No such file or directory")
    }

    @Test("A program gets the variables that are given, and no others")
    func environment() throws {
        var program = ProgramCall(silent: ["/usr/bin/env"])
        program.environment = ["A": "1"]
        let text = text(try program.run(limit: 1000).octets)
        #expect(text == "A=1\n")
    }

    @Test("A program gets the standard streams and no other descriptor unless it is to", arguments: [false, true])
    func descriptors(keeps: Bool) throws {
        let descriptor = unsafe open("/dev/null", O_RDONLY)
        defer { close(descriptor) }
        var program = shell("test -e /proc/self/fd/\(descriptor) && echo open")
        program.keepsDescriptors = keeps
        let text = text(try program.run(limit: 100).octets)
        #expect(text == (keeps ? "open\n" : ""))
    }

    @Test("A program that reads no further ends the feeding by an error, and no signal")
    func fed() throws {
        let program = try FedProgram(shell("exec true"))
        let block = [UInt8](repeating: 0, count: 65_536)
        let error = #expect(throws: ProgramError.self) { for _ in 0..<1000 { try program.write(block.span) } }
        #expect(error?.isEndOfReading == true)
        let end = program.finish().wait()
        #expect(end == .exited(0))
    }

    @Test("What is written reaches the program, and its end is the end of the input")
    func feeding() throws {
        let program = try FedProgram(shell("test \"$(cat)\" = abc"))
        try program.write(Array("ab".utf8).span)
        try program.write(Array("c".utf8).span)
        let end = program.finish().wait()
        #expect(end == .exited(0))
    }
}
