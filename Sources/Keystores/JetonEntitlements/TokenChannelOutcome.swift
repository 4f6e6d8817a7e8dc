public import JetonKeystoreBase

/// Which access group holds the key of a token's channel, or why the channel is refused.
///
/// The table of docs/keystore.md, "Entitlements", has a row for each ``Kind``; statements 84 to 87.
public struct TokenChannelOutcome: Hashable, Sendable, CustomStringConvertible {
    /// How an outcome came about; the raw value is the label of its row in docs/keystore.md.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A marked group is named, and the manifest lacks it or is missing: -34018.
        case groupNotGranted = "a"
        /// Neither file names a group: the program's own group.
        case programOwnGroup = "b"
        /// Only the manifest has groups: the first of them.
        case firstOfManifest = "c"
        /// A marked group is named and granted: that group.
        case groupGranted = "d"
        /// The resource names no marked group: -50.
        case noMarkedGroup = "e"
        /// The resource is malformed: -50.
        case malformedResource = "f"
        /// Several marked groups are named: the first in file order that is granted.
        case firstOfSeveral = "g"
        /// A marked group of another team is named: -34018.
        case groupOfOtherTeam = "h"
        /// A manifest does not count: the outcome is that of no manifest.
        case manifestRejected = "i"
        /// The manifest's first element is a pattern: the first group that is not, or the program's own.
        case patternFirst = "j"
    }

    /// How the outcome came about.
    public let kind: Kind
    /// For ``Kind/manifestRejected``, the kind whose result follows; otherwise the same as ``kind``.
    public let effectiveKind: Kind
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
    /// - Parameters:
    ///   - resource: The file beside the executable; nil if there is none.
    ///   - caller: Who the program is.
    public init(resource: EntitlementsResource?, caller: CallerIdentity) {
        var decision = Decision(caller: caller)
        if let resource {
            decision.decide(resource)
        } else {
            decision.decideWithoutResource()
        }
        let rejection = caller.manifest.rejection
        let isConfigurationError = decision.kind == .noMarkedGroup || decision.kind == .malformedResource
        kind = rejection != nil && !isConfigurationError ? .manifestRejected : decision.kind
        effectiveKind = decision.kind
        status = decision.status.rawValue
        group = decision.group
        text = decision.text
        hint = decision.hint
        warnings = (rejection.map { ["the program is treated as unsigned: \($0)"] } ?? []) + decision.warnings
    }

    /// The group, or the refusal as an error.
    ///
    /// - Throws: ``KeystoreError/Code/missingEntitlement`` or ``KeystoreError/Code/invalidParameter``.
    public func accessGroup() throws(KeystoreError) -> AccessGroup {
        guard let group else { throw KeystoreError(KeystoreError.Code(rawValue: status), text, hint: hint) }
        return group
    }

    /// The row's label, status and text on one line.
    public var description: String {
        let rows = kind == effectiveKind ? kind.rawValue : "\(kind.rawValue), as \(effectiveKind.rawValue)"
        return "(\(rows)) status \(status): \(text)"
    }

    /// The values of an outcome while they are found.
    private struct Decision {
        let caller: CallerIdentity
        var kind = Kind.programOwnGroup
        var status = KeystoreError.Code(rawValue: 0)
        var group: AccessGroup?
        var text = ""
        var hint: String?
        var warnings: [String] = []

        init(caller: CallerIdentity) { self.caller = caller }

        mutating func decide(_ resource: EntitlementsResource) {
            if let malformation = resource.malformation {
                refuse(
                    .malformedResource,
                    .invalidParameter,
                    "\(resource.path), line \(malformation.line): \(malformation.summary)",
                    hint: malformation.hint
                )
                return
            }
            warnings += resource.findings.filter { $0.severity == .error }.map { "\(resource.path), \($0)" }
            let claims = (resource.accessGroups ?? []).filter { resource.tokenMark.marks($0.name) }
            guard !claims.isEmpty else {
                let mark = resource.tokenMark
                if let near = (resource.accessGroups ?? []).first(where: { mark.nearlyMarks($0.name) }) {
                    refuse(
                        .noMarkedGroup,
                        .invalidParameter,
                        "\(resource.path): access group '\(near.name)' has '\(mark)' in another case: "
                            + "upper and lower case matter",
                        hint: "write '\(mark)' in lower case there, and in the program's manifest"
                    )
                    return
                }
                refuse(
                    .noMarkedGroup,
                    .invalidParameter,
                    "no string of '\(EntitlementsResource.groupsKey)' in \(resource.path) contains '\(resource.tokenMark)'",
                    hint: "name the group of the token's channel there, or remove the file"
                )
                return
            }
            decide(claims, mark: resource.tokenMark)
        }

        private mutating func decide(_ claims: [EntitlementsResource.Claim], mark: TokenGroupMark) {
            let granted = claims.lazy.compactMap { AccessGroup(rawValue: $0.name) }
                .first { caller.isEntitled(to: $0) }
            if let granted {
                let others = claims.map(\.name).filter { $0 != granted.rawValue }
                accept(
                    others.isEmpty ? .groupGranted : .firstOfSeveral,
                    granted,
                    "the key is stored in '\(granted)' and is shared by all programs that are signed with it"
                )
                if !others.isEmpty {
                    warnings.append(
                        "several groups contain '\(mark)'; not used: \(others.joined(separator: ", "))"
                    )
                }
                return
            }
            let name = claims[0].name
            let teams = claims.compactMap { TeamIdentifier(prefixOf: $0.name) }
            if let signer = caller.team, let asked = teams.first, !teams.contains(signer) {
                refuse(
                    .groupOfOtherTeam,
                    .missingEntitlement,
                    "access group '\(name)' belongs to team \(asked), but the program is signed by team \(signer)",
                    hint: "let team \(asked) sign the program, or name a group of team \(signer)"
                )
                return
            }
            refuse(.groupNotGranted, .missingEntitlement, caller.refusal(of: name), hint: caller.hint(for: name))
        }

        mutating func decideWithoutResource() {
            let group = caller.defaultGroup
            guard let elements = caller.manifest.manifest?.accessGroups, let first = elements.first else {
                accept(.programOwnGroup, group, "the key is stored in '\(group)', which only this program uses")
                return
            }
            guard case .prefix = first else {
                accept(
                    .firstOfManifest,
                    group,
                    "the key is stored in '\(group)', which every program signed with it reads"
                )
                return
            }
            accept(.patternFirst, group, "the key is stored in '\(group)'")
            warnings.append("the first group, '\(first)', is a pattern, which is never a default; '\(group)' is used")
        }

        private mutating func accept(_ kind: Kind, _ group: AccessGroup, _ text: String) {
            self.kind = kind
            self.group = group
            self.text = text
        }

        private mutating func refuse(_ kind: Kind, _ code: KeystoreError.Code, _ text: String, hint: String) {
            self.kind = kind
            status = code
            self.text = text
            self.hint = hint
        }
    }
}
