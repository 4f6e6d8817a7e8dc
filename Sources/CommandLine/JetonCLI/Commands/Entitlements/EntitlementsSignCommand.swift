internal import ArgumentParser
internal import JetonEntitlements
internal import JetonFiles
internal import JetonKeystoreBase

/// `jeton entitlements sign`.
struct EntitlementsSignCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Make a program's signed manifest, PROGRAM.entitlements.",
        discussion: """
            The manifest grants what Entitlements.plist names, to exactly these builds of the program. Sign again \
            after each build. An existing manifest is replaced, and its serial counts up. A file as Xcode writes it is \
            accepted: keys that have no effect on Linux are left out and named, and an absent application-identifier \
            is the groups' team and the program's file name.
            """
    )

    @Argument(help: ArgumentHelp("The program.", valueName: "program"), completion: .file()) var program: String
    @OptionGroup var output: OutputOptions

    @Option(
        help: ArgumentHelp("The team's private Ed25519 key in PEM, mode 0600.", valueName: "path"),
        completion: .file()
    )
    var teamKey: String

    @Option(
        help: ArgumentHelp("The resource (default: Entitlements.plist next to the program).", valueName: "path"),
        completion: .file(extensions: ["plist"])
    )
    var resource: String?

    @Option(
        help: ArgumentHelp("Another build that the manifest is for; may be repeated.", valueName: "path"),
        completion: .file()
    )
    var alsoBuild: [String] = []

    @Option(
        help: ArgumentHelp(
            "A library that the program loads and that root does not own; may be repeated.",
            valueName: "path"
        ),
        completion: .file()
    )
    var library: [String] = []

    @Option(help: ArgumentHelp("The lowest level of evidence at which it counts: L0, L1 or L2.", valueName: "level"))
    var require = AssuranceLevel.selfDeclared

    @Option(help: ArgumentHelp("Start of validity, such as 2026-01-31T00:00:00Z (default: now).", valueName: "time"))
    var notBefore: String?

    @Option(help: ArgumentHelp("Validity, 1 to 36500 days.", valueName: "days"))
    var days = 730

    @Option(
        help: ArgumentHelp(
            "A second key of the team that also signs, during a change of keys.",
            valueName: "path"
        ),
        completion: .file()
    )
    var alsoKey: String?

    func execute() throws -> ExitCode {
        guard (1...36_500).contains(days) else {
            throw CommandError.usage("--days must be between 1 and 36500, not \(days)")
        }
        let resource = try loadedResource()
        let manifest = try manifest(resource)
        var signed = try SignedManifest(signing: manifest, with: key(teamKey))
        if let alsoKey { signed = try signed.signed(alsoBy: key(alsoKey)) }
        let path = program + EntitlementManifest.fileSuffix
        try FileOutput.write(signed.encoded, to: path, force: true)
        return try answer(
            "jeton.entitlements.sign/1",
            [
                "file": path, "keys": signed.fingerprints,
                "leftOut": JSON.array(resource.unusedKeys) {
                    .object(["key": $0.name, "line": $0.line])
                },
            ] + EntitlementsCommand.members(manifest),
            ["\(path) is signed by team \(manifest.team)"] + EntitlementsCommand.lines(manifest)
                + resource.unusedKeys.map { "left out: the key '\($0.name)' (\(resource.path), line \($0.line))" }
                + signed.fingerprints.map { "key: \($0)" }
        )
    }

    private func loadedResource() throws -> EntitlementsResource {
        let path = resource ?? beside(program, EntitlementsResource.fileName)
        guard let resource = EntitlementsResource.load(path, tokenMark: TrustAccess.tokenMark) else {
            throw CommandError.notFound("there is no \(path)", hints: ["--resource names it"])
        }
        return resource
    }

    private func manifest(_ resource: EntitlementsResource) throws -> EntitlementManifest {
        let start = try notBefore.map { text throws(CommandError) in try time(text) } ?? TrustAccess.now()
        guard let end = UTCTime(secondsSince1970: start.secondsSince1970 + Int64(days) * 86_400 - 1) else {
            throw CommandError.usage("the end of the manifest is out of range")
        }
        let claims = try resource.claims(program: program.split(separator: "/").last.map(String.init) ?? "")
        return try EntitlementManifest(
            applicationIdentifier: claims.application,
            accessGroups: claims.groups,
            executables: try ([program] + alsoBuild).map { try FileDigest.of($0) },
            libraries: try library.map { try FileDigest.of($0) },
            requiredLevel: require,
            serial: try nextSerial(),
            notBefore: start,
            notAfter: end
        )
    }

    /// One more than that of the manifest that is there; a file that is none is not replaced.
    private func nextSerial() throws -> Int64 {
        let path = program + EntitlementManifest.fileSuffix
        guard FileSource.exists(path) else { return 1 }
        do {
            return try SignedManifest(FileSource.contents(of: path, limit: SignedManifest.octetLimit)).claim.serial + 1
        } catch let error as KeystoreError {
            throw CommandError(
                "\(path) is not a manifest, and is not replaced: \(error.context)",
                hints: ["move it away"],
                exitCode: .keystore
            )
        }
    }

    private func key(_ path: String) throws -> Ed25519SigningKey {
        try Ed25519SigningKey(pem: FileSource.privateSecret(at: path))
    }

    private func time(_ text: String) throws(CommandError) -> UTCTime {
        guard let time = UTCTime(text) else {
            throw .usage("'\(text)' is not a time of the form 2026-01-31T00:00:00Z")
        }
        return time
    }

    private func beside(_ path: String, _ name: String) -> String {
        path.lastIndex(of: "/").map { path[...$0] + name } ?? name
    }
}
