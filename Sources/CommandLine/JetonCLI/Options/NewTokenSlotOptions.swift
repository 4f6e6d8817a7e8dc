internal import ArgumentParser
internal import JetonKeystore
internal import SigningDesk

/// A key on a token that is to unlock the keystore.
struct NewTokenSlotOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Unlock with this key on a token: the PKCS #11 URI, label or id of its certificate.",
            valueName: "label|id|uri"
        )
    )
    var newTokenKey: String?

    @OptionGroup var tokens: TokenOptions

    /// The slot; nil if no key was named.
    func slot(beside others: NewSlotOptions) throws -> NewSlot? {
        guard let newTokenKey else { return nil }
        guard !others.isGiven else {
            throw CommandError.usage("--new-token-key and the other new ways to unlock exclude each other")
        }
        // The public half is enough: no PIN is asked for.
        return .token(try DeskTokenKey(ObjectName(newTokenKey), tokens.query(), nil).publicKey)
    }
}
