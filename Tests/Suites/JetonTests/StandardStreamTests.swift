import Foundation
import TestRig
import Testing

/// Standard streams that take nothing: full, closed, or a pipe that nobody reads.
@Suite("Standard streams that take nothing")
struct StandardStreamTests {
    /// Runs `jeton` by bash with a redirection of its own.
    private func jeton(_ place: Workplace, _ arguments: [String], _ redirected: String) async throws
        -> ChildProcess.Output
    {
        // The pipe's reader is waited for: from then on there is none.
        let script = "exec 3> >(:); wait $!; \"$@\" \(redirected)"
        return try await place.run("bash", "-c", script, "bash", and: try place.words(arguments))
    }

    @Test("Without /proc, as in a chroot, the command line is read all the same")
    func withoutProc() async throws {
        let place = try await Workplace.withSoftHSM()
        let namespaces = geteuid() == 0 ? ["-m"] : ["-U", "-r", "-m"]
        let script = "umount -l /proc && exec \"$@\""
        let words = ["unshare"] + namespaces + ["--propagation", "private", "sh", "-c", script, "sh"]
        let output = try await place.run("env", and: words + place.words(["virtual", "show", "nobody"]))
        #expect(output.exitStatus == 3 && output.errorText.contains("nobody"), "\(output.text)\(output.errorText)")
    }

    @Test(
        "The output that can't be written is exit code 7 with its reason, and no module's fault",
        arguments: [
            (">&3", "Broken pipe"), ("> /dev/full", "No space left on device"), (">&-", "Bad file descriptor"),
        ],
        [["list"], ["list", "--json"], ["token", "show"], ["sign", "letter", "--key", "signer", "--format", "raw"]]
    )
    func output(redirected: (String, String), arguments: [String]) async throws {
        let place = try await Workplace.withSoftHSM()
        var arguments = arguments
        if arguments.first == "sign" {
            try await place.makeKey("signer")
            try place.directory.write("x", to: "letter")
            arguments += ["--out", "-"] + Workplace.pinOption
        }
        let output = try await jeton(place, arguments, redirected.0)
        #expect(output.exitStatus == 7, "\(output.errorText)")
        #expect(output.errorText == "error: the output can't be written: \(redirected.1)\n")
    }

    @Test("Without an error stream, or without an input, a command works", arguments: ["2>&-", "2>&3", "<&-"])
    func otherStreams(redirected: String) async throws {
        let place = try await Workplace.withSoftHSM()
        let list = try await jeton(place, ["token", "show"], redirected)
        #expect(list.exitStatus == 0, "\(list.errorText)")
        #expect(list.text.contains("label:         alpha"))
        let missing = try await jeton(place, ["token", "show", "beta"], redirected)
        #expect(missing.exitStatus == 3)
    }
}
