import JetonOctets
import JetonPropertyLists

// The rules for `keychain-access-groups`.
extension EntitlementsLint {
    /// Checks the value of `keychain-access-groups`, and takes its elements.
    mutating func checkGroups(_ entry: PropertyListEntry) {
        guard case .array(let elements) = entry.value.value else {
            report(
                .groupsNotArray,
                .malformed,
                line: entry.value.line,
                "'\(entry.key)' is a '\(entry.value.value.elementName)', not an 'array'",
                hint: "change line \(entry.value.line): put the groups into <array> … </array>, even a single one"
            )
            return
        }
        if elements.isEmpty {
            report(
                .groupsEmpty,
                .warning,
                line: entry.value.line,
                "'\(entry.key)' has no element",
                hint: "add a <string> … </string> to the array, or delete the key '\(entry.key)' (\(entry.lines))"
            )
        }
        var claims: [EntitlementsResource.Claim] = []
        for element in elements {
            guard case .string(let name) = element.value else {
                report(
                    .groupNotString,
                    .malformed,
                    line: element.line,
                    "an element of '\(entry.key)' is a '\(element.value.elementName)', not a 'string'",
                    hint:
                        "delete line \(element.line), or change it to <string> … </string>: one such element voids the "
                        + "whole array"
                )
                return
            }
            let claim = EntitlementsResource.Claim(name: name, line: element.line)
            if let first = claims.first(where: { $0.name == name }) {
                report(
                    .duplicateGroup,
                    .warning,
                    line: claim.line,
                    "'\(name)' is already on line \(first.line)",
                    hint: "delete line \(claim.line)"
                )
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
                "'\(name)' is a pattern: it grants access to matching groups, and is not itself a group",
                hint: "change line \(claim.line) to the full name of the group, unless a pattern is intended"
            )
        } else if name.contains("*") {
            report(
                .groupWildcard,
                .error,
                line: claim.line,
                "'\(name)' has a wildcard where none is allowed",
                hint: "change line \(claim.line): a pattern is TEAMID.* or ends in .* within one team"
            )
        } else {
            report(
                .groupName,
                .error,
                line: claim.line,
                "'\(name)' is not an access group",
                hint: name.contains("$(")
                    ? "change line \(claim.line): write the team's ten characters; '$(…)' is not expanded on Linux"
                    : "change line \(claim.line): write \(EntitlementsLint.identifierForm), such as "
                        + "ABCDE12345.shared"
            )
        }
    }

    /// All groups belong to the team that is expected, or that the file itself names first.
    mutating func checkTeams() {
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
                hint: "delete line \(claim.line), or change its team to \(team): a team can grant only its own groups"
            )
        }
    }

    /// A group that is meant for a token exists.
    mutating func checkTokenGroup() {
        guard let groups = accessGroups, !groups.isEmpty,
            !groups.contains(where: { tokenMark.marks($0.name) })
        else { return }
        let word = tokenMark.rawValue.lowercased()
        guard let similar = groups.first(where: { $0.name.lowercased().contains(word) }) else {
            report(
                .noTokenGroup,
                .warning,
                line: groups[0].line,
                "no group contains '\(tokenMark)': a token's channel cannot use this file",
                hint:
                    "add a group whose name contains '\(tokenMark)' after line \(groups[groups.count - 1].line), if the "
                    + "program uses such a token"
            )
            return
        }
        report(
            .noTokenGroup,
            .warning,
            line: similar.line,
            "'\(similar.name)' does not contain '\(tokenMark)': upper and lower case matter",
            hint: "change line \(similar.line): write '\(tokenMark)' in exactly this case after the team"
        )
    }
}
