import Glibc
import JetonFiles
public import JetonKeystoreBase

/// Which teams' keys are trusted on this machine: a directory of the administrator and one of the user.
///
/// A team's file is `<TEAMID>.pub` (``TrustedTeam``). If the administrator has one, the user's is not looked at. A
/// file or directory that another user could have written is refused, not skipped.
public struct TeamTrust: Sendable {
    /// A directory of team files.
    public struct Directory: Hashable, Sendable {
        /// The path.
        public let path: String
        /// The user that may own the directory and its files beside root.
        public let owner: UInt32

        /// Names a directory; it need not be there.
        public init(_ path: String, owner: UInt32) {
            self.path = path
            self.owner = owner
        }
    }

    /// Where the administrator's files lie.
    public static let systemDirectory = Directory("/etc/jeton/teams.d", owner: 0)

    private static let octetLimit = 65_536
    private let directories: [Directory]

    /// Trusts the files of some directories; the first that has a team's file decides.
    public init(_ directories: [Directory]) { self.directories = directories }

    /// What is trusted of a team; nil if no directory has its file.
    ///
    /// - Throws: ``KeystoreError/Code/notAvailable`` for a file or directory that others may write;
    ///   ``KeystoreError/Code/decoding``; ``KeystoreError/Code/inputOutput``.
    public func team(_ identifier: TeamIdentifier) throws(KeystoreError) -> TrustedTeam? {
        for directory in directories {
            if let text = try TeamTrust.text(of: identifier, in: directory) {
                return try TrustedTeam(identifier, text: text)
            }
        }
        return nil
    }

    /// Trusts a team's key from now on, by the user's own decision.
    ///
    /// - Parameters:
    ///   - key: The team's key.
    ///   - identifier: The team.
    ///   - directory: Where the team's file is written; made with mode 0700 if it is missing.
    /// - Throws: ``KeystoreError/Code/missingEntitlement`` with both fingerprints if another key of this team is
    ///   trusted already: a team that changes its key signs with both, or the user removes the old file.
    public func pin(
        _ key: Ed25519PublicKey,
        for identifier: TeamIdentifier,
        in directory: Directory
    ) throws(KeystoreError) {
        if let known = try team(identifier) {
            if known.keys.contains(key) { return }
            throw KeystoreError(
                .missingEntitlement,
                "team \(identifier) is trusted with key \(known.keys.first?.fingerprint ?? "none"), not with "
                    + key.fingerprint,
                hint: "compare both fingerprints with the team; remove '\(identifier).pub' only if the key was changed"
            )
        }
        let text = "# Team \(identifier), key \(key.fingerprint)\n\(key.pem)"
        try KeystoreError.ofFiles { () throws(FileError) in
            try ReplacedFile.makeDirectory(directory.path)
            try ReplacedFile.write(Array(text.utf8), in: directory.path, name: "\(identifier).pub", mode: 0o600)
        }
    }

    /// Why a manifest's signatures do not count at a time, or nil if they do.
    public func rejection(of manifest: SignedManifest, at time: UTCTime) -> ManifestRejection? {
        let claim = manifest.claim
        let trusted: TrustedTeam?
        do {
            trusted = try team(claim.team)
        } catch {
            return ManifestRejection(.unknownTeam, "the team's keys cannot be used: \(error.context)", team: claim.team)
        }
        guard let trusted else {
            return ManifestRejection(
                .unknownTeam,
                "no key of team \(claim.team) is trusted; the manifest names \(manifest.fingerprints[0])",
                team: claim.team
            )
        }
        if let rejection = TeamTrust.keyRejection(of: manifest, trusted) { return rejection }
        if let minimum = trusted.minimumSerials[claim.applicationIdentifier.rawValue], claim.serial < minimum {
            return ManifestRejection(
                .revokedSerial,
                "the serial \(claim.serial) is below \(minimum), the minimum for team \(claim.team)",
                team: claim.team
            )
        }
        if time < claim.notBefore {
            return ManifestRejection(
                .notYetValid,
                "the manifest is not valid before \(claim.notBefore)",
                team: claim.team
            )
        }
        if time > claim.notAfter {
            return ManifestRejection(.expired, "the manifest expired at \(claim.notAfter)", team: claim.team)
        }
        return nil
    }

    private static func keyRejection(of manifest: SignedManifest, _ trusted: TrustedTeam) -> ManifestRejection? {
        if trusted.keys.contains(where: { manifest.isSigned(by: $0) }) { return nil }
        let team = trusted.identifier
        let names = Set(manifest.fingerprints)
        if trusted.keys.contains(where: { names.contains($0.fingerprint) }) {
            return ManifestRejection(
                .signature,
                "the signature of team \(team) does not match the manifest",
                team: team
            )
        }
        if let revoked = manifest.fingerprints.first(where: { trusted.revokedKeys.contains($0) }) {
            return ManifestRejection(.revokedKey, "the key \(revoked) of team \(team) was revoked", team: team)
        }
        return ManifestRejection(
            .otherKey,
            "signed with key \(manifest.fingerprints[0]), but team \(team) is trusted with "
                + (trusted.keys.first?.fingerprint ?? "no key"),
            team: team
        )
    }

    private static func text(of team: TeamIdentifier, in directory: Directory) throws(KeystoreError) -> String? {
        func check(_ status: FileStatus, _ path: String) throws(KeystoreError) {
            guard status.owner == 0 || status.owner == directory.owner, !status.isWritableByOthers else {
                throw KeystoreError(
                    .notAvailable,
                    "'\(path)' can be written by users other than \(directory.owner == 0 ? "root" : "its owner")",
                    hint: "chmod go-w '\(path)', and chown it"
                )
            }
        }
        let status = try KeystoreError.ofFiles { () throws(FileError) in try RegularFile.status(directory.path) }
        guard let status else { return nil }
        try check(status, directory.path)
        let path = "\(directory.path)/\(team).pub"
        let octets = try KeystoreError.read(path, limit: octetLimit) { (status) throws(KeystoreError) in
            try check(status, path)
        }
        guard let octets else { return nil }
        guard let text = String(validating: octets, as: UTF8.self) else {
            throw KeystoreError(.decoding, "'\(path)' is not in UTF-8")
        }
        return text
    }
}
