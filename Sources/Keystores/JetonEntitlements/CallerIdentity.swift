import JetonFiles
public import JetonKeystoreBase
import JetonOctets

/// Who a program is for the keystore, how that was found out, and which access groups follow from it.
///
/// In library mode the keystore runs inside the program that asks, so that all of this guards against mistakes, not
/// against malice: programs of one user are not isolated from each other.
public struct CallerIdentity: Sendable {
    /// What the kernel said.
    public let evidence: CallerEvidence
    /// Where the manifest was looked for.
    public let manifestPath: String
    /// Whether the program is signed.
    public let manifest: ManifestStatus
    /// How much is known.
    public let level: AssuranceLevel
    /// What was looked at, in order.
    public let checks: [CallerCheck]

    /// Finds out who a running program is.
    ///
    /// - Parameters:
    ///   - process: The program's directory in `/proc`.
    ///   - trust: Whose signatures count.
    ///   - time: The time at which they must count.
    /// - Returns: The program's identity.
    /// - Throws: ``KeystoreError/Code/inputOutput`` if the process may not be inspected. A manifest that cannot be read
    ///   or does not count is not an error: it is in ``manifest``.
    public static func find(
        _ process: ProcessProbe = ProcessProbe(),
        trust: TeamTrust,
        at time: UTCTime
    ) throws(KeystoreError) -> CallerIdentity {
        try SHA256.prepare()
        return try find(process.evidence(), trust: trust, at: time)
    }

    /// Finds the manifest of a program that is known.
    static func find(_ evidence: CallerEvidence, trust: TeamTrust, at time: UTCTime) -> CallerIdentity {
        let path = evidence.executablePath + EntitlementManifest.fileSuffix
        do throws(KeystoreError) {
            let octets = try KeystoreError.ofFiles { () throws(FileError) in
                try RegularFile.read(path, limit: SignedManifest.octetLimit)
            }
            return CallerIdentity(evidence, manifestPath: path, manifest: octets, trust: trust, at: time)
        } catch {
            let rejection = ManifestRejection(.malformed, "the manifest cannot be read: \(error.context)")
            return CallerIdentity(evidence, manifestPath: path, rejection: rejection)
        }
    }

    /// Judges what is known of a program.
    ///
    /// - Parameters:
    ///   - evidence: What the kernel said.
    ///   - manifestPath: Where the manifest was looked for.
    ///   - octets: The octets of the manifest; nil if there is none.
    ///   - trust: Whose signatures count.
    ///   - time: The time at which they must count.
    public init(
        _ evidence: CallerEvidence,
        manifestPath: String,
        manifest octets: [UInt8]?,
        trust: TeamTrust,
        at time: UTCTime
    ) {
        guard let octets else {
            self.init(evidence, manifestPath: manifestPath, status: .absent, checks: [], level: .selfDeclared)
            return
        }
        let signed: SignedManifest
        do throws(KeystoreError) {
            signed = try SignedManifest(octets)
        } catch {
            let rejection = ManifestRejection(.malformed, error.context)
            self.init(evidence, manifestPath: manifestPath, rejection: rejection)
            return
        }
        if let rejection = trust.rejection(of: signed, at: time)
            ?? CallerIdentity.executableRejection(signed.claim, evidence)
        {
            self.init(evidence, manifestPath: manifestPath, rejection: rejection)
            return
        }
        let checks = CallerIdentity.checks(signed.claim, evidence)
        let level = CallerIdentity.level(checks, evidence)
        guard level >= signed.claim.requiredLevel else {
            let failed = checks.first { $0.result == .failed }.map { ": \($0.subject), \($0.detail)" } ?? ""
            let text =
                "the manifest requires level \(signed.claim.requiredLevel), but the evidence is \(level)\(failed)"
            self.init(
                evidence,
                manifestPath: manifestPath,
                status: .rejected(ManifestRejection(.level, text, team: signed.claim.team)),
                checks: checks,
                level: .selfDeclared
            )
            return
        }
        self.init(
            evidence,
            manifestPath: manifestPath,
            status: .valid(signed.claim),
            checks: checks,
            level: level
        )
    }

    private init(_ evidence: CallerEvidence, manifestPath: String, rejection: ManifestRejection) {
        self.init(
            evidence,
            manifestPath: manifestPath,
            status: .rejected(rejection),
            checks: [],
            level: .selfDeclared
        )
    }

    private init(
        _ evidence: CallerEvidence,
        manifestPath: String,
        status: ManifestStatus,
        checks: [CallerCheck],
        level: AssuranceLevel
    ) {
        self.evidence = evidence
        self.manifestPath = manifestPath
        self.manifest = status
        self.level = level
        let found = CallerCheck("executable", .noted, evidence.executablePath)
        let signature =
            switch status {
            case .absent: CallerCheck("manifest", .noted, "there is no '\(manifestPath)'")
            case .valid(let manifest):
                CallerCheck("manifest", .passed, "signed by team \(manifest.team), serial \(manifest.serial)")
            case .rejected(let rejection):
                CallerCheck("manifest", .failed, "'\(manifestPath)' is treated as unsigned: \(rejection)")
            }
        self.checks = [found, signature] + checks
    }
}

// MARK: - Access groups

extension CallerIdentity {
    /// The team that signed, or nil.
    public var team: TeamIdentifier? { manifest.manifest?.team }

    /// The group of this program alone while it has no application identifier: `local.` and 32 digits that stand for
    /// the path of the executable, so that a new build in the same place keeps its items.
    public var localGroup: AccessGroup {
        let digest = SHA256.hash(Array("jeton local group\u{0}\(evidence.executablePath)".utf8).span)
        // 32 hexadecimal digits are a name that AccessGroup always takes.
        return AccessGroup(rawValue: "local.\(Hex.encode(digest.prefix(16)))") ?? .token
    }

    /// The groups that the program may use without naming them, in the order of statement 15: its
    /// `keychain-access-groups` without patterns, then its application identifier, or its local group.
    public var accessGroups: [AccessGroup] {
        guard let manifest = manifest.manifest else { return [localGroup] }
        var groups: [AccessGroup] = []
        for case .group(let group) in manifest.accessGroups ?? [] { groups.append(group) }
        let own = manifest.applicationIdentifier.accessGroup
        return groups.contains(own) ? groups : groups + [own]
    }

    /// The group of an item that is added without naming one (statements 16 and 17).
    public var defaultGroup: AccessGroup { accessGroups[0] }

    /// Whether the program may use a group that it names (statements 18 and 25).
    public func isEntitled(to group: AccessGroup) -> Bool {
        accessGroups.contains(group) || (manifest.manifest?.accessGroups ?? []).contains { $0.grants(group) }
    }

    /// Proves that the program may use a group that it names.
    ///
    /// - Throws: ``KeystoreError/Code/missingEntitlement`` (-34018), which names the group and what is granted.
    public func requireEntitlement(to group: AccessGroup) throws(KeystoreError) {
        guard isEntitled(to: group) else {
            throw KeystoreError(.missingEntitlement, refusal(of: group.rawValue), hint: hint(for: group.rawValue))
        }
    }

    /// The words of a refusal.
    func refusal(of group: String) -> String {
        let granted = (manifest.manifest?.accessGroups ?? []).map(\.rawValue)
        let own = manifest.manifest?.applicationIdentifier.rawValue ?? localGroup.rawValue
        let list = (granted.contains(own) ? granted : granted + [own]).joined(separator: ", ")
        let reason =
            switch manifest {
            case .valid: ""
            case .absent: "; the program is not signed: there is no '\(manifestPath)'"
            case .rejected(let rejection): "; the program is treated as unsigned: \(rejection)"
            }
        return "the program names access group '\(group)' explicitly but is only entitled for [\(list)]\(reason)"
    }

    /// What to do about a refusal.
    func hint(for group: String) -> String {
        switch manifest {
        case .valid: "add '\(group)' to keychain-access-groups and sign the program again"
        case .absent: "sign the program: jeton entitlements sign '\(evidence.executablePath)'"
        case .rejected(let rejection):
            switch rejection.reason {
            case .unknownTeam, .otherKey:
                "compare the fingerprint with the team and trust its key: jeton entitlements trust"
            case .level: "install the program so that only root can write to it, or sign it with a lower 'require'"
            default: "sign the program again: jeton entitlements sign '\(evidence.executablePath)'"
            }
        }
    }
}

// MARK: - Evidence

extension CallerIdentity {
    private static func executableRejection(
        _ manifest: EntitlementManifest,
        _ evidence: CallerEvidence
    ) -> ManifestRejection? {
        guard !evidence.isExecutableDeleted else {
            return ManifestRejection(
                .deletedExecutable,
                "the executable was deleted or replaced while the program was running; restart the program",
                team: manifest.team
            )
        }
        guard let executable = evidence.executable else {
            return ManifestRejection(.unreadableExecutable, "the executable cannot be read", team: manifest.team)
        }
        guard manifest.executables.contains(executable) else {
            return ManifestRejection(
                .otherExecutable,
                "the executable has SHA-256 \(executable) and \(executable.size) bytes, which the manifest does "
                    + "not list",
                team: manifest.team
            )
        }
        return nil
    }

    /// The conditions of L1, and what is known for L2.
    private static func checks(_ manifest: EntitlementManifest, _ evidence: CallerEvidence) -> [CallerCheck] {
        let listed = Set(manifest.libraries + manifest.executables)
        let foreign = evidence.mappedFiles.filter { file in
            !file.isProtected && !(file.digest.map { listed.contains($0) } ?? false)
        }
        return [
            CallerCheck("content", .passed, "the manifest lists the executable"),
            namespaceCheck(evidence),
            evidence.isExecutableProtected
                ? CallerCheck("owner", .passed, "only root can write to the executable")
                : CallerCheck("owner", .failed, "users other than root can write to the executable or its file system"),
            evidence.tracer == 0
                ? CallerCheck("tracer", .passed, "no process traces this process")
                : CallerCheck("tracer", .failed, "process \(evidence.tracer) traces this process"),
            foreign.isEmpty
                ? CallerCheck("libraries", .passed, "every mapped file is owned by root or listed in the manifest")
                : CallerCheck(
                    "libraries",
                    .failed,
                    "'\(foreign[0].path)' is mapped, but neither owned by root nor listed in the manifest"
                ),
            evidence.kernelIdentity.map { CallerCheck("kernel", .passed, $0.description) }
                ?? CallerCheck("kernel", .noted, "nothing isolates the process from other processes of its user"),
        ]
    }

    private static func namespaceCheck(_ evidence: CallerEvidence) -> CallerCheck {
        switch evidence.userNamespace {
        case .initial: CallerCheck("namespace", .passed, "the process is in the initial user namespace")
        case .other:
            CallerCheck(
                "namespace",
                .failed,
                "the process is in a user namespace, where a user's files can appear to be owned by root"
            )
        case .unknown(let reason): CallerCheck("namespace", .failed, "the user namespace is unknown: \(reason)")
        }
    }

    private static func level(_ checks: [CallerCheck], _ evidence: CallerEvidence) -> AssuranceLevel {
        guard !checks.contains(where: { $0.result == .failed }) else { return .selfDeclared }
        return evidence.kernelIdentity == nil ? .executableMatch : .kernelIdentity
    }
}
