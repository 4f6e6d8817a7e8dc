internal import ArgumentParser
internal import JetonEntitlements

/// `jeton entitlements`.
struct EntitlementsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "entitlements",
        abstract: "Check, sign and explain which access groups a program may use.",
        discussion: """
            A program names its groups in Entitlements.plist beside it; its team grants them in a signed manifest, \
            PROGRAM.entitlements. The team's key is an Ed25519 key in PEM: openssl genpkey -algorithm ED25519 -out \
            team.key
            """,
        subcommands: [
            EntitlementsLintCommand.self, EntitlementsSignCommand.self, EntitlementsVerifyCommand.self,
            EntitlementsTrustCommand.self, EntitlementsWhoamiCommand.self,
        ]
    )

    /// A signed manifest's claim as members of a document.
    static func members(_ manifest: EntitlementManifest) -> JSON.Members {
        [
            "team": manifest.team.rawValue, "applicationIdentifier": manifest.applicationIdentifier.rawValue,
            "accessGroups": (manifest.accessGroups ?? []).map { $0.rawValue },
            "serial": UInt(clamping: manifest.serial), "requiredLevel": manifest.requiredLevel.description,
            "notBefore": manifest.notBefore.description, "notAfter": manifest.notAfter.description,
        ]
    }

    /// A signed manifest's claim as lines.
    static func lines(_ manifest: EntitlementManifest) -> [String] {
        let groups = (manifest.accessGroups ?? []).map(\.rawValue).joined(separator: ", ")
        return [
            "application: \(manifest.applicationIdentifier)", "access groups: \(groups.isEmpty ? "none" : groups)",
            "valid: \(manifest.notBefore) to \(manifest.notAfter), serial \(manifest.serial), "
                + "at least \(manifest.requiredLevel)",
        ]
    }
}
