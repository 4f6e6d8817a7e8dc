internal import ArgumentParser
internal import JetonKeystore
internal import JetonKeystoreBase

/// `jeton keystore status`.
struct KeystoreStatusCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show where the keystore is, what unlocks it, and what it protects against."
    )

    @OptionGroup var keystore: KeystoreOptions
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let access = try KeystoreAccess(keystore)
        let keychain = try access.open()
        let slots = try keychain.slots()
        let groups = try keychain.groupInformation()
        // Without a kernel keyring nothing can be remembered as unlocked.
        let isRemembered = (try? keychain.isRemembered()) ?? false
        let opensItself = try !isRemembered && access.userStore.unlock(keychain)
        let items = groups.reduce(0) { $0 + $1.items }
        let shared = groups.filter { $0.unixGroup != nil }.map(\.group.rawValue)
        var table = Table(["property", "value"])
        table.add(["keystore", keychain.configuration.directory])
        table.add([
            "state",
            isRemembered
                ? "unlocked for a limited time; `jeton keystore lock` locks it"
                : opensItself ? "opens by \(access.userStore.keyFile), without asking" : "locked",
        ])
        for slot in slots { table.add(["unlocked by", "\(slot.kind) (slot \(slot.identifier))"]) }
        table.add(["items", "\(items), groups: \(groups.count)"])
        for group in groups where group.problem != nil { table.add(["trouble", group.problem?.description ?? ""]) }
        table.add([
            "isolation",
            shared.isEmpty
                ? "none between programs of this user"
                : "by Unix groups for \(shared.joined(separator: ", ")); none otherwise between programs of this user",
        ])
        return try answer(
            "jeton.keystore.status/1",
            [
                "path": keychain.configuration.directory, "state": isRemembered || opensItself ? "unlocked" : "locked",
                "slots": slots.map { KeystoreSlotCommand.json($0) }, "groups": groups.count, "items": items,
                "troubledGroups": groups.filter { $0.problem != nil }.map { $0.group.rawValue },
                "isolatedGroups": shared,
            ],
            table.lines(style: Console.style)
        )
    }
}
