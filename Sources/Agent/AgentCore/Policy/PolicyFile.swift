internal import Glibc
internal import JetonFiles
internal import JetonOctets

/// The file of a policy as a person keeps it: rules are added and removed, and every other line stays.
package struct PolicyFile: Sendable {
    /// The path.
    package let path: String

    /// Names a file.
    package init(path: String) { self.path = path }

    /// Adds a rule, unless the file has it.
    ///
    /// - Returns: Whether it was added.
    /// - Throws: ``AgentPolicyError`` for a file that is unusable as it is; `FileError` if it can't be written.
    package func add(_ rule: PolicyRule) throws -> Bool {
        guard try !AgentPolicy(file: path).rules.contains(rule) else { return false }
        try write(try lines() + [rule.line])
        return true
    }

    /// Removes the rules that are equal to one, whatever they do.
    ///
    /// - Returns: How many were removed.
    /// - Throws: As ``add(_:)``.
    package func remove(_ rule: PolicyRule) throws -> Int {
        let lines = try lines()
        let kept = lines.filter { line in
            guard let other = PolicyRule(line) else { return true }
            return
                !(other.program == rule.program && other.key == rule.key && other.purpose == rule.purpose
                && other.destination == rule.destination)
        }
        if kept.count < lines.count { try write(kept) }
        return lines.count - kept.count
    }

    private func lines() throws -> [String] {
        guard FileSource.exists(path) else { return [] }
        let octets = try FileSource.contents(of: InputFile(path), limit: 1_048_576)
        return ForeignText(decoding: octets).lines(keepsEmpty: false).map(String.init)
    }

    private func write(_ lines: [String]) throws {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        let directory = String(path[..<slash])
        try ReplacedFile.makeDirectory(directory)
        let text = lines.map { $0 + "\n" }.joined()
        try ReplacedFile.write(Array(text.utf8), in: directory, name: String(path[slash...].dropFirst()), mode: 0o600)
    }
}
