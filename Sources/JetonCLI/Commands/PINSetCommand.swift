internal import ArgumentParser
internal import Cryptoki
internal import TokenKit

/// `jeton pin set`.
struct PINSetCommand: JetonSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set the user's PIN with the security officer's."
    )

    @OptionGroup var setter: UserPINSetter

    var wantsJSON: Bool { setter.output.json }

    func execute() throws -> ExitCode { try setter.run(schema: "jeton.pin.set/1", unblocking: false) }
}

/// `jeton pin unblock`.
struct PINUnblockCommand: JetonSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "unblock",
        abstract: "Unblock a locked user's PIN with the security officer's.",
        discussion: """
            A new PIN is set, unless --keep asks for the old one to be let in again, which only Rutoken's extension \
            can do.
            """
    )

    @OptionGroup var setter: UserPINSetter

    @Flag(name: .long, help: "Keep the old PIN and give it its tries back.")
    var keep = false

    var wantsJSON: Bool { setter.output.json }

    func execute() throws -> ExitCode {
        try setter.run(schema: "jeton.pin.unblock/1", unblocking: true, keeping: keep)
    }
}
