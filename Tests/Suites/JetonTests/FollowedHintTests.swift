import Foundation
import TestRig
import Testing

/// Follows the hints of errors as a person would: what is printed as a command is run.
///
/// Its answer is neither a usage error, nor the same error again, nor "no problems found". A table row is a command that
/// fails; one that begins with `!` prepares those below it and succeeds. `P` and `SO` stand for the options that name the
/// PINs.
@Suite("The hints of errors lead on", .timeLimit(.minutes(5)))
struct FollowedHintTests {
    @Test("Commands on a token of SoftHSM")
    func tokens() async throws {
        let place = try await Workplace.withSoftHSM()
        let steps = """
            !key generate --label k P
            !cert create --key k --subject CN=K --out k.pem P
            !key generate --label k2 P
            !sign letter --key k P
            """
        #expect(try await follow(steps + "\n" + HintRows.softHSM, in: place) > 60)
    }

    @Test("Commands on a keystore that is missing, locked and unlocked")
    func secrets() async throws {
        #expect(try await follow(HintRows.keystore, in: Workplace(modules: [])) > 30)
    }

    @Test("Commands on PIV cards", arguments: HintRows.cards)
    func card(card: (name: String, steps: String, rows: String)) async throws {
        let place = try Workplace(modules: [try BuildProducts.path("libjeton-pkcs11.so")])
        let rows = [card.steps, card.rows].filter { !$0.isEmpty }.joined(separator: "\n")
        #expect(try await follow("!virtual create alpha\n" + rows, in: place) > 3)
    }

    @Test("What a module answers", arguments: HintRows.faults)
    func module(fault: (function: String, code: String, command: String)) async throws {
        let place = try Workplace.withFault("fault.\(fault.function) = rv:\(fault.code)\n" + Workplace.faultKey)
        _ = try await follow(fault.command, in: place)
    }

    // MARK: - Following

    /// Runs the rows and follows their hints.
    ///
    /// - Returns: How many commands were followed.
    private func follow(_ rows: String, in place: Workplace) async throws -> Int {
        try place.directory.write("I owe you one.\n", to: "letter")
        for name in ["dir", "empty"] {
            try FileManager.default.createDirectory(
                atPath: place.directory.path(name),
                withIntermediateDirectories: true
            )
        }
        try place.directory.write("a", to: "dir/a.txt")
        for (name, text) in [("wrong", "111222"), ("wrong2", "111223"), ("wrong3", "111224")] {
            try place.secret(text, name)
        }
        try place.secret("correct horse battery staple", "pass")
        try place.secret("no horse", "badpass")
        var count = 0
        for row in rows.split(separator: "\n") {
            let isStep = row.hasPrefix("!")
            let words = (isStep ? row.dropFirst() : row).split(separator: " ").flatMap(Self.option)
            let answer = try await run(words, in: place)
            guard !isStep else {
                try #require(answer.exitStatus == 0, "\(row): \(answer.errorText)")
                continue
            }
            let lines = answer.errorText.split(separator: "\n")
            for hint in Set(lines.filter { $0.hasPrefix("hint: ") }.flatMap(Self.commands)) {
                count += 1
                let next = try await run(Self.words(hint), in: place)
                let isUsage = next.exitStatus == 2 && !next.errorText.contains("terminal")
                #expect(!isUsage, "\(row) -> \(hint): \(next.errorText)")
                let error = lines.first { $0.hasPrefix("error: ") }
                let isSame = error != nil && next.errorText.split(separator: "\n").contains { $0 == error }
                #expect(!isSame, "\(row) -> \(hint): the same error")
                #expect(!next.text.contains("no problems found"), "\(row) -> \(hint)")
            }
        }
        return count
    }

    private static func option(_ word: Substring) -> [String] {
        switch word {
        case "P": Workplace.pinOption
        case "SO": Workplace.officerOption
        default: [String(word)]
        }
    }

    /// The commands of jeton in a hint.
    private static func commands(_ line: Substring) -> [String] {
        line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 && $0.element.hasPrefix("jeton ") }.map { String($0.element) }
    }

    /// The words of a command line, what stands in capitals replaced by something of the kind, without the program.
    private static func words(_ command: String) -> [String] {
        let values = [
            "FILE": "letter", "KEY": "k", "NAME": "other", "LABEL": "other", "PROGRAM": "/bin/ls", "SERIAL": "1",
            "TARGET": "1",
            "CERTIFICATE": "letter", "URL": "https://127.0.0.1:1", "FILE.p7s": "letter.p7s", "CN=NAME": "CN=Other",
        ]
        var words: [String] = []
        for (index, part) in command.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
            words +=
                index % 2 == 1 ? [String(part)] : part.split(separator: " ").map { values[String($0)] ?? String($0) }
        }
        return Array(words.dropFirst())
    }

    /// Runs a command without a terminal; one that waits for events is ended.
    private func run(_ words: [String], in place: Workplace) async throws -> ChildProcess.Output {
        let hasModule = words.contains("--module") || ["modules", "relay", "doctor"].contains(words[0])
        let program = hasModule ? [try BuildProducts.path("jeton")] + words : try place.words(words)
        return try await Gate.programs.pass {
            try await ChildProcess.run(
                ["setsid", "--wait", "timeout", "-k", "1", "20"] + program,
                environment: place.variables(),
                workingDirectory: place.directory.path
            )
        }
    }
}
