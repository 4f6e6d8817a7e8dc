import Foundation
import TestRig
import Testing

@Suite("Where a PIN must not be seen")
struct PINSecrecyTests {
    @Test("While the module has the PIN it is in no process's command line, and no process may leave a core")
    func commandLines() async throws {
        // The module never comes back, so that there is all the time to look.
        let place = try Workplace.withFault(
            Workplace.faultKey + "fault.C_Login = hang\n",
            environment: ["JETON_MODULE_DEADLINE": "300"]
        )
        let child = try place.start(["key", "list"] + Workplace.pinOption)
        var checked = 0
        for _ in 0..<3_000 where checked < 20 {
            let processes = [child.processIdentifier] + children(of: child.processIdentifier)
            for process in processes {
                let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
                #expect(line.range(of: Data(Workplace.pin.utf8)) == nil)
            }
            // The process that calls the module; the other one only waits for it.
            if processes.count > 1, coreLimits(processes[1]) == ["0", "0"] { checked += 1 }
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(checked == 20, "the process that holds the PIN was never seen without core files")
        child.signal(SIGTERM)
        let output = try await child.finish()
        #expect(output.ending != .exited(0))
        #expect(!(output.text + output.errorText).contains(Workplace.pin))
    }

    @Test("A module that crashes with the PIN in its hands leaves no core and no dump of registers")
    func noCore() async throws {
        let place = try Workplace.withFault(Workplace.faultKey + "fault.C_Login = crash\n")
        let words = try place.words(["key", "list"] + Workplace.pinOption)
        let output = try await place.run("bash", "-c", "ulimit -c unlimited; exec \"$@\"", "bash", and: words)
        #expect(output.exitStatus == 5, "\(output.errorText)")
        #expect(output.errorText.contains("crashed in C_Login (SIGSEGV)"))
        #expect(!output.errorText.contains("core dumped") && !output.errorText.contains("Backtrace"))
        #expect(try place.names() == ["data", "pin", "so-pin"] || place.names() == ["pin", "so-pin"])
    }

    @Test("No answer of any command has a PIN in it, in text or in JSON")
    func noAnswerHasIt() async throws {
        let place = try await Workplace.withSoftHSM()
        try place.secret("999999999", "wrong")
        try await place.makeSigner("signer")
        try place.directory.write("x", to: "letter")
        let lines = [
            "list", "token show", "token show --mechanisms", "pin status", "key list --pin-source file:pin",
            "object list --pin-source file:pin", "object show pkcs11:type=private --pin-source file:pin",
            "sign letter --pin-source file:pin", "sign letter --pin-source file:wrong",
            "sign letter --pin-source file:wrong", "pin change --pin-source file:wrong --new-pin-source file:pin",
            "pin set --so-pin-source file:wrong --pin-source file:pin", "key list --pin-source env:PIN",
        ]
        for line in lines {
            for more in [[], ["--json"]] {
                let answer = try await place.jeton(
                    line.split(separator: " ").map(String.init) + more,
                    environment: ["PIN": Workplace.pin]
                )
                for secret in [Workplace.pin, Workplace.securityOfficerPIN, "999999999"] {
                    #expect(!answer.all.contains(secret), "\(answer.testDescription)")
                }
            }
        }
    }

    private func children(of process: Int32) -> [Int32] {
        let text = try? String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
        return (text ?? "").split(separator: " ").compactMap { Int32($0) }
    }

    private func coreLimits(_ process: Int32) -> [String]? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("Max core file size") })
        else { return nil }
        return line.dropFirst("Max core file size".count).split(separator: " ").prefix(2).map(String.init)
    }
}
