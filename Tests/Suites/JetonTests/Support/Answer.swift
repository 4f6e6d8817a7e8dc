import Foundation
import TestRig
import Testing

/// What a run of `jeton` gave.
struct Answer: CustomTestStringConvertible {
    let arguments: [String]
    let output: ChildProcess.Output

    /// The exit code; -1 if a signal ended the program.
    var code: Int32 { output.exitStatus ?? -1 }
    /// The data: standard output.
    var text: String { output.text }
    /// The words for people: standard error.
    var errors: String { output.errorText }
    /// Both.
    var all: String { text + errors }

    var testDescription: String { "jeton \(arguments.joined(separator: " ")) -> \(code)\n\(text)\n\(errors)" }

    /// The document on standard output.
    func json() throws -> JSONNode { try JSONNode(output.standardOutput) }

    /// Expects an exit code, and gives the answer.
    @discardableResult
    func exits(_ code: Int32, sourceLocation: SourceLocation = #_sourceLocation) -> Answer {
        #expect(self.code == code, "\(testDescription)", sourceLocation: sourceLocation)
        return self
    }

    /// Expects words on the error stream, and gives the answer.
    @discardableResult
    func says(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) -> Answer {
        for word in words {
            #expect(errors.contains(word), "\(word) is missing in: \(testDescription)", sourceLocation: sourceLocation)
        }
        return self
    }

    /// Expects words on the output, and gives the answer.
    @discardableResult
    func prints(_ words: String..., sourceLocation: SourceLocation = #_sourceLocation) -> Answer {
        for word in words {
            #expect(text.contains(word), "\(word) is missing in: \(testDescription)", sourceLocation: sourceLocation)
        }
        return self
    }
}
