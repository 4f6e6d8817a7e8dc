import Foundation
import TestRig
import Testing

extension SlowDoctorTests {
    /// The doctor's own process ends in the midst of its work.
    @Suite("The fault laboratory, the doctor itself", .serialized)
    struct SlowCutOffTests {
        private struct Report: Decodable {
            struct Entry: Decodable {
                let id: String
                let result: String
                let reason: String?
            }
            let status: String
            let rootCause: String?
            let checks: [Entry]
            let complete: Bool
        }

        private static let variables = ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "LANG": "C.UTF-8"]

        private func start(_ module: FaultModuleCopy, _ more: [String] = ["--json"], deadline: Int) throws
            -> ChildProcess
        {
            try ChildProcess(
                [try BuildProducts.path("jeton"), "doctor", "--module", module.path] + more,
                environment: Self.variables.merging(["JETON_MODULE_DEADLINE": "\(deadline)"]) { $1 }
            )
        }

        /// The child that looks at the machine, once it waits for the module: then it has a child itself.
        private func examiner(of doctor: ChildProcess, not last: Int32 = 0) async throws -> Int32 {
            func children(_ id: Int32) -> [Int32] {
                let text = try? String(contentsOfFile: "/proc/\(id)/task/\(id)/children", encoding: .utf8)
                return (text ?? "").split(separator: " ").compactMap { Int32($0) }
            }
            for _ in 0..<3000 {
                if let child = children(doctor.processIdentifier).first, child != last, !children(child).isEmpty {
                    // The module's child is started before the first check; so much later also a busy machine is at
                    // one.
                    try await Task.sleep(for: .seconds(4))
                    return child
                }
                try await Task.sleep(for: .milliseconds(20))
            }
            throw TestRigError("the doctor has no child: \(doctor.collectedError)")
        }

        @Test(
            "A signal to the process that looks costs one check, and the report names it",
            arguments: [SIGKILL, SIGSEGV, SIGTRAP, SIGABRT]
        )
        func signal(_ signal: Int32) async throws {
            let module = try FaultModuleCopy("fault.C_Initialize = hang")
            // Long enough that a busy machine sends the signal while the module still hangs.
            let doctor = try start(module, deadline: 20)
            kill(try await examiner(of: doctor), signal)
            let output = try await doctor.finish()
            #expect(output.exitStatus == 1, "\(output.errorText)")
            let report = try JSONDecoder().decode(Report.self, from: Data(output.standardOutput))
            #expect(!report.complete)
            #expect(report.rootCause == "mod-hangs")
            let lost = report.checks.filter { $0.reason?.contains("the process was terminated by SIG") == true }
            #expect(lost.count == 1, "\(lost)")
            #expect(lost.allSatisfy { $0.result == "unknown" })
        }

        @Test("A machine with nothing wrong of which not all could be looked at is not healthy: exit code 3")
        func unfinished() async throws {
            // Slow in a call that nobody measures.
            let module = try FaultModuleCopy("fault.C_Initialize = sleep:15000")
            let doctor = try start(module, ["--json", "--only", "pkcs11-module"], deadline: 60)
            kill(try await examiner(of: doctor), SIGKILL)
            let output = try await doctor.finish()
            let report = try JSONDecoder().decode(Report.self, from: Data(output.standardOutput))
            #expect(output.exitStatus == 3, "\(output.text)")
            #expect(report.status == "unfinished")
            #expect(!report.complete)
        }

        @Test("A check that ends the doctor again and again ends up alone: what came before it is in the report")
        func again() async throws {
            let module = try FaultModuleCopy("fault.C_Initialize = hang")
            let doctor = try start(module, deadline: 20)
            var last: Int32 = 0
            for _ in 0..<4 {
                last = try await examiner(of: doctor, not: last)
                kill(last, SIGKILL)
            }
            let output = try await doctor.finish()
            let report = try JSONDecoder().decode(Report.self, from: Data(output.standardOutput))
            #expect(!report.complete)
            #expect(report.checks.contains { $0.id == "pcscd-not-running" && $0.result != "unknown" })
            #expect(report.checks.last?.result == "unknown")
            #expect(output.exitStatus == (report.rootCause == nil ? 3 : 1))
        }

        @Test("A process that looks and stands still is ended, and the check that it stood at is named")
        func stalled() async throws {
            let module = try FaultModuleCopy("fault.C_Initialize = hang")
            let doctor = try start(module, ["--ascii"], deadline: 10)
            kill(try await examiner(of: doctor), SIGSTOP)
            let output = try await doctor.finish(within: .seconds(120))
            #expect(output.exitStatus == 1)
            #expect(output.text.contains("x failure  the module"), "\(output.text)")
            #expect(output.text.contains("? cut off  "), "\(output.text)")
            #expect(output.text.contains("did not end within"), "\(output.text)")
        }

        @Test("Whoever ends the doctor ends all that it started", arguments: [SIGTERM, SIGKILL])
        func ended(_ signal: Int32) async throws {
            let module = try FaultModuleCopy("fault.C_Initialize = hang")
            let doctor = try start(module, deadline: 60)
            let child = try await examiner(of: doctor)
            kill(doctor.processIdentifier, signal)
            let output = try await doctor.finish()
            #expect(signal == SIGKILL || output.exitStatus == 128 + SIGTERM)
            #expect(output.text.isEmpty)
            for _ in 0..<500 where kill(child, 0) == 0 { try await Task.sleep(for: .milliseconds(20)) }
            #expect(kill(child, 0) != 0)
        }
    }
}
