internal import Glibc
public import JetonOctets

/// Obtains PINs from their sources.
///
/// All that comes from outside the process is given as values. Reading blocks, a prompt until the user answers; keep
/// it off the cooperative pool. May be used from any thread; prompts on the terminal take turns.
public struct PINReader: Sendable {
    /// The longest PIN that a source may give, in octets.
    public static let maximumLength = 1024

    /// The environment's variables: those that `env:` names, and `PATH`, `TERM`, `GPG_TTY`, `DISPLAY` and the like for
    /// pinentry.
    public var variables: [String: String]
    /// The directory of a service's credentials, `$CREDENTIALS_DIRECTORY`; nil if there is none.
    public var credentialsDirectory: String?
    /// The terminal's path.
    public var terminal: String
    /// Gives the secret of an item of the user's keystore, by service and account; nil if the program has no keystore.
    public var keystore: (@Sendable (String, String?) throws(PINError) -> Secret)?

    /// Makes a reader.
    public init(
        variables: [String: String] = [:],
        credentialsDirectory: String? = nil,
        terminal: String = "/dev/tty"
    ) {
        self.variables = variables
        self.credentialsDirectory = credentialsDirectory
        self.terminal = terminal
    }

    /// Obtains a PIN.
    ///
    /// A new PIN is asked twice on the terminal and by pinentry; other sources give it once.
    ///
    /// - Parameters:
    ///   - source: Where from.
    ///   - prompt: What to show to the user who is asked.
    /// - Returns: The PIN, or that the reader asks for it.
    /// - Throws: ``PINError``.
    public func read(_ source: PINSource, for prompt: PINPrompt) throws(PINError) -> PINEntry {
        switch source {
        case .pinpad: return .protectedAuthenticationPath
        case .prompt: return .pin(try TerminalPrompt(path: terminal).ask(prompt))
        case .pinentry: return .pin(try Pinentry.ask(prompt, variables: variables, terminal: terminal))
        case .descriptor(let number): return .pin(try readPINLine(number))
        case .file(let path): return .pin(try readFile(path, forbiddenMode: 0o066))
        case .credential(let name):
            guard let credentialsDirectory else {
                throw PINError(.unreadable, detail: "no credentials directory was given to this service")
            }
            // systemd may grant access by an access control list, whose mask shows as the group's mode.
            return .pin(try readFile("\(credentialsDirectory)/\(name)", forbiddenMode: 0o006))
        case .environment(let name):
            guard let value = variables[name] else {
                throw PINError(.unreadable, detail: "the environment variable \(name) is not set")
            }
            return .pin(try readVariable(value, name))
        case .keystore(let service, let account):
            guard let keystore else { throw PINError(.unreadable, detail: "\(source): this program has no keystore") }
            return .pin(try PINReader.checkLine(keystore(service, account), "\(source)"))
        }
    }

    /// One line, up to a newline or the end, octet by octet, so that the next line is left for the next reader.
    private func readPINLine(_ descriptor: Int32) throws(PINError) -> Secret {
        let source = "fd:\(descriptor)"
        let secret = try Secret(capacity: PINReader.maximumLength + 1) {
            (target: inout MutableSpan<UInt8>) throws(PINError) in
            var count = 0
            while try DescriptorInput.readOctet(from: descriptor, into: &target, at: count, source) {
                if target[count] == UInt8(ascii: "\n") {
                    target[count] = 0
                    return count
                }
                count += 1
                guard count <= PINReader.maximumLength else { throw PINError(.tooLong, detail: source) }
            }
            return count
        }
        guard !secret.isEmpty else { throw PINError(.empty, detail: source) }
        try PINReader.checkEnd(of: secret, source)
        return secret
    }

    /// A file of Windows ends its line with two characters; the token would only say that the PIN is wrong.
    private static func checkEnd(of secret: borrowing Secret, _ source: String) throws(PINError) {
        guard secret.withBytes({ $0[$0.count - 1] == UInt8(ascii: "\r") }) else { return }
        throw PINError(.carriageReturn, detail: source)
    }

    /// A secret that is one line without an end.
    private static func checkLine(_ secret: consuming Secret, _ source: String) throws(PINError) -> Secret {
        guard !secret.isEmpty else { throw PINError(.empty, detail: source) }
        let isLine = secret.withBytes { octets in
            octets.count <= maximumLength && !octets.indices.contains { octets[$0] == UInt8(ascii: "\n") }
        }
        guard isLine else { throw PINError(.tooLong, detail: source) }
        try checkEnd(of: secret, source)
        return secret
    }

    /// The one line of a file, the newline at its end left out.
    private func readFile(_ path: String, forbiddenMode: mode_t) throws(PINError) -> Secret {
        let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            let failure = SystemFailure.last
            if failure.number == ELOOP { throw PINError(.unsafeFile, detail: "\(path) is a link") }
            throw PINError(
                .unreadable,
                detail: "\(path): \(failure)",
                missingFile: failure.number == ENOENT ? path : nil
            )
        }
        defer { close(descriptor) }
        try PINReader.checkFile(descriptor, path, forbiddenMode)
        let secret = try Secret(capacity: PINReader.maximumLength + 2) {
            (target: inout MutableSpan<UInt8>) throws(PINError) in
            var count = 0
            while try DescriptorInput.readOctet(from: descriptor, into: &target, at: count, path) {
                count += 1
                guard count < target.count else { throw PINError(.tooLong, detail: path) }
            }
            if count > 0, target[count - 1] == UInt8(ascii: "\n") {
                count -= 1
                target[count] = 0
            }
            for index in 0..<count where target[index] == UInt8(ascii: "\n") {
                throw PINError(.tooLong, detail: path)
            }
            return count
        }
        guard !secret.isEmpty else { throw PINError(.empty, detail: path) }
        guard secret.count <= PINReader.maximumLength else { throw PINError(.tooLong, detail: path) }
        try PINReader.checkEnd(of: secret, path)
        return secret
    }

    /// Whether a file is regular, belongs to root or the user, and is closed to others.
    private static func checkFile(_ descriptor: Int32, _ path: String, _ forbiddenMode: mode_t) throws(PINError) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            throw PINError(.unreadable, detail: "\(path): \(SystemFailure.last)")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw PINError(.unsafeFile, detail: "\(path) is not a regular file")
        }
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw PINError(.unsafeFile, detail: "\(path) belongs to user \(status.st_uid)")
        }
        guard status.st_mode & forbiddenMode == 0 else {
            throw PINError(.unsafeFile, detail: "others can read or write \(path)")
        }
    }

    private func readVariable(_ value: String, _ name: String) throws(PINError) -> Secret {
        let octets = value.utf8
        guard !octets.isEmpty else { throw PINError(.empty, detail: "env:\(name)") }
        guard octets.count <= PINReader.maximumLength else { throw PINError(.tooLong, detail: "env:\(name)") }
        return Secret(capacity: octets.count) { (target: inout MutableSpan<UInt8>) in
            var count = 0
            for octet in octets {
                target[count] = octet
                count += 1
            }
            return count
        }
    }
}
