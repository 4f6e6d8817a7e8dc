internal import ArgumentParser
internal import PairingDesk

/// A pairing, and a program.
struct PairingProgramArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp("The token's media, serial number or label, or its reader's name.", valueName: "target")
    )
    var target: String

    @Argument(help: ArgumentHelp("The program's path, or its name in PATH.", valueName: "program"), completion: .file())
    var program: String

    @Option(
        help: ArgumentHelp(
            "The access group that holds the pairing (default: jeton's own, if several do).",
            valueName: "group"
        )
    )
    var group: String?

    /// The pairing that is meant.
    func entry() throws -> (register: ChannelRegister, media: String, entry: ChannelRegister.Entry) {
        let register = try ChannelRegister.ofThisUser()
        let (media, entry) = try register.entry(named: target, group: group)
        return (register, media, entry)
    }
}
