extension ShellCommand {
    /// Whether it changes the owner or mode of a file, removes, moves or overwrites one, or erases a token.
    ///
    /// A user may open a file of their own to themselves: `chmod u+…`.
    var isHarmful: Bool {
        let words = self.words
        if words.contains(where: { ShellCommand.deeds.contains($0.name) }) { return true }
        if let change = words.firstIndex(where: { $0.name == "chmod" }) {
            let isForOwner = words.indices.contains(change + 1) && words[change + 1].whole.hasPrefix("u+")
            if !isForOwner || namesSystemPath { return true }
        }
        let names = words.map(\.name)
        return ShellCommand.erasures.contains { erasure in
            names.indices.contains { names[$0...].starts(with: erasure) }
        }
    }

    /// Whether it names a path that belongs to the system, its packages or its administrator.
    var namesSystemPath: Bool {
        words.contains { word in
            ShellCommand.systemDirectories.contains { word.whole == $0 || word.whole.hasPrefix("\($0)/") }
                || word.whole.hasPrefix("/lib") || !word.whole.isEmpty && word.whole.allSatisfy { $0 == "/" }
        }
    }

    /// Programs that take something from someone, or away.
    private static let deeds: Set<String> = [
        "chown", "chgrp", "setfacl", "chattr", "rm", "rmdir", "unlink", "shred", "mv", "dd", "truncate", "wipefs",
        "mkfs", "tpm2_clear", "--init-token", "--init-pin", "--initialize", "--delete-object", "-areset", "-delete",
        "erase", "uninstall", "purge",
    ]

    /// Words in a row that erase a token, or something on it.
    private static let erasures = [
        ["token", "init"], ["piv", "reset"], ["openpgp", "reset"], ["fido", "reset"], ["oath", "reset"],
        ["cert", "delete"], ["key", "delete"], ["object", "delete"], ["keys", "delete"], ["certificates", "delete"],
    ]

    private static let systemDirectories = [
        "/bin", "/boot", "/dev", "/etc", "/opt", "/root", "/sbin", "/sys", "/usr", "/var",
    ]

    /// A word: what stands in the source text, and all of it.
    private struct Word {
        var source = ""
        var whole = ""

        /// The program or subcommand that it names, without a directory.
        var name: String { source.split(separator: "/").last.map(String.init) ?? "" }
    }

    /// The words, also those in quotes of the source text, as `sh -c 'rm x'` has them.
    private var words: [Word] {
        var words: [Word] = []
        var word = Word()
        for part in parts {
            switch part {
            // A value is never a program of ours.
            case .value(let value): word.whole += value
            case .words(let text):
                for character in text {
                    guard character.isWhitespace || "'\"`;&|(){}$<>".contains(character) else {
                        word.source.append(character)
                        word.whole.append(character)
                        continue
                    }
                    words.append(word)
                    word = Word()
                }
            }
        }
        return (words + [word]).filter { !$0.whole.isEmpty }
    }
}
