internal import ArgumentParser
internal import SigningDesk

/// The key on a token that unlocks the keystore.
struct TokenUnlockOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Unlock with a key on a token: its PKCS #11 URI, label or id.", valueName: "label|id|uri")
    )
    var tokenKey: String?

    @OptionGroup var tokens: TokenOptions
    @OptionGroup var pin: PINOptions

    /// The key that was named; nil if none was.
    ///
    /// - Throws: ``CommandError`` if another way was given too, or the key can't be found.
    func key(beside others: UnlockOptions) throws -> DeskTokenKey? {
        guard let tokenKey else { return nil }
        guard !others.isGiven else {
            throw CommandError.usage("--token-key and the other ways to unlock exclude each other")
        }
        return try DeskTokenKey(ObjectName(tokenKey), tokens.query(), pin)
    }
}
