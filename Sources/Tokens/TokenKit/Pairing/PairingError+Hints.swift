extension PairingError {
    /// What to do about it, one sentence each; none of them costs a try.
    public var hints: [String] {
        switch code {
        case .notFound: absenceHints
        case .ambiguous: ["name one by its serial number, its URI, or its slot with --slot"]
        case .noToken: ["plug the token in, or put it into the reader, and try again"]
        case .unreadable: ["install the package of the token's vendor, and look at `jeton modules list`"]
        case .noExtension:
            [
                "pairing needs a module with Rutoken's extension: librtpkcs11ecp.so before 2.6, or Jeton's own",
                "`jeton modules list` shows the modules; --module names another one",
            ]
        case .notSupported: ["the token has no activation password, or is connected in a way that needs none"]
        case .libraryTooNew:
            [
                "the vendor took pairing out of the library in version 2.6.0.0; install an older one beside it",
                "--module PATH uses the older one, for pairing only",
            ]
        case .faulty: ["`jeton token show` shows what the token is; take it out and put it back"]
        case .malformedPassword:
            [
                "compare it with the card symbol by symbol: capital letters and digits only; no try was used, so type it again"
            ]
        case .wrongPassword, .refusedBefore: passwordHints
        case .usedPassword:
            [
                "each activation password pairs one program, once: use another one of the card; no try was used",
                "if it is another one after all, type its number and a colon before it, such as 3:",
            ]
        case .legacyNotAllowed:
            [
                "an attacker who records a legacy pairing can search for the password offline; nothing was sent",
                "`jeton pair --allow-legacy` allows legacy passwords of this token, "
                    + "and `jeton pairings policy \(serialNumber ?? "TARGET") --allow-legacy` does so for every program",
            ]
        case .channelMissing: keystoreHint.map { [$0] } ?? []
        case .gostProviderMissing:
            ["on Debian: apt-get install libengine-gost-openssl; no try was used, so pair again after that"]
        case .suiteChanged:
            [
                "a card's suite never changes: another card or reader may have taken its place, and nothing was sent",
                "if the card was made again on purpose, `jeton unpair \(serialNumber ?? "TARGET")` forgets the pairing",
            ]
        case .blocked:
            ["use the next password of the card, or let the security officer make a new one or format the token"]
        case .throttled: [waitHint]
        case .timedOut:
            ["put the token into pairing mode (its button, or a moment on USB) and try again within a minute"]
        case .full: ["`jeton unpair` in one of the programs makes room, or the security officer's revocation"]
        case .tokenGone: ["bring the token back, wake it, and try again; the password was sent at most once"]
        case .unknownAnswer: ["the module's vendor knows what it means; nothing was stored"]
        case .cannotEnd:
            [
                "the vendor's library has no function for it: format the token, or have its security officer revoke it",
                "nothing was forgotten; with the token out of reach `jeton unpair` forgets the record",
            ]
        case .notEntitled, .entitlementsMalformed:
            (keystoreHint.map { [$0] } ?? []) + ["`jeton entitlements whoami --explain` shows what was looked at"]
        case .keystoreLocked:
            [
                "`jeton keystore unlock` unlocks it for a while",
                "`jeton keystore slot add --new-key-file` with keystore.key in Jeton's data directory opens it without asking",
            ]
        case .keystoreUnavailable:
            (keystoreHint.map { [$0] } ?? []) + [
                "`jeton keystore verify` says what is wrong with it; nothing was stored"
            ]
        case .copySuspected:
            [
                "if you have not restored it from a backup, another card may have its keys: do not trust what it signs",
                "if you have: take it out, `jeton unpair` forgets the pairing, and the card's next password makes a new one",
            ]
        case .noGroups: ["leave out --group and --program"]
        case .ineffective: ["take the token out and put it back, then `jeton pair` again: it says what is left to do"]
        default: []
        }
    }

    private var absenceHints: [String] {
        if readers.isEmpty { return ["no reader and no token is there; `jeton pair` alone waits for one"] }
        let names = readers.prefix(6).map { "'\($0)'" }.joined(separator: ", ")
        let more = readers.count > 6 ? " and \(readers.count - 6) more" : ""
        return ["connected: \(names)\(more); names and numbers must match exactly"]
    }

    private var passwordHints: [String] {
        let left: String =
            switch triesLeft {
            case nil: "the module does not report the remaining tries"
            case 0: "no try is left"
            case 1: "one try is left"
            case let count?: "\(count) tries are left"
            }
        var hints = [left, "it is printed on the card that came with the token; jeton does not send this one again"]
        if isUnnumbered {
            hints.append(
                "the token takes a password without a number for its first unused one: "
                    + "type the number and a colon before it, such as 3:"
            )
        }
        if code == .refusedBefore {
            hints.append("no try was used; jeton forgets refused passwords when the machine restarts")
        }
        return hints
    }

    private var waitHint: String {
        guard let seconds = secondsToWait, seconds > 0 else {
            return "keep the token connected for some minutes, then try again"
        }
        return "keep the token connected for \(seconds) s, then try again"
    }
}
