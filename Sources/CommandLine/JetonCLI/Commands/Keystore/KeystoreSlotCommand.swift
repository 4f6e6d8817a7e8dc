internal import AgeFiles
internal import ArgumentParser
internal import JetonKeystore

/// `jeton keystore slot`.
struct KeystoreSlotCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "slot",
        abstract: "List, add and remove ways to unlock the keystore.",
        subcommands: [List.self, Add.self, Remove.self]
    )

    /// A slot as a document.
    static func json(_ slot: SlotInformation) -> JSON {
        .object(["slot": slot.identifier, "kind": slot.kind.description, "tokenKey": slot.tokenURI])
    }

    /// `jeton keystore slot list`.
    struct List: ReportingSubcommand, LocalSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the ways to unlock the keystore."
        )

        @OptionGroup var keystore: KeystoreOptions
        @OptionGroup var output: OutputOptions

        func execute() throws -> ExitCode {
            let slots = try KeystoreAccess(keystore).open().slots()
            var table = Table(["slot", "kind", "key"])
            for slot in slots {
                table.add([slot.identifier, slot.kind.description, ItemReport.harmless(slot.tokenURI ?? "")])
            }
            return try answer(
                "jeton.keystore.slot.list/1",
                ["slots": slots.map { KeystoreSlotCommand.json($0) }],
                table.lines(style: Console.style)
            )
        }
    }

    /// `jeton keystore slot add`.
    struct Add: ReportingSubcommand, LocalSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a way to unlock the keystore (default: a passphrase).",
            discussion: "An existing way to unlock must be given, even while the keystore is unlocked."
        )

        @OptionGroup var new: NewSlotOptions
        @OptionGroup var token: NewTokenSlotOptions
        @OptionGroup var unlock: UnlockOptions
        @OptionGroup var keystore: KeystoreOptions
        @OptionGroup var output: OutputOptions

        @Flag(help: "Make a recovery key and show it once, as text and QR code.")
        var makeRecoveryKey = false

        var asksLate: Bool { true }
        var loadsModules: Bool { token.newTokenKey != nil }

        func execute() throws -> ExitCode {
            guard !makeRecoveryKey || !new.isGiven && token.newTokenKey == nil else {
                throw CommandError.usage("--make-recovery-key cannot be combined with another new way")
            }
            guard !makeRecoveryKey || !output.json else { throw CommandError.usage("a secret is never part of JSON") }
            let access = try KeystoreAccess(keystore)
            let keychain = try access.open()
            let added = try token.slot(beside: new)
            let method = try access.method(unlock, keychain)
            if makeRecoveryKey { return try addRecoveryKey(keychain, method) }
            let slot = try keychain.addSlot(added ?? new.slot(), authorizedBy: method)
            return try answer(
                "jeton.keystore.slot.add/1",
                ["slot": slot.identifier, "kind": slot.kind.description],
                ["slot \(slot.identifier) is added: \(slot.kind)"]
            )
        }

        private func addRecoveryKey(_ keychain: Keychain, _ method: borrowing UnlockMethod) throws -> ExitCode {
            let identity = try AgeIdentity.generate()
            let slot = try keychain.addSlot(.recovery(identity.recipient), authorizedBy: method)
            try RecoveryKey.show(identity)
            Console.note("slot \(slot.identifier) is added: \(slot.kind)")
            return .success
        }
    }

    /// `jeton keystore slot remove`.
    struct Remove: ReportingSubcommand, LocalSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove a way to unlock the keystore.",
            discussion: """
                Items that need a passphrase are lost with the last passphrase. Removing a token needs another way to \
                unlock, and seals the whole keystore under new keys: the token and an old copy of the keystore can't \
                open what is written later. Protected files outside of the keystore keep their keys until `jeton \
                keystore file rotate`.
                """
        )

        @Argument(help: ArgumentHelp("The slot's identifier, as `slot list` shows it.", valueName: "slot"))
        var slot: String
        @OptionGroup var unlock: UnlockOptions
        @OptionGroup var keystore: KeystoreOptions
        @OptionGroup var output: OutputOptions

        @Flag(help: "Remove without asking.")
        var yes = false

        var asksLate: Bool { true }

        func execute() throws -> ExitCode {
            let access = try KeystoreAccess(keystore)
            let keychain = try access.open()
            let slots = try keychain.slots()
            guard let found = slots.first(where: { $0.identifier == slot }) else {
                throw CommandError.notFound(
                    "there is no slot '\(slot)'",
                    hints: ["`jeton keystore slot list` lists the slots"]
                )
            }
            let losesItems = found.kind == .passphrase && slots.count { $0.kind == .passphrase } == 1
            try Confirmation.ask(
                "Slot \(slot) (\(found.kind)) will no longer unlock the keystore"
                    + (losesItems ? ", and the items that need a passphrase will be lost." : "."),
                yes: yes
            )
            guard found.kind == .token else {
                try keychain.removeSlot(slot)
                return try finish(found, nil)
            }
            let report = try keychain.removeTokenSlot(slot, authorizedBy: access.method(unlock, keychain))
            return try finish(found, report)
        }

        private func finish(_ found: SlotInformation, _ report: ResealingReport?) throws -> ExitCode {
            var members: JSON.Members = ["slot": slot, "kind": found.kind.description]
            var lines = ["slot \(slot) is removed"]
            if let report {
                members += ["resealed": ResealedKeystore.json(report)]
                lines += ResealedKeystore.lines(report)
            }
            try answer("jeton.keystore.slot.remove/1", members, lines)
            return report?.remaining.isEmpty ?? true ? .success : .finding
        }
    }
}
