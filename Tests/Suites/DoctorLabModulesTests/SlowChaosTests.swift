import Foundation
import TestRig
import Testing

extension SlowDoctorTests {
    /// `scripts/doctor-chaos` with a fixed seed; docs/doctor-laboratory.md has the figures of many more.
    @Suite("The fault laboratory, random changes")
    struct SlowChaosTests {
        private static let seed = 7
        private static let count = 40

        @Test("What broke the use is named, and nothing is accused where the use works", .timeLimit(.minutes(15)))
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
                    "\(Self.count)", "--jobs", "2", "--verbose",
                ],
                environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "JETON": jeton],
                deadline: .seconds(840)
            )
            let last = output.text.split(separator: "\n").last ?? ""
            let format = /(\d+) changes: (\d+) broke the use; root (\d+), shown (\d+), missed 0, accused 0/
            let numbers = try #require(last.wholeMatch(of: format)?.output, "\(output.text)\(output.errorText)")
            let (made, broke) = (Int(numbers.1) ?? 0, Int(numbers.2) ?? 0)
            let (root, shown) = (Int(numbers.3) ?? 0, Int(numbers.4) ?? 0)
            // All were made, most broke the use, and of nine in ten of these the root cause is right.
            #expect(made == Self.count && broke * 2 > made, "\(output.text)")
            #expect(root + shown == broke && root * 10 >= broke * 9, "\(output.text)")
            #expect(output.exitStatus == 0)
        }
    }
}
