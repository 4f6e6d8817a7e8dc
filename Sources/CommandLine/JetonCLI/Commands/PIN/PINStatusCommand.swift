internal import ArgumentParser
internal import Cryptoki
internal import SigningDesk
internal import TokenKit

/// `jeton pin status`.
struct PINStatusCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the status of the PINs, without using a try."
    )

    @OptionGroup var target: TokenArgument
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let token = try Desk.find(target.query())
        let flags = token.token.flags
        let tries = token.entry.slot.tries
        let user = Standing(
            isSet: flags.contains(.userPINInitialized),
            flags: PINFlags(tokenFlags: flags.rawValue, role: .user),
            isFactoryValueKnown: token.entry.moduleInfo.isJetonsOwn,
            left: tries?.userLeft.number,
            maximum: tries?.userMaximum.number
        )
        let officer = Standing(
            isSet: true,
            flags: PINFlags(tokenFlags: flags.rawValue, role: .securityOfficer),
            isFactoryValueKnown: token.entry.moduleInfo.isJetonsOwn,
            left: tries?.securityOfficerLeft.number,
            maximum: tries?.securityOfficerMaximum.number
        )
        return try answer(
            "jeton.pin.status/1",
            ["token": token.uri, "user": user.json, "securityOfficer": officer.json],
            [
                "token:            \(token.label)", "user:             \(user.words)",
                "security officer: \(officer.words)",
            ]
        )
    }

    private struct Standing {
        let isSet: Bool
        let flags: PINFlags
        /// Whether the module reports a published PIN as one that must be changed.
        let isFactoryValueKnown: Bool
        let left: UInt?
        let maximum: UInt?

        var words: String {
            if flags.contains(.locked) { return "locked" }
            if !isSet { return "not set" }
            let count = left.map { left in " (\(left)\(maximum.map { " of \($0)" } ?? "") tries left)" } ?? ""
            if flags.contains(.finalTry) { return "last try" + count }
            if flags.contains(.countLow) { return "a wrong PIN was entered" + count }
            if flags.contains(.toBeChanged) {
                return (isFactoryValueKnown ? "factory value, which is published" : "must be changed") + count
            }
            return "good" + count
        }

        var json: JSON {
            .object([
                "set": isSet, "locked": flags.contains(.locked), "finalTry": flags.contains(.finalTry),
                "countLow": flags.contains(.countLow), "toBeChanged": flags.contains(.toBeChanged), "triesLeft": left,
                "triesMaximum": maximum,
            ])
        }
    }
}
