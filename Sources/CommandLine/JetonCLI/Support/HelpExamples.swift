/// The examples at the end of each command's help: what is done, and the command that does it.
///
/// One set of names, no two alike; the extensions have them by what the commands are about. A test parses each.
enum HelpExamples {
    /// One example.
    struct Example {
        /// What is done, with a colon at the end.
        let purpose: String
        /// The command line, as a shell takes it.
        let command: String

        init(_ purpose: String, _ command: String) {
            self.purpose = purpose
            self.command = command
        }
    }

    /// The examples of each command, by its words without `jeton`.
    static let all: [String: [Example]] = tokens.merging(objects) { $1 }.merging(secrets) { $1 }.merging(machine) { $1 }
}
