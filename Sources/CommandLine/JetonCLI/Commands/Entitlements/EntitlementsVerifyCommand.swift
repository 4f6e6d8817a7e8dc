internal import ArgumentParser
internal import JetonEntitlements
internal import JetonFiles
internal import JetonKeystoreBase

/// `jeton entitlements verify`.
struct EntitlementsVerifyCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check whether a program's signed manifest counts; exit code 1 if it does not."
    )

    @Argument(help: ArgumentHelp("The program.", valueName: "program"), completion: .file()) var program: String
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let path = program + EntitlementManifest.fileSuffix
        guard FileSource.exists(program) else {
            throw CommandError.notFound("\(program) does not exist", hints: CommandError.missingHints(program))
        }
        guard FileSource.exists(path) else {
            throw CommandError.notFound(
                "there is no \(path): the program is not signed",
                hints: ["`jeton entitlements sign PROGRAM --team-key FILE` makes it"]
            )
        }
        let octets = try FileSource.contents(of: path, limit: SignedManifest.octetLimit)
        let signed: SignedManifest
        do throws(KeystoreError) {
            signed = try SignedManifest(octets)
        } catch {
            return try report(path, nil, reason: "malformed", text: error.context)
        }
        let rejection = try TrustAccess.trust().rejection(of: signed, at: TrustAccess.now())
        if let rejection {
            return try report(path, signed, reason: rejection.reason.rawValue, text: rejection.text)
        }
        let digest = try FileDigest.of(program)
        guard signed.claim.executables.contains(digest) else {
            return try report(
                path,
                signed,
                reason: ManifestRejection.Reason.otherExecutable.rawValue,
                text: "\(program) has SHA-256 \(digest) and \(digest.size) bytes, which the manifest does not list"
            )
        }
        return try report(path, signed, reason: nil, text: "it counts")
    }

    private func report(_ path: String, _ signed: SignedManifest?, reason: String?, text: String) throws -> ExitCode {
        try answer(
            "jeton.entitlements.verify/1",
            [
                "file": path, "valid": reason == nil, "reason": reason, "text": text,
                "keys": (signed?.fingerprints ?? []),
            ] + (signed.map { EntitlementsCommand.members($0.claim) } ?? [:]),
            reason.map { ["\(path) is treated as unsigned: \(text) [\($0)]"] }
                ?? ["\(path) counts: signed by team \(signed?.claim.team.rawValue ?? "")"]
                + (signed.map { EntitlementsCommand.lines($0.claim) } ?? [])
        )
        return reason == nil ? .success : .finding
    }
}
