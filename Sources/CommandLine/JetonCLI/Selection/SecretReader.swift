internal import ArgumentParser
internal import JetonOctets
internal import TokenKit

/// Reads secrets other than PINs from the same sources as PINs.
struct SecretReader {
    /// Passphrases.
    static let passphrase = SecretReader(role: .passphrase, name: "passphrase", option: "--passphrase-source")
    /// Passphrases of the keystore that are being chosen.
    static let newPassphrase = SecretReader(role: .passphrase, name: "passphrase", option: "--new-passphrase-source")
    /// Secrets of items.
    static let secret = SecretReader(role: .secret, name: "secret", option: "--secret-source")

    /// Passphrases of files.
    static let filePassphrase = SecretReader(
        role: .filePassphrase,
        name: "file's passphrase",
        option: "--file-passphrase-source"
    )

    /// Passphrases of files with private keys.
    static let keyFilePassphrase = SecretReader(
        role: .filePassphrase,
        name: "file's passphrase",
        option: "--passphrase-source",
        failure: .inputOutput
    )

    /// Management keys of PIV cards.
    static let managementKey = SecretReader(
        role: .managementKey,
        name: "management key",
        option: "--management-key-source",
        failure: .login
    )

    /// Passwords of users at timestamping authorities.
    static let timestampPassword = SecretReader(
        role: .secret,
        name: "password of the timestamping authority",
        option: "--tsa-password-source",
        failure: .login
    )

    /// Passwords of users at certification authorities.
    static let authorityPassword = SecretReader(
        role: .secret,
        name: "password of the certification authority",
        option: "--password-source",
        failure: .login
    )

    /// Passwords of users at the targets of relays.
    static let targetPassword = SecretReader(
        role: .secret,
        name: "password of the relay's target",
        option: "--password-source",
        failure: .login
    )

    /// Passwords of users at proxies.
    static let proxyPassword = SecretReader(
        role: .secret,
        name: "password of the proxy",
        option: "--proxy-password-source",
        failure: .login
    )

    private let role: PINPrompt.Role
    private let name: String
    private let option: String
    /// The exit code without the secret: a password logs in, and a passphrase opens what the keystore keeps.
    private let failure: ExitCode

    private init(role: PINPrompt.Role, name: String, option: String, failure: ExitCode = .keystore) {
        self.role = role
        self.name = name
        self.option = option
        self.failure = failure
    }

    /// Reads from a source; from the terminal if none is named.
    ///
    /// - Parameters:
    ///   - source: The source as an option names it.
    ///   - isNew: Whether it is being chosen, so that a person types it twice.
    /// - Returns: The secret.
    /// - Throws: ``CommandError``.
    func read(_ source: String?, isNew: Bool = false) throws -> Secret {
        do {
            let source = try source.map { try PINSource(parsing: $0) } ?? .prompt
            if role == .passphrase, case .keystore = source {
                throw CommandError.usage("the keystore's own passphrase can't come from the keystore")
            }
            let entry = try PINReader.ofThisProcess(for: source).read(source, for: PINPrompt(role: role, isNew: isNew))
            guard case .pin(let secret) = entry else {
                throw CommandError.usage("a \(name) can't be entered on a reader")
            }
            return secret
        } catch let error as PINError {
            throw describe(error)
        }
    }

    private func describe(_ error: PINError) -> CommandError {
        let words: String =
            switch error.code {
            case .unknownSource: "the source of the \(name) is not one of the known forms"
            case .noTerminal: "there is no terminal to ask for the \(name)"
            case .canceled: "the \(name) was not entered"
            case .notRepeated: "the two entries of the new \(name) differ"
            case .empty: "the source contains no \(name)"
            case .tooLong: "the source contains more than one line, or more than \(PINReader.maximumLength) bytes"
            case .unreadable: "the source of the \(name) can't be read"
            case .unsafeFile: "the file with the \(name) is not safe to use"
            case .keystoreLocked: "the keystore with the \(name) is locked"
            case .noItem: "the keystore has no such \(name)"
            case .severalItems: "the keystore has several items with that name"
            default: error.code.rawValue
            }
        let hints: [String] =
            switch error.code {
            case .unknownSource:
                [
                    "give \(option) one of prompt, pinentry, fd:N, file:PATH, env:NAME, credential:NAME, keystore:NAME",
                    "write a path as file:PATH; a \(name) itself is never accepted on the command line",
                ]
            case .noTerminal:
                ["give \(option) one of pinentry, fd:N, file:PATH, env:NAME, credential:NAME, keystore:NAME"]
            default: error.hints + CommandError.missingHints(error.missingFile)
            }
        return CommandError(
            error.detail.map { "\(words) (\($0))" } ?? words,
            hints: hints,
            exitCode: error.isUsage ? .usage : failure
        )
    }
}
