public import KeystoreBase

/// Which access group holds the key of a token's channel, or why the channel is refused: rows a–j.
///
/// | row | `Entitlements.plist` | signed manifest | result |
/// |---|---|---|---|
/// | a | a group contains `rutoken` | lacks it, or is missing | -34018, nothing stored |
/// | b | missing | missing, or without `keychain-access-groups` | the program's own group |
/// | c | missing | `keychain-access-groups` | the first of them |
/// | d | a group contains `rutoken` | contains it | that group |
/// | e | no group contains `rutoken` | any | -50, names the file and the key |
/// | f | malformed | any | -50, with the line |
/// | g | several contain `rutoken` | contains some | the first in file order that is granted, with a warning |
/// | h | a group contains `rutoken` | of another team | -34018, names both teams |
/// | i | any | does not count | as if it were missing, with the reason |
/// | j | missing | the first element is a pattern | the first group, or the program's own, with a warning |
///
/// - SeeAlso: docs/keystore.md, statements 84–87.
public struct TokenChannelOutcome: Hashable, Sendable, CustomStringConvertible {
    /// A row of the table.
    public enum Row: String, Hashable, Sendable, CaseIterable {
        /// The rows.
        case a, b, c, d, e, f, g, h, i, j
    }

    /// The row that applies.
    public let row: Row
    /// For row i, the row whose result follows; otherwise the same as ``row``.
    public let effectiveRow: Row
    /// 0, -34018 or -50.
    public let status: Int32
    /// The group of the channel's key; nil if the channel is refused.
    public let group: AccessGroup?
    /// What follows, as one sentence without a full stop.
    public let text: String
    /// The one change that makes a refusal a success; nil for a success.
    public let hint: String?
    /// What else is worth knowing, in order.
    public let warnings: [String]

    /// Decides by a program's resource and identity.
    ///
    /// - Parameter resource: The file beside the executable; nil if there is none.
    public init(resource: EntitlementsResource?, caller: CallerIdentity) {
        var decision = Decision(caller: caller)
        if let resource {
            decision.decide(resource)
        } else {
            decision.decideWithoutResource()
        }
        let rejection = caller.manifest.rejection
        let isConfigurationError = decision.row == .e || decision.row == .f
        row = rejection != nil && !isConfigurationError ? .i : decision.row
        effectiveRow = decision.row
        status = decision.status.rawValue
        group = decision.group
        text = decision.text
        hint = decision.hint
        warnings = (rejection.map { ["the program counts as not signed: \($0)"] } ?? []) + decision.warnings
    }

    /// The group, or the refusal as an error.
    ///
    /// - Throws: ``KeystoreError/Code/missingEntitlement`` or ``KeystoreError/Code/invalidParameter``.
    public func accessGroup() throws(KeystoreError) -> AccessGroup {
        guard let group else { throw KeystoreError(KeystoreError.Code(rawValue: status), text, hint: hint) }
        return group
    }

    /// Row, status and text on one line.
    public var description: String {
        let rows = row == effectiveRow ? row.rawValue : "\(row.rawValue), as \(effectiveRow.rawValue)"
        return "(\(rows)) status \(status): \(text)"
    }

    /// The values of an outcome while they are found.
    private struct Decision {
        let caller: CallerIdentity
        var row = Row.b
        var status = KeystoreError.Code(rawValue: 0)
        var group: AccessGroup?
        var text = ""
        var hint: String?
        var warnings: [String] = []

        init(caller: CallerIdentity) { self.caller = caller }

        mutating func decide(_ resource: EntitlementsResource) {
            if let malformation = resource.malformation {
                refuse(
                    .f,
                    .invalidParameter,
                    "\(resource.path), line \(malformation.line): \(malformation.summary)",
                    hint: malformation.hint
                )
                return
            }
            warnings += resource.findings.filter { $0.severity == .error }.map { "\(resource.path), \($0)" }
            let claims = (resource.accessGroups ?? []).filter { EntitlementsLint.isTokenGroup($0.name) }
            guard !claims.isEmpty else {
                refuse(
                    .e,
                    .invalidParameter,
                    "no string of '\(EntitlementsResource.groupsKey)' in \(resource.path) contains 'rutoken'",
                    hint: "name the group of the token's channel there, or remove the file"
                )
                return
            }
            decide(claims)
        }

        private mutating func decide(_ claims: [EntitlementsResource.Claim]) {
            let granted = claims.lazy.compactMap { AccessGroup(rawValue: $0.name) }
                .first { caller.isEntitled(to: $0) }
            if let granted {
                let others = claims.map(\.name).filter { $0 != granted.rawValue }
                accept(
                    others.isEmpty ? .d : .g,
                    granted,
                    "the key lies in '\(granted)' and is shared by all programs that are signed with it"
                )
                if !others.isEmpty {
                    warnings.append(
                        "several groups contain 'rutoken'; not used: \(others.joined(separator: ", "))"
                    )
                }
                return
            }
            let name = claims[0].name
            let teams = claims.compactMap { TeamIdentifier(prefixOf: $0.name) }
            if let signer = caller.team, let asked = teams.first, !teams.contains(signer) {
                refuse(
                    .h,
                    .missingEntitlement,
                    "access group '\(name)' belongs to team \(asked), but the program is signed by team \(signer)",
                    hint: "let team \(asked) sign the program, or name a group of team \(signer)"
                )
                return
            }
            refuse(.a, .missingEntitlement, caller.refusal(of: name), hint: caller.hint(for: name))
        }

        mutating func decideWithoutResource() {
            let group = caller.defaultGroup
            guard let elements = caller.manifest.manifest?.accessGroups, let first = elements.first else {
                accept(.b, group, "the key lies in '\(group)', which only this program uses")
                return
            }
            guard case .prefix = first else {
                accept(.c, group, "the key lies in '\(group)', which every program signed with it reads")
                return
            }
            accept(.j, group, "the key lies in '\(group)'")
            warnings.append("the first group, '\(first)', is a pattern, which is never a default; '\(group)' is used")
        }

        private mutating func accept(_ row: Row, _ group: AccessGroup, _ text: String) {
            self.row = row
            self.group = group
            self.text = text
        }

        private mutating func refuse(_ row: Row, _ code: KeystoreError.Code, _ text: String, hint: String) {
            self.row = row
            status = code
            self.text = text
            self.hint = hint
        }
    }
}
