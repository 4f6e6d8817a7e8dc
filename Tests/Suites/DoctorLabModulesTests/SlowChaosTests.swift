import Foundation
import TestRig
import Testing

extension SlowDoctorTests {
    /// `scripts/doctor-chaos` with a fixed seed; docs/doctor.md has the figures of many more.
    @Suite("The fault laboratory, random changes")
    struct SlowChaosTests {
        private static let seed = 7
        private static let count = 12

        @Test("What broke the use is named, and nothing is accused where the use works", .timeLimit(.minutes(10)))
        func changes() async throws {
            let directory = try TemporaryDirectory()
            let source = BuildProducts.packageDirectory.appendingPathComponent("scripts/doctor-chaos")
            // The script may lie where other users can't go; it is covered then.
            let script = try directory.write(try String(contentsOf: source, encoding: .utf8), to: "doctor-chaos")
            let jeton = try BuildProducts.path("jeton")
            _ = try BuildProducts.path("virtual-card-tool")
            _ = try BuildProducts.path("libjeton-pkcs11.so")
            let output = try await ChildProcess.run(
                [
                    "unshare", "--mount", "--propagation", "private", "sh", "-c",
                    "set -eu\n\(BuildProducts.homeCover)\nexec /usr/bin/python3 \"$0\" \"$@\"", script, "\(Self.seed)",
                    "\(Self.count)", "--verbose",
                ],
                environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "JETON": jeton],
                deadline: .seconds(500)
            )
            let last = output.text.split(separator: "\n").last ?? ""
            #expect(last.hasPrefix("\(Self.count) changes: "), "\(output.text)\(output.errorText)")
            #expect(last.hasSuffix("missed 0, accused 0"), "\(output.text)")
            #expect(output.exitStatus == 0)
        }
    }
}
