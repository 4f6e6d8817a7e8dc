internal import ArgumentParser

/// `jeton virtual`.
struct VirtualCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "virtual",
        abstract: "Make and use PIV cards in software.",
        discussion: """
            A virtual card is a file in JETON_DATA/cards. Jeton's own PKCS #11 module shows it as a token; \
            `jeton virtual serve` plugs it into a virtual reader of pcscd, where other programs see it too.
            """,
        subcommands: [
            VirtualCreateCommand.self, VirtualListCommand.self, VirtualShowCommand.self, VirtualInsertCommand.self,
            VirtualEjectCommand.self, VirtualDeleteCommand.self, VirtualServeCommand.self,
        ]
    )
}
