internal import ArgumentParser
internal import JetonEntitlements
internal import JetonKeystoreBase
internal import TokenKit

/// Whose pairing is meant.
struct ChannelOwnerOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The access group that holds the pairing, instead of jeton's own.", valueName: "group"))
    var group: String?

    @Option(
        help: ArgumentHelp(
            "The program that owns the pairing, a path or a name in PATH; its entitlements give the group.",
            valueName: "path"
        ),
        completion: .file()
    )
    var program: String?

    func validate() throws {
        try OptionRule.check(.excludes(["--group": group != nil, "--program": program != nil]))
    }

    /// The group, and the program that it stands for; nil for jeton's own.
    ///
    /// - Throws: ``CommandError``; `KeystoreError` for a program whose entitlements refuse it, or a script.
    func owner() throws -> ChannelOwner? {
        if let program {
            let found = try ChannelOwnerOptions.owner(of: program)
            return ChannelOwner(group: found.group.rawValue, program: found.path)
        }
        guard let group else { return nil }
        guard let name = AccessGroup(rawValue: group), name != .token else {
            throw CommandError.usage(
                "'\(group)' is not a valid access group",
                hints: ["groups are TEAMID.name or local.name; `jeton keystore groups` shows the existing ones"]
            )
        }
        return ChannelOwner(group: name.rawValue)
    }

    /// The group in which a program keeps the keys of channels, and its path without symbolic links.
    ///
    /// - Parameter program: A path, or the name of a program in one of the directories of `PATH`.
    /// - Returns: The group and the path.
    /// - Throws: ``CommandError``; `KeystoreError` for a program whose entitlements refuse it, or a script.
    static func owner(of program: String) throws -> (group: AccessGroup, path: String) {
        let program = try Process.path(ofProgram: program)
        let explanation = try CallerExplanation(
            program: program,
            tokenMark: TrustAccess.tokenMark,
            trust: TrustAccess.trust(),
            at: TrustAccess.now()
        )
        for warning in explanation.outcome.warnings { Console.note("warning: \(program): \(warning)") }
        return (try explanation.outcome.accessGroup(), explanation.caller.evidence.executablePath)
    }
}
