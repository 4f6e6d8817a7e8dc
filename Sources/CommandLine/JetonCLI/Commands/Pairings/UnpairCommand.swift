internal import ArgumentParser
internal import Cryptoki
internal import JetonKeystoreBase
internal import PairingDesk
internal import SigningDesk
internal import TokenKit

/// `jeton unpair`.
struct UnpairCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "unpair",
        abstract: "End the pairing with a token and delete its record.",
        discussion: """
            A connected token must end the pairing too, which only Jeton's own module can request. For a lost token, \
            only the record is deleted.
            """
    )

    @OptionGroup var paired: PairedTokenArgument
    @OptionGroup var owner: ChannelOwnerOptions
    @OptionGroup var modules: ModuleOptions
    @OptionGroup var output: OutputOptions

    @Flag(help: "End it without asking.")
    var yes = false

    func execute() throws -> ExitCode {
        let owner = try owner.owner()
        let index = try PairingIndex.ofThisUser()
        let meant = try meant(owner)
        let selection = PairingSelection(try modules.choice.finder().inventory())
        // Another program's pairing may be there although jeton itself has none.
        let present = selection.tokens.filter { meant.isOf($0) && $0.slot.channel?.isMissing != true }
        let token = present.first { owner != nil || $0.state != .unpaired }
        // Keys of others are forgotten only if they are named, or with a token that is lost.
        if token == nil, owner == nil, !present.isEmpty {
            guard meant.entries.isEmpty else { throw othersOnly(meant.entries) }
        }
        try Confirmation.ask(
            token == nil
                ? "The pairing with \(meant.media), which is not connected, will be forgotten."
                : "The pairing with \(meant.media) will be ended; a new one needs another activation password.",
            yes: yes
        )
        if let token {
            try Pairing(
                modulePath: token.modulePath,
                initializationString: token.initializationString,
                target: PairingTarget(slot: token.slot.id, serial: token.token.serialNumber),
                owner: owner
            ).end()
        }
        let register = try ChannelRegister.ofThisUser()
        if token == nil {
            for entry in try register.entries(serial: meant.serial)
            where owner == nil || owner?.group == entry.group.rawValue {
                try register.forget(entry)
            }
        }
        try register.prune()
        // The index is of jeton's own pairings: an ended one must not look like one that the token has forgotten.
        if let record = meant.record, try owner == nil || register.entries(serial: meant.serial).isEmpty {
            try index.forget(media: record.media)
        }
        return try answer(
            "jeton.unpair/1",
            ["media": meant.media, "endedOnToken": token != nil],
            [
                token == nil
                    ? "the pairing with \(meant.media) is deleted here; the token, if it still exists, keeps its half"
                    : "the pairing with \(meant.media) is ended"
            ]
        )
    }

    /// The token whose pairing is to end.
    private func meant(_ owner: ChannelOwner?) throws -> KnownPairing {
        let meant = try KnownPairing.named(paired.target, in: ChannelRegister.ofThisUser())
        guard meant.record != nil || owner != nil else { throw othersOnly(meant.entries) }
        return meant
    }

    private func othersOnly(_ entries: [ChannelRegister.Entry]) -> CommandError {
        .notFound(
            "jeton itself has no pairing with '\(paired.target)', but other programs do",
            hints: ["--group ends one of them: " + entries.map(\.group.rawValue).joined(separator: ", ")]
        )
    }
}
