import Foundation
import TestRig
import Testing

/// A terminal of tmux in which a person types, as wide as no line.
final class TmuxScreen {
    private let place: Workplace
    private let socket: String
    private var offset = 0

    /// Starts a shell in the place's directory, with the built `jeton` in PATH.
    init(_ place: Workplace) async throws {
        self.place = place
        socket = place.directory.path("tmux.socket")
        let program = URL(fileURLWithPath: try BuildProducts.path("jeton"))
        let path = program.deletingLastPathComponent().path + ":/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"
        let variables = ["PATH": path, "TERM": "xterm-256color", "PS1": "$ "]
        let output = try await ChildProcess.run(
            place.command(tmux("new-session", "-d", "-x", "400", "-y", "60", "sh")),
            environment: place.variables(variables),
            workingDirectory: place.directory.path
        )
        guard output.exitStatus == 0 else { throw TestRigError("tmux: \(output.errorText)") }
    }

    private func tmux(_ arguments: String...) -> [String] { ["tmux", "-S", socket, "-f", "/dev/null"] + arguments }

    /// Types a line.
    func type(_ line: String) async throws {
        _ = try await place.run(and: tmux("send-keys", "-l", line))
        _ = try await place.run(and: tmux("send-keys", "Enter"))
    }

    /// Waits until a text is there, below the one that was waited for before.
    @discardableResult
    func expect(_ text: String) async throws -> String {
        var shown = ""
        for _ in 0..<1_200 {
            shown = try await place.run(and: tmux("capture-pane", "-p", "-J", "-S", "-")).text
            if let range = shown.dropFirst(offset).firstRange(of: text) {
                offset = shown.distance(from: shown.startIndex, to: range.upperBound)
                return shown
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw TestRigError("'\(text)' did not come: \(shown)")
    }

    /// Ends the terminal.
    func close() async throws { _ = try await place.run(and: tmux("kill-server")) }
}
