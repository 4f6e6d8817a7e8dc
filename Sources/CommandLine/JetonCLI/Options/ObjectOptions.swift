internal import ArgumentParser
internal import SigningDesk

/// Which object of any class is meant, on which token, and where the PIN comes from.
struct ObjectOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The object's PKCS #11 URI, label or id.", valueName: "uri|label|id"))
    var object: String
    @OptionGroup var tokens: TokenOptions
    @OptionGroup var pin: PINOptions

    /// The object's name, read.
    func name() throws -> ObjectName { try ObjectName(object) }
}
