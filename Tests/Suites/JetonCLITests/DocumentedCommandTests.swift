import ArgumentParser
import Foundation
import Testing

@testable import JetonCLI

@Suite("Commands in the documentation")
struct DocumentedCommandTests {
    @Test("Every command that a page shows is one that jeton takes", arguments: DocumentedCommand.all)
    func isTaken(command: DocumentedCommand) {
        #expect(throws: Never.self, "\(command.page)") {
            try JetonCommand.parseAsRoot(JetonCommand.joined(command.arguments))
        }
    }

    @Test("The pages show commands: the README, the guides and the pages of checks")
    func pagesAreRead() {
        let pages = Set(DocumentedCommand.all.map(\.page))
        for page in ["README.md", "docs/pairing.md", "docs/how-to/batch.md", "docs/checks/token-user-pin-locked.md"] {
            #expect(pages.contains(page))
        }
    }
}

/// A line of a page that begins with `jeton`, between two fences.
struct DocumentedCommand: CustomTestStringConvertible, Sendable {
    let page: String
    let line: String

    var testDescription: String { line }

    /// What comes after `jeton`, as a shell would give it to the program.
    var arguments: [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in line.dropFirst("jeton ".count) {
            if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if quote == nil, character == " " {
                if let finished = word { words.append(finished) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }

    static let all: [DocumentedCommand] = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        var pages = ["README.md"]
        for folder in ["docs", "docs/checks", "docs/how-to"] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)) ?? []
            pages += names.filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
        }
        return pages.flatMap { page in
            let text = (try? String(contentsOf: root.appending(path: page), encoding: .utf8)) ?? ""
            return commands(text).map { DocumentedCommand(page: page, line: $0) }
        }
    }()

    private static func commands(_ text: String) -> [String] {
        var commands: [String] = []
        var isInside = false
        var isConsole = false
        for line in text.split(separator: "\n") {
            var line = line.drop { $0 == " " }
            if line.hasPrefix("```") {
                isInside.toggle()
                isConsole = line.hasPrefix("```console")
            }
            // On a console only the prompted lines are commands, the others are output.
            let isPrompted = line.hasPrefix("$ ")
            if isPrompted { line = line.dropFirst(2) }
            guard isInside, isPrompted || !isConsole, line.hasPrefix("jeton ") else { continue }
            // What the line is about stands two blanks behind it, or after a number sign.
            var command = String(line)
            for mark in ["  ", " #", " | ", " && ", " >"] { command = command.components(separatedBy: mark)[0] }
            commands.append(command.replacing("NAME...", with: "NAME"))
        }
        return commands
    }
}
