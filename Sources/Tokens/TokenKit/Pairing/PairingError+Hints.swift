extension PairingError {
    /// What to do about it, one sentence each; none of them costs a try.
    public var hints: [String] {
        switch code {
        case .notFound: absenceHints
        case .ambiguous: ["specify one by its serial number, its URI, or its slot with --slot"]
        case .noToken: ["plug in the token, or insert it into the reader, and try again"]
        case .unreadable: ["install the token vendor's package, and run `jeton modules list` to see the modules"]
        case .noExtension:
            [
                "pairing needs a module with Rutoken's extension: librtpkcs11ecp.so before 2.6, or Jeton's own",
                "run `jeton modules list` to see the modules, and use --module to choose another one",
            ]
        case .notSupported: ["the token has no activation password, or is connected in a way that needs none"]
        case .libraryTooNew:
            [
                "the vendor removed pairing from the library in version 2.6.0.0; install an older version next to it",
                "use --module PATH to select the older version, for pairing only",
            ]
        case .faulty: ["run `jeton token show` to see the token's state; remove the token and insert it again"]
        case .malformedPassword:
            [
                "compare the password with the card, character by character: only capital letters and digits; no "
                    + "try was used, so type it again"
            ]
        case .wrongPassword, .refusedBefore: passwordHints
        case .usedPassword:
            [
                "each activation password pairs one program, once: use another password from the card; no try was used",
                "if it is a different password, type its number and a colon before it, such as 3:",
            ]
        case .legacyNotAllowed:
            [
                "an attacker who records a legacy pairing can search for the password offline; nothing was sent",
                "run `jeton pair --allow-legacy` to allow legacy passwords for this token, "
                    + "or `jeton pairings policy \(serialNumber ?? "TARGET") --allow-legacy` to allow them for "
                    + "every program",
            ]
        case .channelMissing: keystoreHint.map { [$0] } ?? []
        case .gostProviderMissing:
            ["on Debian: apt-get install libengine-gost-openssl; no try was used, so pair again afterwards"]
        case .suiteChanged:
            [
                "a card's suite never changes: another card or reader may have taken its place, and nothing was sent",
                "if the card was set up again on purpose, run `jeton unpair \(serialNumber ?? "TARGET")` to forget "
                    + "the pairing",
            ]
        case .blocked:
            ["use the next password from the card, or have the security officer create a new one or format the token"]
        case .throttled: [waitHint]
        case .timedOut:
            [
                "put the token into pairing mode (press its button, or connect it to USB briefly), and try again "
                    + "within a minute"
            ]
        case .full: ["run `jeton unpair` in one of the programs, or have the security officer revoke a pairing"]
        case .tokenGone: ["reconnect the token, wake it, and try again; the password was sent at most once"]
        case .unknownAnswer: ["ask the module's vendor about the answer; nothing was stored"]
        case .cannotEnd:
            [
                "the vendor's library can't end a pairing: format the token, or have its security officer revoke "
                    + "the pairing",
                "nothing was forgotten; to forget the record, disconnect the token and run `jeton unpair`",
            ]
        case .notEntitled, .entitlementsMalformed:
            (keystoreHint.map { [$0] } ?? []) + ["run `jeton entitlements whoami --explain` to see each check"]
        case .keystoreLocked:
            [
                "run `jeton keystore unlock` to unlock it for a while",
                "to open it without a prompt, run `jeton keystore slot add --new-key-file` with keystore.key in "
                    + "Jeton's data directory",
            ]
        case .keystoreUnavailable:
            (keystoreHint.map { [$0] } ?? []) + [
                "run `jeton keystore verify` to see what is wrong with it; nothing was stored"
            ]
        case .copySuspected:
            [
                "if you have not restored it from a backup, another card may have its keys: do not trust its "
                    + "signatures",
                "if you have: remove the card, run `jeton unpair`, and pair again with the card's next password",
            ]
        case .noGroups: ["omit --group and --program"]
        case .ineffective:
            ["remove the token, insert it again, and run `jeton pair` again: it shows the remaining steps"]
        default: []
        }
    }

    private var absenceHints: [String] {
        if readers.isEmpty {
            return ["no reader or token is connected; run `jeton pair` without a token to wait for one"]
        }
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
        var hints = [
            left,
            "the password is printed on the card that came with the token; jeton does not send this password again",
        ]
        if isUnnumbered {
            hints.append(
                "the token checks a password without a number against its first unused one: "
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
            return "keep the token connected for a few minutes, then try again"
        }
        return "keep the token connected for \(seconds) s, then try again"
    }
}
