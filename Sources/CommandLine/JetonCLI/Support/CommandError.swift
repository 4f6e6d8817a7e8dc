internal import ArgumentParser

/// An error as the user sees it: one sentence, hints, and the exit code.
struct CommandError: Error {
    /// The sentence, without "error:" and without a full stop.
    var message: String
    /// What to do about it, one line each.
    var hints: [String] = []
    /// The exit code.
    var exitCode: ExitCode
    /// Things to choose from, as URIs; for an ambiguous selection.
    var candidates: [String] = []
    /// Further members of the error's document.
    var members: JSON.Members = [:]
    /// Whether the next file would meet it too, such as a full disk.
    var isLasting = false
    /// The C constant's name and number, if a token or PC/SC answered one.
    var code: String?

    init(_ message: String, hints: [String] = [], exitCode: ExitCode, candidates: [String] = [], code: String? = nil) {
        self.message = message
        self.hints = hints
        self.exitCode = exitCode
        self.candidates = candidates
        self.code = code
    }

    static func usage(_ message: String, hints: [String] = []) -> CommandError {
        CommandError(message, hints: hints, exitCode: .usage)
    }

    static func notFound(_ message: String, hints: [String] = []) -> CommandError {
        CommandError(message, hints: hints, exitCode: .notFound)
    }

    /// The error as JSON: the schema `jeton.error/1`.
    var json: JSON {
        .object([
            "schema": "jeton.error/1",
            "error": JSON.object(
                [
                    "message": message, "exitCode": Int(exitCode.rawValue), "code": code.map { JSON.string($0) },
                    "hints": hints, "candidates": candidates,
                ] + members
            ),
        ])
    }
}
