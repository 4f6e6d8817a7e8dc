internal import ArgumentParser
internal import Cryptoki
internal import JetonKeystore
internal import JetonOctets
internal import PairingDesk
internal import SigningDesk
internal import TokenKit

/// `jeton pair`.
struct PairCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: "Set up a token's secure channel with its activation password.",
        discussion: """
            A wireless token shows NO_MEDIA until it is paired. The password is on the card that came with the token; \
            it is sent once, and only to a token that is not paired yet. Without a target, jeton pairs the only \
            unpaired token; on a terminal it asks if there are several, and waits if there is none. --require-channel \
            is stored with the pairing: from then on, no card in the token's reader is used in clear.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "The reader's name, or the token's serial number in either base, its label or PKCS #11 URI.",
            valueName: "target"
        )
    )
    var target: String?
    @OptionGroup var tokens: TokenOptions
    @OptionGroup var owner: ChannelOwnerOptions
    @OptionGroup var password: PasswordOptions
    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp("The slot number that the module uses.", valueName: "number"))
    var slot: UInt?

    @Flag(
        help: "Allow a legacy activation password, and remember this for the token. A recorded pairing can be attacked."
    )
    var allowLegacy = false

    var asksLate: Bool { true }

    func execute() throws -> ExitCode {
        let source = try password.source()
        let owner = try owner.owner()
        let isURI = target?.hasPrefix("pkcs11:") == true
        let query = try tokens.query(uri: isURI ? target : nil)
        let wanted = PairingTarget(name: isURI ? nil : target, slot: slot.map { SlotID(rawValue: $0) })
        let modules = ModuleChoice(paths: query.modules)
        let token: TokenEntry
        do {
            if wanted == PairingTarget(), query.isEmpty {
                token = try PairingGuide(modules: modules, waits: !output.json).find()
            } else {
                let inventory = try modules.finder().inventory()
                try PairCommand.check(inventory, modules)
                token = try PairingSelection(inventory).choose(wanted) { query.matches($0, in: $1) }
            }
        } catch let failure as SurveyFailure {
            throw try describe(failure, wanted)
        }
        return try pair(token, source, owner)
    }

    /// Takes the steps up to the one at which a module fails, so that each of them is shown.
    private func describe(_ failure: SurveyFailure, _ target: PairingTarget) throws -> CommandError {
        var report = PairingReport(json: output.json)
        switch failure {
        case .ended(let end): try report.note(PairingStep(end))
        case .garbled: break
        case .notLoaded, .failed:
            if let path = failure.modulePath {
                let pairing = Pairing(modulePath: path, target: target)
                // The steps end with the failure that is thrown below; no password is asked for.
                _ = try? pairing.run { _ in
                    throw failure
                } report: {
                    try report.note($0)
                }
            }
        }
        var described = ErrorReport.describe(failure)
        described.members += ["steps": report.steps]
        return described
    }

    /// Fails with what is wrong with a module that was named, rather than with what it could not show.
    static func check(_ inventory: Inventory, _ modules: ModuleChoice) throws {
        guard !modules.paths.isEmpty || inventory.failures.count == inventory.modules.count else { return }
        if let failure = inventory.failures.first { throw failure }
    }

    private func pair(_ token: TokenEntry, _ source: PINSource, _ owner: ChannelOwner?) throws -> ExitCode {
        let store = try PairingStores.ofThisUser().keystore
        let hadStore = store.exists
        let pairing = Pairing(
            modulePath: token.modulePath,
            initializationString: token.initializationString,
            target: PairingTarget(slot: token.slot.id, serial: token.token.serialNumber),
            owner: owner,
            passwordGuard: try PINGuard.ofThisUser()
        )
        var report = PairingReport(json: output.json)
        let serial = token.token.serialNumber.description
        var isConsentNew = false
        do {
            let outcome = try pairing.run {
                let password = try read(source, for: $0)
                if allowLegacy { isConsentNew = try PairingStores.ofThisUser().passwords.setAllowsLegacy(true, serial) }
                return password
            } report: {
                try report.note($0)
            }
            if outcome.hasChannel { try PairingIndex.ofThisUser().note(outcome.token) }
            var keys = try ChannelRegister.ofThisUser().entries(serial: serial)
            if isConsentNew, !keys.contains(where: { $0.suite == "legacy" }) {
                // It was not needed.
                try PairingStores.ofThisUser().passwords.setAllowsLegacy(false, serial)
            }
            if tokens.requireChannel {
                try requireChannel(keys)
                keys = try ChannelRegister.ofThisUser().entries(serial: serial)
            }
            try report.show(
                outcome,
                keys: keys,
                group: owner?.group,
                madeStore: hadStore || !store.exists ? nil : store
            )
            return .success
        } catch {
            // A failure leaves nothing behind.
            if isConsentNew { _ = try? PairingStores.ofThisUser().passwords.setAllowsLegacy(false, serial) }
            var described = ErrorReport.describe(error)
            described.members += ["steps": report.steps]
            throw described
        }
    }

    /// Keeps in the pairings of a token that its reader is for cards with a channel.
    private func requireChannel(_ entries: [ChannelRegister.Entry]) throws {
        guard !entries.isEmpty else {
            throw CommandError(
                "the token is paired, but --require-channel can't be stored: the module keeps the keys",
                hints: ["use --require-channel with the commands that use the token"],
                exitCode: .keystore
            )
        }
        for entry in entries { try ChannelRegister.ofThisUser().setRequiresChannel(true, entry) }
    }

    private func read(_ source: PINSource, for token: TokenEntry) throws -> Secret {
        if token.moduleInfo.hasLostActivation {
            let version = token.moduleInfo.libraryVersion
            Console.note("warning: Rutoken's library \(version) may no longer pair tokens; 2.5 and before did")
        }
        let prompt = PINPrompt(role: .activation, tokenLabel: token.token.name)
        switch try PINReader.ofThisProcess(for: source).read(source, for: prompt) {
        case .pin(let password): return password
        case .protectedAuthenticationPath:
            throw CommandError.usage("an activation password can't be typed on a reader's own keys")
        }
    }
}
