internal import ArgumentParser
internal import JetonKeystore
internal import JetonOctets

/// Whether a new passphrase may be trivial.
struct WeakPassphraseOptions: ParsableArguments {
    @Flag(help: "Accept a trivial new passphrase.")
    var allowWeak = false

    /// Refuses a trivial passphrase.
    func check(_ passphrase: borrowing Secret) throws(CommandError) {
        guard !allowWeak else { return }
        let names = ["USER", "LOGNAME"].compactMap { Process.variable($0) }
        guard let reason = WeakPassphrase.reason(passphrase, names: names) else { return }
        throw .usage(
            "the new passphrase is trivial: \(reason)",
            hints: [
                "`jeton keystore generate --words 6 --reveal` generates a good one",
                "use --allow-weak to accept it anyway",
            ]
        )
    }
}
