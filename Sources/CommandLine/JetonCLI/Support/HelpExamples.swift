internal import JetonOctets

/// The examples at the end of each command's help: what is done, and below it the command that does it.
///
/// No two are alike; the extensions have them by what the commands are about. A test parses each.
enum HelpExamples {
    /// One example.
    struct Example {
        /// What is done, with a colon at the end.
        let purpose: String
        /// The command line, as a shell takes it.
        let command: String
    }

    /// The examples of each command, by its words without `jeton`.
    static let all: [String: [Example]] = {
        var all: [String: [Example]] = [:]
        let lines = [tokens, objects, secrets, machine].flatMap { $0.lines() }
        for index in stride(from: 0, to: lines.count - 1, by: 2) {
            let command = String(lines[index + 1].drop { $0 == " " })
            let words = command.split(separator: " ").dropFirst().map(String.init)
            all[CommandWords(words).path, default: []].append(Example(purpose: String(lines[index]), command: command))
        }
        return all
    }()
}
