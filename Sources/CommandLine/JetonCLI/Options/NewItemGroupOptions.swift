internal import ArgumentParser
internal import JetonKeystore
internal import JetonKeystoreBase

/// The access group of a new item.
struct NewItemGroupOptions: ParsableArguments {
    @Option(
        name: .customLong("group"),
        help: ArgumentHelp(
            "Access group: a team's, such as ABCDE12345.mail, or your own, such as local.notes.",
            valueName: "group"
        )
    )
    var name = ItemName.defaultGroup

    /// The group that was given.
    func group() throws -> AccessGroup { try AccessGroup(argument: name) }
}
