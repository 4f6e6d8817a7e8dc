internal import ArgumentParser
internal import Cryptoki
internal import Keystore
internal import Octets
internal import TokenKit

/// `jeton pair`.
struct PairCommand: JetonSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: "Set up a token's secure channel with its activation password.",
        discussion: """
            A token that is reached by radio shows NO_MEDIA until then. The password is on the card that came with \
            it; it is sent once, and only if the token is not paired yet. Without a token named, what is there \
            decides, and on a terminal you are told what to do until a token appears.
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

    @Option(name: .long, help: ArgumentHelp("The module's number for the slot.", valueName: "number"))
    var slot: UInt?

    var wantsJSON: Bool { output.json }

    func execute() throws -> ExitCode {
        let source = try password.source()
        let owner = try owner.owner()
        let isURI = target?.hasPrefix("pkcs11:") == true
        let criteria = try tokens.criteria(uri: isURI ? target : nil)
        let wanted = PairingTarget(name: isURI ? nil : target, slot: slot.map { SlotID(rawValue: $0) })
        let modules = criteria.modules.choice
        let token: TokenEntry
        if wanted == PairingTarget(), criteria.isEmpty {
            token = try PairingGuide(modules: modules, waits: !output.json).find()
        } else {
            let inventory = try InventoryReader(modules: modules).read()
            try PairCommand.check(inventory, modules)
            token = try PairingSelection(inventory).choose(wanted) { criteria.matches($0, in: $1) }
        }
        return try pair(token, source, owner)
    }

    /// Fails with what is wrong with a module that was named, rather than with what it could not show.
    static func check(_ inventory: Inventory, _ modules: ModuleChoice) throws {
        guard !modules.paths.isEmpty || inventory.failures.count == inventory.modules.count else { return }
        if let failure = inventory.failures.first { throw failure }
    }

    private func pair(_ token: TokenEntry, _ source: PINSource, _ owner: ChannelOwner?) throws -> ExitCode {
        let store = try ChannelRegister.store()
        let hadStore = store.exists
        let pairing = Pairing(
            modulePath: token.modulePath,
            initializationString: token.initializationString,
            target: PairingTarget(slot: token.slot.id, serial: token.token.serialNumber),
            owner: owner,
            passwordGuard: try PINGuard.ofThisUser()
        )
        var report = PairingReport(json: output.json)
        do {
            let outcome = try pairing.run {
                try read(source, for: $0)
            } report: {
                try report.note($0)
            }
            if outcome.hasChannel { try PairingRegisters.ofThisUser().note(outcome.token) }
            let serial = outcome.token.token.serialNumber.description
            try report.show(
                outcome,
                keys: ChannelRegister().entries(serial: serial),
                madeStore: hadStore || !store.exists ? nil : store
            )
            return .success
        } catch {
            var described = ErrorReport.describe(error)
            described.members.append(("steps", report.steps))
            throw described
        }
    }

    private func read(_ source: PINSource, for token: TokenEntry) throws -> Secret {
        if token.moduleInfo.hasLostActivation {
            let version = token.moduleInfo.libraryVersion
            Console.note("warning: Rutoken's library \(version) may no longer pair tokens; 2.5 and before did")
        }
        let prompt = PINPrompt(role: .activation, tokenLabel: token.token.name)
        switch try TokenLogin.reader(for: source).read(source, for: prompt) {
        case .pin(let password): return password
        case .protectedAuthenticationPath:
            throw CommandError.usage("an activation password can't be typed on a reader's own keys")
        }
    }
}
