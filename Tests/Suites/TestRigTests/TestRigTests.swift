import Foundation
import TestRig
import Testing

@Suite("Test rig", .timeLimit(.minutes(5)))
struct TestRigTests {
    @Test("A program gets its input, and its outputs and status come back")
    func run() async throws {
        let output = try await ChildProcess.run(
            ["sh", "-c", "cat; echo $NAME; pwd; echo oops >&2; exit 3"],
            environment: ["NAME": "value", "PATH": "/usr/bin:/bin"],
            input: Array("input\n".utf8),
            workingDirectory: "/usr"
        )
        #expect(output.text == "input\nvalue\n/usr\n")
        #expect(output.errorText == "oops\n")
        #expect(output.exitStatus == 3)
    }

    @Test("A program is looked up in the PATH that it gets, not in that of the tests")
    func path() async throws {
        let directory = try TemporaryDirectory()
        let program = try directory.write("#!/bin/sh\necho $0\n", to: "program-of-this-test")
        #expect(unsafe chmod(program, 0o700) == 0)
        let environment = ["PATH": "/nonexistent:\(directory.path):/usr/bin:/bin"]
        let output = try await ChildProcess.run(["program-of-this-test"], environment: environment)
        #expect(output.text == "\(program)\n")
    }

    @Test("A megabyte passes through both ways")
    func large() async throws {
        let octets = [UInt8](repeating: 7, count: 1 << 20)
        let output = try await ChildProcess.run(["cat"], input: octets)
        #expect(output.standardOutput == octets)
    }

    @Test("A program that outlives its deadline is killed with all it has started")
    func deadline() async throws {
        let child = try ChildProcess(["sh", "-c", "sleep 600 & echo $!; wait"])
        let line = try #require(try await child.nextLine())
        let grandchild = try #require(Int32(line))
        await #expect(throws: TestRigError.self) { try await child.finish(within: .milliseconds(50)) }
        #expect(try await child.finish().ending == .killed(signal: SIGKILL))
        try await expectEnd(of: grandchild)
    }

    @Test("A program that nobody holds any more is killed")
    func dropped() async throws {
        var child: ChildProcess? = try ChildProcess(["sh", "-c", "echo $$; exec sleep 600"])
        let line = try #require(try await child?.nextLine())
        child = nil
        try await expectEnd(of: try #require(Int32(line)))
    }

    private func expectEnd(of process: Int32) async throws {
        for _ in 0..<500 {
            // A zombie has ended too: its parent may be slow to notice.
            let status = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
            if status.isEmpty || status.contains(") Z ") { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        Issue.record("process \(process) is still there")
    }

    @Test("A program that does not exist is an error at once")
    func missing() {
        #expect(throws: TestRigError.self) { try ChildProcess(["/nonexistent/program"]) }
    }

    @Test("A temporary directory goes away with its content")
    func temporaryDirectory() throws {
        var directory: TemporaryDirectory? = try TemporaryDirectory()
        let path = try #require(try directory?.write("text", to: "file"))
        #expect(FileManager.default.contents(atPath: path) == Data("text".utf8))
        directory = nil
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("SoftHSM tokens are there for programs with its environment, and for them only")
    func softHSM() async throws {
        let softHSM = try await SoftHSM.withToken(label: "alpha")
        try await softHSM.addToken(label: "beta")
        let slots = try await ChildProcess.run(["softhsm2-util", "--show-slots"], environment: softHSM.environment)
        #expect(slots.text.contains("alpha") && slots.text.contains("beta"))
        let other = try SoftHSM()
        let none = try await ChildProcess.run(["softhsm2-util", "--show-slots"], environment: other.environment)
        #expect(!none.text.contains("alpha"))
        #expect(FileManager.default.fileExists(atPath: softHSM.modulePath))
    }

    @Test("A private pcscd is reached inside its namespace only, and a stranger's program sees the card")
    func privatePCSCD() async throws {
        let pcscd = try await PrivatePCSCD(readers: [.init("Beta", port: 40_000)])
        let atr: [UInt8] = [0x3B, 0x88, 0x80, 0x01, 0x52, 0x74, 0x53, 0x43, 0x77, 0x81, 0x83, 0x20, 0x6A]
        let card = try VirtualCardServer(in: pcscd, port: 40_000, atr: atr, script: [[0, 0xA4, 4, 0]: [0x6A, 0x82]])
        // opensc-tool would wait for the card without an end: ask for it once a reader has it.
        var list = ""
        var number: String?
        for _ in 0..<200 where number == nil {
            list = try await pcscd.run(["opensc-tool", "--list-readers"]).text
            let line = list.split(separator: "\n").first { $0.contains(" Yes ") && $0.contains("Beta") }
            number = line?.split(separator: " ").first.map(String.init)
        }
        let reader = try #require(number, "\(list)")
        let shown = try await pcscd.run(["opensc-tool", "--reader", reader, "--atr"], deadline: .seconds(20))
        #expect(shown.text == "3b:88:80:01:52:74:53:43:77:81:83:20:6a\n")
        let sent = try await pcscd.run(
            ["opensc-tool", "--reader", reader, "--card-driver", "default", "--send-apdu", "00A40400"],
            deadline: .seconds(10)
        )
        #expect(sent.text.contains("SW1=0x6A, SW2=0x82"))
        #expect(card.commands.contains([0, 0xA4, 4, 0]))
        try await card.remove()
        try await pcscd.stop()
    }

    @Test("Stopping the service ends pcscd, and starting it makes a new one")
    func restart() async throws {
        let pcscd = try await PrivatePCSCD()
        try await pcscd.stopService()
        let without = try await pcscd.run(["opensc-tool", "--list-readers"])
        #expect(!without.text.contains("Virtual PCD"))
        try await pcscd.startService()
        #expect(try await pcscd.run(["opensc-tool", "--list-readers"]).text.contains("Virtual PCD 00 00"))
        try await pcscd.stop()
    }

    @Test(
        "What a test leaves running in a namespace of pcscd ends with the namespace",
        .enabled(if: geteuid() == 0, "namespaces need root")
    )
    func leftInNamespace() async throws {
        var pcscd: PrivatePCSCD? = try await PrivatePCSCD(readers: [], isServiceStarted: false)
        let words = "setsid unshare --mount sleep 600 </dev/null >/dev/null 2>&1 & echo $!"
        let started = try await #require(pcscd).run(["sh", "-c", words])
        let process = try #require(pid_t(started.text.split(separator: "\n").first ?? ""))
        #expect(kill(process, 0) == 0)
        pcscd = nil
        try await expectEnd(of: process)
    }
}
