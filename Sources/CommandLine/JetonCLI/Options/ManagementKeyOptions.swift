internal import ArgumentParser
internal import Cryptoki
internal import JetonOctets
internal import SigningDesk
internal import TokenKit

/// The management key of a PIV card, where an administrator has set one that the card does not give to its user.
struct ManagementKeyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Where to read the card's management key, in hexadecimal: prompt, pinentry, fd:N, file:PATH, env:NAME, \
            credential:NAME or keystore:SERVICE/ACCOUNT.
            """,
            discussion: "AES with 32, 48 or 64 digits, or triple DES with 48. Default: the one that the PIN protects.",
            valueName: "source"
        )
    )
    var managementKeySource: String?

    @Flag(help: "Have the card keep the management key under the PIN, so that later commands need no source.")
    var protectManagementKey = false

    /// The options again, for a step of `jeton setup`.
    var words: [String] {
        (managementKeySource.map { ["--management-key-source", $0] } ?? [])
            + (protectManagementKey ? ["--protect-management-key"] : [])
    }

    /// Gives the key to the token's module, which tries it; nothing without a source.
    ///
    /// - Throws: ``CommandError`` for a key that is not the card's, and for a module that takes none.
    func use(on token: SelectedToken) throws {
        guard let key = try read(for: token) else { return }
        try Self.give(key, to: token)
    }

    /// The key from its source; nil without one.
    ///
    /// - Throws: ``CommandError`` for text that is not a management key, and for a module that takes none.
    func read(for token: SelectedToken) throws -> Secret? {
        guard let managementKeySource else {
            guard protectManagementKey else { return nil }
            throw CommandError.usage("--protect-management-key needs --management-key-source")
        }
        guard token.entry.moduleInfo.isJetonsOwn else {
            throw CommandError(
                "the module of token '\(token.name)' does not support a management key",
                hints: ["Jeton's own module does for PIV cards: leave out --module"],
                exitCode: .refused
            )
        }
        return try Self.octets(of: SecretReader.managementKey.read(managementKeySource))
    }

    /// Gives a key to the token's module, which tries it.
    ///
    /// - Throws: ``CommandError`` for a key that is not the card's.
    static func give(_ key: borrowing Secret, to token: SelectedToken) throws {
        let slot = try token.slot
        do {
            try slot.useManagementKey(key)
        } catch {
            switch error.code {
            case .pinIncorrect:
                throw CommandError("this is not the management key of token '\(token.name)'", exitCode: .login)
            case .pinLenRange: throw malformed
            default: throw error
            }
        }
    }

    /// Has the card keep the key if that was asked for; the user must have logged in.
    func protect(on token: SelectedToken) throws {
        guard protectManagementKey else { return }
        let slot = try token.slot
        do {
            try slot.protectManagementKey()
        } catch {
            guard error.code == .functionNotSupported else { throw error }
            throw CommandError(
                "token '\(token.name)' can't protect its management key by the PIN",
                hints: ["without --protect-management-key, give --management-key-source each time"],
                exitCode: .refused
            )
        }
        Console.note("note: token '\(token.name)' now protects its management key by the PIN")
    }

    private static var malformed: CommandError {
        CommandError.usage("a management key has 32, 48 or 64 hexadecimal digits")
    }

    /// Digits without blanks between them, as administrators' tools write them.
    private static func octets(of text: borrowing Secret) throws -> Secret {
        let digits = text.count
        guard [32, 48, 64].contains(digits) else { throw malformed }
        return try text.withBytes { (characters) throws(CommandError) in
            try Secret(capacity: digits / 2) { (target: inout MutableSpan<UInt8>) throws(CommandError) in
                for index in 0..<digits / 2 {
                    guard let high = Hex.value(ofDigit: characters[2 * index]),
                        let low = Hex.value(ofDigit: characters[2 * index + 1])
                    else { throw malformed }
                    target[index] = high << 4 | low
                }
                return digits / 2
            }
        }
    }
}
