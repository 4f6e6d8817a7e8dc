/// The rules for an `Entitlements.plist`, applied to one file.
struct EntitlementsLint {
    private(set) var findings: [EntitlementFinding] = []
    private(set) var accessGroups: [EntitlementsResource.Claim]?
    private(set) var applicationIdentifier: EntitlementsResource.Claim?
    private(set) var teamIdentifier: EntitlementsResource.Claim?
    private let expectedTeam: TeamIdentifier?

    private static let danglingKey = "Entitlements"
    private static let danglingHint =
        "remove the top-level key 'Entitlements'; its content belongs at the top level"
    private static let applicationGroupsKey = "com.apple.security.application-groups"
    /// The part of a group's name that marks it for a token's channel; rows a–j.
    static let tokenMark = "rutoken"

    /// Starts without findings.
    ///
    /// - Parameter team: The team that the groups must belong to, or nil.
    init(team: TeamIdentifier?) { expectedTeam = team }

    /// Notes a finding.
    mutating func report(
        _ rule: EntitlementFinding.Rule,
        _ severity: EntitlementFinding.Severity,
        line: Int,
        _ summary: String,
        hint: String? = nil
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
            report(.notDictionary, .malformed, line: root.line, "the property list holds '\(name)', not 'dict'")
            return
        }
        var seen: [String: Int] = [:]
        for entry in entries {
            if let first = seen[entry.key] {
                report(
                    .duplicateKey,
                    .malformed,
                    line: entry.line,
                    "the key '\(entry.key)' stands here and on line \(first)",
                    hint: "keep one of them"
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
        switch fault.kind {
        case .keyWithoutValue(EntitlementsLint.danglingKey, depth: 1):
            report(
                .danglingKey,
                .malformed,
                line: fault.line,
                "the key 'Entitlements' stands at the top level without a value",
                hint: EntitlementsLint.danglingHint
            )
        case .binary:
            report(
                .binary,
                .malformed,
                line: fault.line,
                fault.message,
                hint: "convert it to XML: plistutil -f xml -i FILE -o FILE, or plutil -convert xml1 FILE"
            )
        case .limitExceeded: report(.limit, .malformed, line: fault.line, fault.message)
        case .malformed, .keyWithoutValue: report(.malformed, .malformed, line: fault.line, fault.message)
        }
    }

    private mutating func check(_ entry: PropertyListEntry) {
        switch entry.key {
        case EntitlementsLint.danglingKey:
            report(
                .danglingKey,
                .malformed,
                line: entry.line,
                "the content stands below a top-level key 'Entitlements'",
                hint: EntitlementsLint.danglingHint
            )
        case EntitlementsResource.groupsKey: checkGroups(entry)
        case EntitlementsResource.applicationKey:
            guard let claim = string(entry) else { return }
            applicationIdentifier = claim
            if ApplicationIdentifier(rawValue: claim.name) == nil {
                report(
                    .applicationIdentifier,
                    .error,
                    line: claim.line,
                    "'\(claim.name)' is no application identifier",
                    hint: "write the team's ten characters, a dot and a name: ABCDE12345.org.example.program"
                )
            }
        case _ where EntitlementsResource.teamKeys.contains(entry.key):
            guard let claim = string(entry) else { return }
            teamIdentifier = claim
            if TeamIdentifier(rawValue: claim.name) == nil {
                report(.wrongType, .error, line: claim.line, "'\(claim.name)' is no team identifier of ten characters")
            }
        case EntitlementsLint.applicationGroupsKey:
            guard case .array = entry.value.value else {
                report(.wrongType, .error, line: entry.value.line, "'\(entry.key)' is not an array")
                return
            }
        default:
            report(
                .unknownKey,
                .warning,
                line: entry.line,
                "the key '\(entry.key)' is not known and has no effect here",
                hint: "'jeton entitlements sign' refuses it"
            )
        }
    }

    private mutating func string(_ entry: PropertyListEntry) -> EntitlementsResource.Claim? {
        guard case .string(let text) = entry.value.value else {
            let name = entry.value.value.elementName
            report(.wrongType, .error, line: entry.value.line, "'\(entry.key)' is a '\(name)', not a 'string'")
            return nil
        }
        return EntitlementsResource.Claim(name: text, line: entry.value.line)
    }

    private mutating func checkGroups(_ entry: PropertyListEntry) {
        guard case .array(let elements) = entry.value.value else {
            report(
                .groupsNotArray,
                .malformed,
                line: entry.value.line,
                "'\(entry.key)' is a '\(entry.value.value.elementName)', not an 'array'",
                hint: "put the groups into <array> … </array>, even a single one"
            )
            return
        }
        if elements.isEmpty { report(.groupsEmpty, .warning, line: entry.value.line, "'\(entry.key)' has no element") }
        var claims: [EntitlementsResource.Claim] = []
        for element in elements {
            guard case .string(let name) = element.value else {
                report(
                    .groupNotString,
                    .malformed,
                    line: element.line,
                    "an element of '\(entry.key)' is a '\(element.value.elementName)', not a 'string'",
                    hint: "one such element voids the whole array"
                )
                return
            }
            let claim = EntitlementsResource.Claim(name: name, line: element.line)
            if let first = claims.first(where: { $0.name == name }) {
                report(.duplicateGroup, .warning, line: claim.line, "'\(name)' stands on line \(first.line) already")
            }
            claims.append(claim)
            checkGroup(claim)
        }
        accessGroups = claims
    }

    private mutating func checkGroup(_ claim: EntitlementsResource.Claim) {
        let name = claim.name
        if AccessGroupGrant(rawValue: name) != nil {
            guard name.hasSuffix("*") else { return }
            report(
                .groupWildcard,
                .warning,
                line: claim.line,
                "'\(name)' is a pattern: it grants groups that are named and is never the group itself",
                hint: "name the group that is meant"
            )
        } else if name.contains("*") {
            report(
                .groupWildcard,
                .error,
                line: claim.line,
                "'\(name)' has a wildcard where none may stand",
                hint: "a pattern is TEAMID.* or ends in .* within one team"
            )
        } else {
            report(
                .groupName,
                .error,
                line: claim.line,
                "'\(name)' is no access group",
                hint: name.contains("$(")
                    ? "nothing replaces '$(…)' on Linux: write the team's ten characters"
                    : "write the team's ten characters, a dot and a name: ABCDE12345.rutoken.shared"
            )
        }
    }

    /// All groups belong to the team that is expected, or that the file itself names first.
    private mutating func checkTeams() {
        let groups = accessGroups ?? []
        let named = teamIdentifier.flatMap { TeamIdentifier(rawValue: $0.name) }
        let own = applicationIdentifier.flatMap { TeamIdentifier(prefixOf: $0.name) }
        let first = groups.lazy.compactMap { TeamIdentifier(prefixOf: $0.name) }.first
        guard let team = expectedTeam ?? named ?? own ?? first else { return }
        for claim in groups + [applicationIdentifier].compactMap({ $0 }) {
            guard let other = TeamIdentifier(prefixOf: claim.name), other != team else { continue }
            report(
                .foreignTeam,
                .error,
                line: claim.line,
                "'\(claim.name)' belongs to team \(other), not to \(team)",
                hint: "a team can grant its own groups only"
            )
        }
    }

    private mutating func checkTokenGroup() {
        guard let groups = accessGroups, !groups.isEmpty,
            !groups.contains(where: { EntitlementsLint.isTokenGroup($0.name) })
        else { return }
        let similar = groups.first { $0.name.lowercased().contains(EntitlementsLint.tokenMark) }
        report(
            .noTokenGroup,
            .warning,
            line: similar?.line ?? groups[0].line,
            similar.map { "'\($0.name)' does not contain 'rutoken': capital and small letters differ" }
                ?? "no group contains 'rutoken': a token's channel cannot use this file"
        )
    }

    /// Whether a group is meant for a token's channel: it contains `rutoken` behind the team (statement 85).
    static func isTokenGroup(_ name: String) -> Bool {
        let rest =
            TeamIdentifier(prefixOf: name) == nil
            ? Substring(name) : name.drop { $0 != "." }.dropFirst()
        let mark = Array(tokenMark.utf8)
        let octets = Array(rest.utf8)
        guard octets.count >= mark.count else { return false }
        return (0...octets.count - mark.count).contains { octets[$0...].starts(with: mark) }
    }
}
