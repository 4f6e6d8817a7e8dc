public import JetonKeystoreBase

/// The answer to `whoami --explain`: how the program was found, what was checked, and what follows.
public struct CallerExplanation: Sendable, CustomStringConvertible {
    /// Who the program is.
    public let caller: CallerIdentity
    /// The file that names the groups; nil if there is none.
    public let resource: EntitlementsResource?
    /// Where that file was looked for.
    public let resourcePath: String
    /// What follows for a token's channel.
    public let outcome: TokenChannelOutcome

    /// Finds out everything about a running program.
    ///
    /// - Parameters:
    ///   - process: The program's directory in `/proc`.
    ///   - resourcePath: The `Entitlements.plist`; nil for the one beside the executable.
    ///   - tokenMark: What marks the group of a token's channel.
    ///   - trust: Whose signatures count.
    ///   - time: The time at which they must count.
    /// - Throws: ``KeystoreError/Code/inputOutput`` if the process may not be inspected.
    public init(
        _ process: ProcessProbe = ProcessProbe(),
        resourcePath: String? = nil,
        tokenMark: TokenGroupMark,
        trust: TeamTrust,
        at time: UTCTime
    ) throws(KeystoreError) {
        self.init(try CallerIdentity.find(process, trust: trust, at: time), resourcePath: resourcePath, tokenMark)
    }

    /// Finds out what would hold for a program if it were started now.
    ///
    /// - Parameters:
    ///   - program: The executable's path; symbolic links are followed.
    ///   - resourcePath: The `Entitlements.plist`; nil for the one beside the executable.
    ///   - tokenMark: What marks the group of a token's channel.
    ///   - trust: Whose signatures count.
    ///   - time: The time at which they must count.
    /// - Throws: ``KeystoreError/Code/invalidParameter`` for a script, whose interpreter is what would run;
    ///   ``KeystoreError/Code/inputOutput`` if the file can't be read.
    public init(
        program: String,
        resourcePath: String? = nil,
        tokenMark: TokenGroupMark,
        trust: TeamTrust,
        at time: UTCTime
    ) throws(KeystoreError) {
        let evidence = try CallerEvidence(program: program)
        self.init(CallerIdentity.find(evidence, trust: trust, at: time), resourcePath: resourcePath, tokenMark)
    }

    private init(_ caller: CallerIdentity, resourcePath: String?, _ tokenMark: TokenGroupMark) {
        let path = resourcePath ?? "\(caller.evidence.directory)/\(EntitlementsResource.fileName)"
        let resource = EntitlementsResource.load(path, team: caller.team, tokenMark: tokenMark)
        self.caller = caller
        self.resourcePath = path
        self.resource = resource
        outcome = TokenChannelOutcome(resource: resource, caller: caller)
    }

    /// What the level that was reached does not protect from.
    public var isolation: String {
        switch caller.level {
        case .selfDeclared: "isolation: none between programs of this user"
        case .executableMatch:
            "isolation: none from malicious programs of this user; other builds and copies are told apart"
        case .kernelIdentity: "isolation: the kernel isolates this program from others of its user"
        }
    }

    /// Every step, one a line.
    public var lines: [String] {
        let found = resource.map { resource in
            resource.findings.isEmpty
                ? ["resource: passed: \(resource.path)"] : resource.findings.map { "resource: \(resource.path), \($0)" }
        }
        let groups = caller.accessGroups.map(\.rawValue).joined(separator: ", ")
        return caller.checks.map(\.description)
            + (found ?? ["resource: noted: there is no '\(resourcePath)'"])
            + [
                "level: \(caller.level)",
                "team: \(caller.team?.rawValue ?? "none")",
                "access groups: \(groups)",
                "default group: \(caller.defaultGroup)",
                isolation,
                "token channel: \(outcome)",
            ] + outcome.warnings.map { "warning: \($0)" } + (outcome.hint.map { ["hint: \($0)"] } ?? [])
    }

    /// The lines.
    public var description: String { lines.joined(separator: "\n") }
}
