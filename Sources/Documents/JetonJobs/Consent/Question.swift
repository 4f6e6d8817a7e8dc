import JetonJSON
import JetonLibcrypto
import JetonOctets
import JetonX509

/// A question that a person answers once, with the digest of all that was shown.
///
/// A terminal, an agent or a page may put it. The answer repeats the digest; since a number that is used once is part of
/// it, no answer fits another question, nor the same one when it is put again.
package struct Question: Sendable {
    /// A row as a person sees it.
    package enum Row: Hashable, Sendable {
        /// A label of ours, at most 11 characters, and a text that may be another's; an empty label continues the row
        /// before.
        case labeled(String, String)
        /// Our own words alone.
        case own(String)
    }

    /// What is shown.
    package let rows: [Row]
    /// What is asked, with a question mark; our own words.
    package let prompt: String
    /// What will be signed or sent if the answer is yes, as digests of it in the order of the rows.
    package let subjects: [[UInt8]]
    /// SHA-256 of all of it, and of a number that is used once: 32 bytes.
    package let digest: [UInt8]

    /// Makes a question.
    ///
    /// - Throws: `LibcryptoError` without entropy.
    package init(_ prompt: String, rows: [Row], subjects: [[UInt8]]) throws {
        self.rows = rows
        self.prompt = prompt
        self.subjects = subjects
        let document = CanonicalJSON.object([
            "number": .string(Hex.encode(try Random.octets(16))),
            "prompt": .string(prompt),
            "rows": .array(rows.map(\.json)),
            "subjects": .array(subjects.map { .string(Hex.encode($0)) }),
        ])
        digest = try HashAlgorithm.sha256.hash(document.encoded)
    }

    /// Rows for a terminal.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - columns: Its width.
    /// - Returns: The lines; what may be another's stands in its own columns.
    package static func lines(_ rows: [Row], columns: Int) -> [String] {
        var lines = QuestionRows(columns: columns)
        for row in rows {
            switch row {
            case .labeled(let label, let text): lines.add(label, text)
            case .own(let text): lines.add(own: text)
            }
        }
        return lines.lines
    }

    /// Yes, from a door.
    package func agreed(by door: Answer.Door) -> Answer { Answer(digest: digest, door: door, isAgreed: true) }

    /// No, from a door.
    package func declined(by door: Answer.Door) -> Answer { Answer(digest: digest, door: door, isAgreed: false) }

    /// What a person answered.
    package struct Answer: Sendable {
        /// Where it was answered.
        package enum Door: String, Hashable, Sendable {
            /// On a terminal.
            case terminal
            /// In the window of a program that asks for PINs.
            case pinentry
            /// In a command that a person typed, before the question was put.
            case beforehand
        }

        /// The digest of the question that was answered.
        package let digest: [UInt8]
        /// Where.
        package let door: Door
        /// Whether the answer is yes.
        package let isAgreed: Bool
    }
}

extension Question.Row {
    fileprivate var json: CanonicalJSON {
        switch self {
        case .labeled(let label, let text): .object(["label": .string(label), "text": .string(text)])
        case .own(let text): .object(["own": .string(text)])
        }
    }
}
