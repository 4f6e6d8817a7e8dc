import JetonPropertyLists

/// The rules for an `Entitlements.plist`, applied to one file.
struct EntitlementsLint {
    private(set) var findings: [EntitlementFinding] = []
    var accessGroups: [EntitlementsResource.Claim]?
    private(set) var applicationIdentifier: EntitlementsResource.Claim?
    private(set) var teamIdentifier: EntitlementsResource.Claim?
    /// Keys that a signed manifest has no place for.
    private(set) var unusedKeys: [EntitlementsResource.Claim] = []
    /// The line of the dictionary's start tag.
    private(set) var firstLine: Int?
    private let path: String
    let expectedTeam: TeamIdentifier?
    let tokenMark: TokenGroupMark

    private static let danglingKey = "Entitlements"
    private static let applicationGroupsKey = "com.apple.security.application-groups"
    static let identifierForm = "the team's ten characters, a dot and a name"

    /// Starts without findings.
    ///
    /// - Parameters:
    ///   - path: The file's name, for commands in hints.
    ///   - team: The team that the groups must belong to, or nil.
    ///   - tokenMark: What marks the group of a token's channel.
    init(path: String, team: TeamIdentifier?, tokenMark: TokenGroupMark) {
        self.path = path
        expectedTeam = team
        self.tokenMark = tokenMark
    }

    /// Notes a finding.
    mutating func report(
        _ rule: EntitlementFinding.Rule,
        _ severity: EntitlementFinding.Severity,
        line: Int,
        _ summary: String,
        hint: String
    ) {
        findings.append(
            EntitlementFinding(rule: rule, severity: severity, line: line, summary: summary, hint: hint)
        )
    }

    /// Applies every rule to a file.
    mutating func run(_ octets: [UInt8]) {
        let root: PropertyListNode
        do {
            root = try PropertyListReader.read(octets)
        } catch {
            report(error)
            return
        }
        guard case .dictionary(let entries) = root.value else {
            let name = root.value.elementName
            report(
                .notDictionary,
                .malformed,
                line: root.line,
                "the property list contains '\(name)', not 'dict'",
                hint: "change line \(root.line): the keys must be in <dict> … </dict>"
            )
            return
        }
        firstLine = root.line
        var seen: [String: Int] = [:]
        for entry in entries {
            if let first = seen[entry.key] {
                report(
                    .duplicateKey,
                    .malformed,
                    line: entry.line,
                    "the key '\(entry.key)' is here and also on line \(first)",
                    hint: "delete the key '\(entry.key)' and its value on line \(first) or here (\(entry.lines))"
                )
            } else {
                seen[entry.key] = entry.line
                check(entry)
            }
        }
        checkTeams()
        checkTokenGroup()
    }

    private mutating func report(_ fault: PropertyListFault) {
        let line = fault.line
        switch fault.kind {
        case .keyWithoutValue(EntitlementsLint.danglingKey, depth: 0):
            report(
                .danglingKey,
                .malformed,
                line: line,
                "the key 'Entitlements' is directly below 'plist'",
                hint: "delete line \(line), the key 'Entitlements': only the dictionary that follows it belongs there"
            )
        case .keyWithoutValue(EntitlementsLint.danglingKey, depth: 1):
            report(
                .danglingKey,
                .malformed,
                line: line,
                "the key 'Entitlements' is at the top level without a value",
                hint: "delete line \(line), the key 'Entitlements'"
            )
        case .keyWithoutValue(let key, _):
            report(
                .malformed,
                .malformed,
                line: line,
                fault.message,
                hint: "delete line \(line), the key '\(key)', or give it a value in a dictionary"
            )
        case .binary:
            report(
                .binary,
                .malformed,
                line: line,
                fault.message,
                hint: "convert it to XML: plistutil -f xml -i '\(path)' -o '\(path)'"
            )
        case .limitExceeded:
            report(.limit, .malformed, line: line, fault.message, hint: "shorten the file from line \(line) on")
        case .malformed:
            report(
                .malformed,
                .malformed,
                line: line,
                fault.message,
                hint: "change line \(line): the file is a property list of version 1.0 in XML"
            )
        }
    }

    private mutating func check(_ entry: PropertyListEntry) {
        switch entry.key {
        case EntitlementsLint.danglingKey: reportDangling(entry)
        case EntitlementsResource.groupsKey: checkGroups(entry)
        case EntitlementsResource.applicationKey:
            guard let claim = string(entry) else { return }
            applicationIdentifier = claim
            if ApplicationIdentifier(rawValue: claim.name) == nil {
                report(
                    .applicationIdentifier,
                    .error,
                    line: claim.line,
                    "'\(claim.name)' is not an application identifier",
                    hint: "change line \(claim.line): write \(EntitlementsLint.identifierForm), such as "
                        + "ABCDE12345.org.example.program"
                )
            }
        case _ where EntitlementsResource.teamKeys.contains(entry.key):
            guard let claim = string(entry) else { return }
            teamIdentifier = claim
            if TeamIdentifier(rawValue: claim.name) == nil {
                report(
                    .wrongType,
                    .error,
                    line: claim.line,
                    "'\(claim.name)' is not a team identifier",
                    hint: "change line \(claim.line): write the team's ten characters of A–Z and 0–9"
                )
            }
        case EntitlementsLint.applicationGroupsKey:
            note(unused: entry)
            guard case .array = entry.value.value else {
                report(
                    .wrongType,
                    .error,
                    line: entry.value.line,
                    "'\(entry.key)' is not an array",
                    hint: "change line \(entry.value.line) to <array> … </array>, or delete the key (\(entry.lines))"
                )
                return
            }
        default:
            note(unused: entry)
            report(
                .unknownKey,
                .warning,
                line: entry.line,
                "the key '\(entry.key)' has no effect here",
                hint:
                    "delete the key '\(entry.key)' and its value (\(entry.lines)); 'jeton entitlements sign' leaves it out"
            )
        }
    }

    private mutating func note(unused entry: PropertyListEntry) {
        unusedKeys.append(EntitlementsResource.Claim(name: entry.key, line: entry.line))
    }

    private mutating func reportDangling(_ entry: PropertyListEntry) {
        let value = entry.value
        var hint = "delete the key 'Entitlements' and its value (\(entry.lines))"
        if case .dictionary = value.value {
            let tags =
                value.line == value.lastLine ? "line \(value.line)" : "lines \(value.line) and \(value.lastLine)"
            hint =
                "delete the key 'Entitlements' (line \(entry.line)) and the tags of its dictionary "
                + "(\(tags)): the content belongs at the top level"
        }
        report(
            .danglingKey,
            .malformed,
            line: entry.line,
            "the content is below a top-level key 'Entitlements'",
            hint: hint
        )
    }

    private mutating func string(_ entry: PropertyListEntry) -> EntitlementsResource.Claim? {
        guard case .string(let text) = entry.value.value else {
            let name = entry.value.value.elementName
            report(
                .wrongType,
                .error,
                line: entry.value.line,
                "'\(entry.key)' is a '\(name)', not a 'string'",
                hint: "change line \(entry.value.line) to <string> … </string>"
            )
            return nil
        }
        return EntitlementsResource.Claim(name: text, line: entry.value.line)
    }
}
