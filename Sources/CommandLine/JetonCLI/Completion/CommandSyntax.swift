internal import ArgumentParser
internal import JetonJSON
internal import JetonOctets

/// The options and arguments of a command, as ArgumentParser describes them to programs.
struct CommandSyntax {
    /// An option, flag or argument.
    struct Part {
        /// The names of an option with their hyphens; empty for an argument.
        let names: [String]
        /// What the value is called; nil for a flag.
        let value: String?
        /// What it is for, the first sentence.
        let words: String
        /// The values that there are, if they are few.
        let values: [String]
        /// Whether it can be given more than once.
        let isRepeatable: Bool
        /// Whether the value is a file or a directory.
        let isFile: Bool

        /// Reads a member of `arguments`.
        fileprivate init(_ members: [String: CanonicalJSON]) {
            names = (members["names"]?.array ?? []).compactMap(\.object).compactMap { name in
                name["name"]?.string.map { (name["kind"]?.string == "short" ? "-" : "--") + $0 }
            }
            value = members["kind"]?.string == "flag" ? nil : members["valueName"]?.string
            words = CommandSyntax.sentence(members["abstract"]?.string ?? "")
            let completion = members["completionKind"]?.object ?? [:]
            let listed = members["allValueStrings"] ?? members["allValues"] ?? completion["list"]?.object?["values"]
            values = (listed?.array ?? []).compactMap(\.string)
            isRepeatable = members["isRepeating"] == .boolean(true)
            isFile = completion["file"] != nil || completion["directory"] != nil
        }
    }

    private(set) var options: [Part] = []
    private(set) var arguments: [Part] = []

    /// Reads the description.
    init(of command: any ParsableCommand.Type) {
        let document = try? JSONReader<CanonicalJSON>.read(Array(command._dumpHelp().utf8), as: .interchange)
        for case .object(let members) in document?.object?["command"]?.object?["arguments"]?.array ?? [] {
            guard members["shouldDisplay"] == .boolean(true) else { continue }
            let part = Part(members)
            if part.names.isEmpty { arguments.append(part) } else { options.append(part) }
        }
    }

    /// The option of a name.
    func option(_ name: String) -> Part? { options.first { $0.names.contains(name) } }

    /// The first word of a command line that looks like an option and is none.
    func unknownOption(in arguments: ArraySlice<String>) -> String? {
        var rest = arguments
        while let word = rest.popFirst() {
            if word == "--" { return nil }
            guard word.hasPrefix("-"), word.count > 1 else { continue }
            let name = word.split(separator: "=", maxSplits: 1).first.map(String.init) ?? word
            // The parser has it everywhere.
            if name == "--version" { continue }
            guard let option = option(name) else { return name }
            if option.value != nil, name == word { _ = rest.popFirst() }
        }
        return nil
    }

    private static func sentence(_ text: String) -> String {
        let end = [". ", " (", ": "].compactMap { text.firstRange(of: $0)?.lowerBound }.min() ?? text.endIndex
        let sentence = text[..<end]
        return String(sentence.last == "." ? sentence.dropLast() : sentence)
    }
}

extension CanonicalJSON {
    fileprivate var object: [String: CanonicalJSON]? { if case .object(let members) = self { members } else { nil } }
    fileprivate var array: [CanonicalJSON]? { if case .array(let values) = self { values } else { nil } }
    fileprivate var string: String? { if case .string(let text) = self { text } else { nil } }
}
