internal import ArgumentParser

/// The token of a pairing.
struct PairedTokenArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The token's media, serial number or label, its reader's name, or a virtual card's name.",
            valueName: "target"
        )
    )
    var target: String
}
