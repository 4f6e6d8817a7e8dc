internal import ArgumentParser
internal import Cryptoki
internal import Glibc
internal import JetonDiagnostics
internal import JetonFiles
internal import JetonOctets
internal import JetonPIV
internal import JetonPrograms
internal import SigningDesk
internal import TokenKit

/// The steps of `jeton setup`; each is a command of jeton, which is shown and run.
struct Setup {
    /// What came of it.
    struct Result {
        let card: SetupCard
        let key: String
        /// The file of the self-signed certificate or of the request; nil if the key had a certificate.
        let file: String?
        let isRequest: Bool

        var members: JSON.Members {
            [
                "reader": card.reader, "key": key, "certificate": isRequest ? JSON.null : JSON.text(file),
                "request": isRequest ? JSON.text(file) : JSON.null,
            ]
        }

        var lines: [String] {
            let sign: ShellCommand = "jeton sign FILE --reader \(card.reader) --key \(key)"
            var lines = ["the card in '\(card.reader)' is set up"]
            if isRequest, let file {
                let store: ShellCommand = "jeton cert import CERTIFICATE --reader \(card.reader)"
                lines += [
                    "send \(file) to an authority; `\(store.text)` stores the certificate that it issues",
                    "then `\(sign.text)` signs a file",
                ]
            } else {
                lines.append("`\(sign.text)` signs a file")
                if let file {
                    let verify: ShellCommand = "jeton verify FILE.p7s --trust \(file)"
                    lines.append("`\(verify.text)` verifies the signature")
                }
            }
            return lines
        }
    }

    private let command: SetupCommand

    init(_ command: SetupCommand) { self.command = command }

    func run() throws -> Result {
        _ = try KeySpecification(argument: command.type)
        let isChoosingTries = try command.tries.numbers() != nil
        let card = try SetupCard(choose())
        Console.message("The card in '\(card.reader)' is '\(card.name)' (\(card.state.rawValue)).")
        guard !isChoosingTries || !card.isInUse else {
            throw CommandError.usage(
                "--pin-tries and --so-pin-tries only apply to a card that is set up for the first time",
                hints: ["`jeton token init --label LABEL` sets them, and erases everything on the card"]
            )
        }
        let place = place(of: card)
        let pin = try secure(card, place)
        let key = try self.key(card, pin, place)
        if card.certified.contains(key) {
            try test(key, trust: nil, pin, place)
            return Result(card: card, key: key, file: nil, isRequest: false)
        }
        let subject =
            try command.subject
            ?? ask("Your name", default: "CN=" + userName) { name in
                name.contains("=") ? name : "CN=" + name
            }
        if let path = command.csr {
            try run(["csr", "create", "--key", key, "--subject", subject, "--out", path] + place, pin)
            return Result(card: card, key: key, file: path, isRequest: true)
        }
        let path = command.keyLabel + ".pem"
        try run(["cert", "create", "--key", key, "--subject", subject, "--out", path] + changing(place), pin)
        try test(key, trust: path, pin, place)
        return Result(card: card, key: key, file: path, isRequest: false)
    }

    // MARK: - The card

    /// The token that is named, or the one that the person chooses.
    private func choose() throws -> SelectedToken {
        let query = try command.target.query()
        do {
            return try find(query)
        } catch let error as SelectionError where error.code == .severalTokens {
            Console.message("There are several tokens:")
            let number = try choice(error.candidates)
            var query = TokenQuery(modules: query.modules)
            try query.add(PKCS11URI(parsing: error.candidates[number]), from: .elsewhere)
            return try find(query)
        }
    }

    private func find(_ query: TokenQuery) throws -> SelectedToken {
        try ModuleChoice(paths: query.modules).finder().find(query, among: .any)
    }

    /// The options that lead each step to the card, and allow what the user allows for all of them.
    private func place(of card: SetupCard) -> [String] {
        ["--reader", card.reader] + command.target.options.modules.module.flatMap { ["--module", $0] }
            + (command.inClear ? ["--in-clear"] : [])
    }

    /// The options of a step that changes a card which was in use before: a new one has a management key that the PIN
    /// opens.
    private func changing(_ place: [String]) -> [String] { command.management.words + place }

    /// Gives the card PINs of its own; the user's PIN.
    private func secure(_ card: SetupCard, _ place: [String]) throws -> Secret {
        switch card.state {
        case .ready:
            return try readPIN(.user, card, isNew: false)
        case .noUserPIN:
            let officer = try readPIN(.securityOfficer, card, isNew: false)
            let user = try readPIN(.user, card, isNew: true)
            try run(["pin", "set"] + place, user, officer: officer)
            return user
        case .factory where card.isInitialized:
            try Confirmation.ask(
                "The PIN of the card is the published factory default. It will be sent and replaced.",
                yes: false
            )
            let user = try readPIN(.user, card, isNew: true)
            try run(["pin", "change"] + place, published(PINFormat.factoryPIN), new: user)
            if card.hasFactoryUnblockingKey {
                let officer = try readPIN(.securityOfficer, card, isNew: true)
                let factory = published(PINFormat.factoryUnblockingKey)
                try run(["pin", "change", "--so"] + place, officer: factory, new: officer)
            }
            Console.message("The management key stays as it is, since the card is in use.")
            return user
        case .factory, .uninitialized:
            let label = try command.label ?? ask("A label for the card", default: userName) { $0 }
            if card.state == .factory {
                try Confirmation.ask(
                    "The PIN, the PUK and the management key of the card are the factory's, which are published. "
                        + "They will be replaced.",
                    yes: false
                )
            }
            let officer = try readPIN(.securityOfficer, card, isNew: true)
            let user = try readPIN(.user, card, isNew: true)
            try run(["token", "init", "--label", label] + command.tries.words + place, user, officer: officer)
            return user
        default:
            throw CommandError(
                "the token in '\(card.reader)' can't be set up: its state is \(card.state.rawValue)",
                hints: ["`jeton list` shows the next step"],
                exitCode: .refused
            )
        }
    }

    private func published(_ octets: [UInt8]) -> Secret { Secret(copying: octets.span) }

    // MARK: - The key

    /// The key that is there, chosen by the person if there are several, or a new one.
    private func key(_ card: SetupCard, _ pin: borrowing Secret, _ place: [String]) throws -> String {
        guard card.keys.isEmpty else {
            if card.keys.count == 1 { return card.keys[0] }
            Console.message("There are several keys, by their ids:")
            return card.keys[try choice(card.keys)]
        }
        try run(["key", "generate", "--type", command.type, "--label", command.keyLabel] + changing(place), pin)
        let now = try SetupCard(find(TokenQuery(modules: command.target.query().modules, reader: card.reader)))
        return now.keyLabels.contains(command.keyLabel) ? command.keyLabel : now.keys.first ?? command.keyLabel
    }

    /// Signs a line and verifies the signature.
    private func test(_ key: String, trust: String?, _ pin: borrowing Secret, _ place: [String]) throws {
        guard let directory = TemporaryDirectory.make(for: "setup") else {
            throw CommandError("can't create a directory in /tmp: \(Process.reason(errno))", exitCode: .inputOutput)
        }
        let file = directory + "/test.txt"
        defer {
            for name in [file, file + ".p7s"] { _ = unsafe unlink(name) }
            _ = unsafe rmdir(directory)
        }
        try FileOutput.write(Array("A test of jeton setup.\n".utf8), to: file, force: false)
        try run(["sign", file, "--key", key] + place, pin)
        if let trust { try run(["verify", file + ".p7s", "--trust", trust]) }
    }

    // MARK: - Steps

    /// Shows a command, and runs it with secrets that it reads from pipes.
    private func run(_ arguments: [String]) throws { try start(arguments, []) }

    private func run(_ arguments: [String], _ pin: borrowing Secret) throws {
        let source = try SecretPipe(pin)
        try start(arguments, ["--pin-source", source.name])
    }

    private func run(_ arguments: [String], _ pin: borrowing Secret, officer: borrowing Secret) throws {
        let (source, officerSource) = (try SecretPipe(pin), try SecretPipe(officer))
        try start(arguments, ["--pin-source", source.name, "--so-pin-source", officerSource.name])
    }

    private func run(_ arguments: [String], _ pin: borrowing Secret, new: borrowing Secret) throws {
        let (source, newSource) = (try SecretPipe(pin), try SecretPipe(new))
        try start(arguments, ["--pin-source", source.name, "--new-pin-source", newSource.name])
    }

    private func run(_ arguments: [String], officer: borrowing Secret, new: borrowing Secret) throws {
        let (source, newSource) = (try SecretPipe(officer), try SecretPipe(new))
        try start(arguments, ["--so-pin-source", source.name, "--new-pin-source", newSource.name])
    }

    private func start(_ arguments: [String], _ sources: [String]) throws {
        Console.message("")
        let words = (["jeton"] + arguments).map { word in
            let command: ShellCommand = "\(word)"
            return command.text
        }
        Console.message(Console.noteStyle.dim("$ " + words.joined(separator: " ")))
        // The output is the result alone.
        let output = dup(1)
        dup2(2, 1)
        defer {
            dup2(output, 1)
            close(output)
        }
        let program = [Process.executable ?? "jeton"] + arguments + sources
        // A source may be one of them.
        let code = try ProgramCall.run(program, keepsDescriptors: true)
        guard code == 0 else {
            throw CommandError(
                "this step failed with exit code \(code)",
                hints: ["`jeton setup` resumes where it stopped"],
                exitCode: ExitCode(code)
            )
        }
    }

    // MARK: - Questions

    /// Reads a PIN on the terminal; asks again for a new one that the token does not take, or that is published.
    private func readPIN(_ role: PINPrompt.Role, _ card: SetupCard, isNew: Bool) throws -> Secret {
        // A PIV card's documents call it the PUK.
        let name = role == .securityOfficer && card.hasUnblockingKey ? PINPrompt.Role.puk : role
        var prompt = PINPrompt(role: name, isNew: isNew, tokenLabel: card.name)
        prompt.lengths = card.lengths
        prompt.refusesPublished = true
        while true {
            do {
                guard case .pin(let pin) = try PINReader.ofThisProcess(for: .prompt).read(.prompt, for: prompt) else {
                    continue
                }
                if isNew, PublishedPIN.contains(pin) { throw PINError(.published) }
                return pin
            } catch let error as PINError {
                guard [.lengthRange, .notRepeated, .published, .empty].contains(error.code) else { throw error }
                Console.message("\(error)")
            }
        }
    }

    private func ask(_ question: String, default: String, _ read: (String) -> String) throws -> String {
        Console.noteWithoutNewline("\(question) [\(Style.shown(`default`))]: ")
        guard let answer = readLine() else { throw CommandError.usage("no answer; nothing else is changed") }
        return answer.isEmpty ? `default` : read(answer)
    }

    private func choice(_ names: [String]) throws -> Int {
        for (index, name) in names.enumerated() { Console.message("  \(index + 1)  \(name)") }
        while true {
            let answer = try ask("Which one", default: "1") { $0 }
            if let number = Int(answer), names.indices.contains(number - 1) { return number - 1 }
        }
    }

    private var userName: String {
        guard let entry = unsafe getpwuid(getuid()), let name = unsafe entry.pointee.pw_name else { return "user" }
        return unsafe String(cString: name)
    }
}

/// A pipe that holds a secret for a program that this one starts.
private final class SecretPipe {
    private let descriptor: Int32

    /// What `--pin-source` and its like are given.
    var name: String { "fd:\(descriptor)" }

    init(_ secret: borrowing Secret) throws {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else {
            throw CommandError("can't create a pipe: \(Process.reason(errno))", exitCode: .inputOutput)
        }
        let (reading, writing) = (ends[0], ends[1])
        _ = fcntl(writing, F_SETFD, FD_CLOEXEC)
        // A pipe holds more than the longest PIN.
        let isWritten = secret.withBytes { span in
            unsafe span.withUnsafeBytes { unsafe write(writing, $0.baseAddress, $0.count) == $0.count }
        }
        close(writing)
        guard isWritten else {
            close(reading)
            throw CommandError("the secret can't be passed on", exitCode: .inputOutput)
        }
        descriptor = reading
    }

    deinit { close(descriptor) }
}
