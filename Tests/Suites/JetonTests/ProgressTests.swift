import TestRig
import Testing

@Suite("Progress")
struct ProgressTests {
    @Test(
        "A file that takes long shows how much was read, on a terminal, and not with -q or --json",
        arguments: [[], ["--quiet"], ["--json"]]
    )
    func oneFile(options: [String]) async throws {
        let place = try await Workplace.withSoftHSM()
        try await place.makeKey("k")
        let sign = ["sign", "pipe", "--format", "raw", "--key", "k", "--out", "pipe.sig"] + Workplace.pinOption
        let words = try place.words(sign + options).map { "'\($0)'" }.joined(separator: " ")
        // What is written slowly is read slowly.
        let line = "mkfifo pipe; (for i in 1 2 3 4 5 6; do printf x; sleep 0.4; done) >pipe & \(words)"
        let output = try await Terminal.start(place, line: line).finish(within: .seconds(120))
        #expect(output.exitStatus == 0, "\(output.text)")
        #expect(output.text.contains("pipe: 0 MiB read") == options.isEmpty, "\(output.text)")
    }
}
