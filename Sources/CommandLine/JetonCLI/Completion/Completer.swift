internal import ArgumentParser
internal import Cryptoki
internal import JetonKeystore
internal import JetonKeystoreBase
internal import JetonOctets
internal import JetonX509
internal import TokenKit

/// Finds what can stand at the cursor; never logs in, and never waits for a module.
struct Completer {
    let line: CompletedLine

    /// The candidates.
    func answer() -> CompletionAnswer {
        let named = CommandWords(line.words)
        if named.commands.isEmpty { return answer(CommandSyntax(of: named.command), named.path, Array(named.rest)) }
        return named.rest.isEmpty ? names(of: named.commands, isTop: named.names.isEmpty) : CompletionAnswer()
    }

    private func names(of commands: [any ParsableCommand.Type], isTop: Bool) -> CompletionAnswer {
        var candidates = commands.filter { $0.configuration.shouldDisplay }.compactMap { command in
            command.configuration.commandName.map {
                CompletionAnswer.Candidate(text: $0, words: command.configuration.abstract)
            }
        }
        // The second word of a command of two words is completed as a file is.
        candidates.removeAll { $0.text.contains(" ") }
        candidates.append(CompletionAnswer.Candidate(text: "--help", words: "Show help information"))
        if isTop { candidates.append(CompletionAnswer.Candidate(text: "--version", words: "Show the version")) }
        return CompletionAnswer(candidates: candidates)
    }

    private func answer(_ syntax: CommandSyntax, _ path: String, _ words: [String]) -> CompletionAnswer {
        var count = 0
        var pending: CommandSyntax.Part?
        var used: Set<String> = []
        var modules: [String] = []
        var isOver = false
        for word in words {
            if let part = pending {
                if part.names.contains("--module") { modules.append(word) }
                pending = nil
            } else if isOver || !word.hasPrefix("-") || word == "-" {
                count += 1
            } else if word == "--" {
                isOver = true
            } else {
                let name = word.split(separator: "=", maxSplits: 1).first.map(String.init) ?? word
                used.insert(name)
                pending = name == word ? syntax.option(name).flatMap { $0.value == nil ? nil : $0 } : nil
            }
        }
        if let part = pending { return values(of: part, path, modules) }
        if !isOver, line.current.hasPrefix("--"), let sign = line.current.firstIndex(of: "=") {
            let name = String(line.current[..<sign])
            guard let part = syntax.option(name), part.value != nil else { return CompletionAnswer() }
            var answer = values(of: part, path, modules)
            answer.candidates = answer.candidates.map { .init(text: "\(name)=\($0.text)", words: $0.words) }
            return answer
        }
        if !isOver, line.current.hasPrefix("-") {
            let options = syntax.options.filter { part in
                !part.names.contains(where: used.contains) || part.isRepeatable
            }
            return CompletionAnswer(
                candidates: options.flatMap { part in part.names.map { .init(text: $0, words: part.words) } }
            )
        }
        let last = syntax.arguments.count - 1
        guard last >= 0, count <= last || syntax.arguments[last].isRepeatable else { return CompletionAnswer() }
        return values(of: syntax.arguments[min(count, last)], path, modules)
    }

    /// The values of an option or argument: options have the same names in all commands.
    private func values(_ names: [String]) -> CompletionAnswer {
        CompletionAnswer(candidates: names.map { CompletionAnswer.Candidate(text: $0) })
    }

    private func values(of part: CommandSyntax.Part, _ path: String, _ modules: [String]) -> CompletionAnswer {
        guard part.values.isEmpty else { return values(part.values) }
        let cache = CompletionCache(modules: modules)
        let name = part.names.last ?? part.value ?? ""
        switch name {
        case "--token", "uri": return values(cache.names(.token))
        case "--reader": return values(cache.names(.reader))
        case "--key", "object", "uri|label|id": return values(cache.names(.key))
        case "target": return values(cache.names(.token) + cache.names(.reader))
        case "--module":
            return values(ModuleChoice().registry().modules.map(\.name))
        case "--type": return values(["p256", "p384", "p521", "rsa2048", "rsa3072", "rsa4096", "ed25519"])
        case "--profile": return values((try? SettingsFile.ofThisUser().profiles) ?? [])
        case "--group", "group": return values(groups)
        case "service/account": return values(items)
        case "name", "names":
            guard path.hasPrefix("virtual "), path != "virtual create" else { return CompletionAnswer() }
            return values((try? CardDirectory().cards().map(\.name)) ?? [])
        case _ where name.hasSuffix("-source"):
            return CompletionAnswer(
                kind: .nospace,
                candidates: ["prompt", "pinpad", "pinentry", "fd:", "file:", "env:", "credential:"].map {
                    CompletionAnswer.Candidate(text: $0)
                }
            )
        default:
            return CompletionAnswer(kind: part.isFile ? .files : .words)
        }
    }

    /// The names of the keystore's items, as far as they can be read now.
    private var items: [String] {
        guard let options = try? KeystoreOptions.parse([]), let access = try? KeystoreAccess(options) else { return [] }
        let found = (try? access.open().items(ItemQuery(scope: .any))) ?? []
        let names = found.filter { $0.attributes.isInvisible != true }.map { item in
            "\(item.attributes.service)/\(item.attributes.account)"
        }
        return Set(names).sorted()
    }

    /// The groups of the keystore, which has them readable while it is locked.
    private var groups: [String] {
        guard let options = try? KeystoreOptions.parse([]), let access = try? KeystoreAccess(options) else { return [] }
        return ((try? access.open().groupInformation()) ?? []).map(\.group.rawValue)
    }
}
