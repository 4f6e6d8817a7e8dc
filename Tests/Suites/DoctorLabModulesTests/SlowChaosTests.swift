import Foundation
import TestRig
import Testing

extension SlowDoctorTests {
    /// `scripts/doctor-chaos` with a fixed seed; docs/doctor-laboratory.md has the figures of many more.
    @Suite("The fault laboratory, random changes")
    struct SlowChaosTests {
        private static let seed = 7

        @Test("What broke the use is named, and nothing is accused where the use works", .timeLimit(.minutes(15)))
        func changes() async throws {
            let (output, numbers) = try await run(count: 40)
            // All were made, most broke the use, and of nine in ten of these the root cause is right.
            #expect(numbers.made == 40 && numbers.broke * 2 > numbers.made, "\(output)")
            #expect(
                numbers.root + numbers.shown == numbers.broke && numbers.root * 10 >= numbers.broke * 9,
                "\(output)"
            )
        }

        @Test("What refuses no call is named too, beside what is odd and does no harm", .timeLimit(.minutes(15)))
        func meanings() async throws {
            let (output, numbers) = try await run(count: 10, "--meanings")
            #expect(numbers.made == 10 && numbers.root * 4 >= numbers.broke * 3, "\(output)")
            let last = output.split(separator: "\n").last ?? ""
            let cured = try #require(last.wholeMatch(of: /cured (\d+): .*/)?.output, "\(output)")
            #expect((Int(cured.1) ?? 0) * 5 >= numbers.broke * 3, "\(output)")
        }

        /// Runs the script; it has to miss and accuse nothing.
        private func run(
            count: Int,
            _ family: String...
        ) async throws -> (output: String, numbers: (made: Int, broke: Int, root: Int, shown: Int)) {
            let directory = try TemporaryDirectory()
            // The scripts may lie where other users can't go; they are covered then.
            var script = ""
            for name in ["doctor_meanings.py", "doctor-chaos"] {
                let source = BuildProducts.packageDirectory.appendingPathComponent("scripts/\(name)")
                script = try directory.write(try String(contentsOf: source, encoding: .utf8), to: name)
            }
            let jeton = try BuildProducts.path("jeton")
            _ = try BuildProducts.path("virtual-card-tool")
            _ = try BuildProducts.path("libjeton-pkcs11.so")
            let output = try await ChildProcess.run(
                [
                    "unshare", "--mount", "--propagation", "private", "sh", "-c",
                    "set -eu\n\(BuildProducts.homeCover)\nexec /usr/bin/python3 \"$0\" \"$@\"", script, "\(Self.seed)",
                    "\(count)", "--jobs", "2", "--verbose",
                ] + family,
                environment: [
                    "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "JETON": jeton,
                    "PYTHONDONTWRITEBYTECODE": "1",
                ],
                deadline: .seconds(840)
            )
            let format = /(\d+) changes: (\d+) broke the use; root (\d+), shown (\d+), missed 0, accused 0/
            let line = output.text.split(separator: "\n").last { $0.contains(" broke the use; ") } ?? ""
            let numbers = try #require(line.wholeMatch(of: format)?.output, "\(output.text)\(output.errorText)")
            #expect(output.exitStatus == 0)
            func number(_ text: Substring) -> Int { Int(text) ?? 0 }
            return (output.text, (number(numbers.1), number(numbers.2), number(numbers.3), number(numbers.4)))
        }
    }
}
