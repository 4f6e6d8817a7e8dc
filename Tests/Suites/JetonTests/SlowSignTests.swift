import Foundation
import TestRig
import Testing

@Suite("Signing large files")
struct SlowSignTests {
    /// Runs `jeton` under a shell that reports the largest memory of all its children, in KiB.
    private func peak(_ place: Workplace, _ arguments: [String]) async throws -> Int {
        let script = """
            import resource, subprocess, sys
            code = subprocess.run(sys.argv[1:]).returncode
            print("peak", resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
            sys.exit(code)
            """
        let output = try await ChildProcess.run(
            ["python3", "-c", script] + place.words(arguments),
            environment: place.variables(),
            workingDirectory: place.directory.path,
            deadline: .seconds(600)
        )
        try #require(output.exitStatus == 0, "\(output.text)\(output.errorText)")
        let line = output.text.split(separator: "\n").last.map(String.init) ?? ""
        return try #require(line.split(separator: " ").last.flatMap { Int($0) }, "\(output.text)")
    }

    // How much that is at all is for Benchmarks/run to show, on a release: a debug build maps far more of itself.
    @Test("A file of 1 GiB is signed and verified in the memory that a small one takes")
    func oneGibibyte() async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeSigner("signer", type: "rsa:2048")
        let file = try place.directory.write([], to: "large")
        let handle = try #require(FileHandle(forWritingAtPath: file))
        try handle.truncate(atOffset: 1 << 30)
        try handle.close()
        try place.directory.write("x", to: "small")
        let slack = 2048
        let base = try await peak(place, ["sign", "small", "--key", "signer"] + Workplace.pinOption)
        let signing = try await peak(place, ["sign", "large", "--key", "signer"] + Workplace.pinOption)
        #expect(signing - base <= slack, "\(signing) KiB, \(base) KiB for a small file")
        let verifyingSmall = try await peak(place, ["verify", "small.p7s", "--trust", "ca.pem"])
        let verifying = try await peak(place, ["verify", "large.p7s", "--trust", "ca.pem"])
        #expect(verifying - verifyingSmall <= slack, "\(verifying) KiB, \(verifyingSmall) KiB for a small file")
        try await place.openssl(
            "cms",
            "-verify",
            "-binary",
            "-inform",
            "DER",
            "-in",
            "large.p7s",
            "-content",
            "large",
            "-CAfile",
            "ca.pem",
            "-purpose",
            "any",
            "-out",
            "/dev/null"
        )
    }
}
