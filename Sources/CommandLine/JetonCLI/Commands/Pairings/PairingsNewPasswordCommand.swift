internal import ArgumentParser
internal import Cryptoki
internal import JetonFiles
internal import JetonOctets
internal import SigningDesk
internal import TokenKit

/// `jeton pairings new-password`.
struct PairingsNewPasswordCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "new-password",
        abstract: "Create an activation password for pairing another program.",
        discussion: """
            Requires the security officer's PIN and a paired token. The password is shown once, on the terminal or in \
            a file that no other user can read; it can't be shown again.
            """
    )

    @OptionGroup var target: TokenArgument
    @OptionGroup var securityOfficer: SecurityOfficerPINOptions
    @OptionGroup var output: OutputOptions

    @Option(
        help: ArgumentHelp(
            "Which of the token's passwords to replace, from 1 (default: the first used one).",
            valueName: "number"
        )
    )
    var number: UInt?

    @Option(help: ArgumentHelp("Write the password to a file.", valueName: "path"), completion: .file()) var out:
        String?
    @Flag(help: "Overwrite an existing file.") var force = false
    @OptionGroup var sending: PINSendingOptions

    func execute() throws -> ExitCode {
        if number == 0 { throw CommandError.usage("passwords are counted from 1") }
        if out == "-" { throw CommandError.usage("--out requires a file name") }
        // A password in a pipe ends up in logs.
        guard out != nil || !output.json && Console.isTerminal(1) else {
            throw CommandError.usage(
                "the password can only be shown on a terminal",
                hints: ["use --out PATH to write the password to a file that no other user can read"]
            )
        }
        let token = try Desk.find(target.query())
        let login = try Desk.login(token, sending: sending)
        let officer = try login.read(securityOfficer.source(), role: .securityOfficer)
        var session = try token.openSession(readWrite: true)
        try login.authenticate(&session, officer, role: .securityOfficer)
        let password: Secret
        do {
            password = try session.generateActivationPassword(number: number ?? 0)
        } catch {
            throw refusal(error, token)
        }
        try session.logout()
        try session.close()
        try show(password, token)
        return .success
    }

    private func show(_ password: borrowing Secret, _ token: SelectedToken) throws {
        if let out {
            let line = password.withBytes { octets in
                Secret(capacity: octets.count + 1) { (target: inout MutableSpan<UInt8>) in
                    for index in octets.indices { target[index] = octets[index] }
                    target[octets.count] = 0x0A
                    return octets.count + 1
                }
            }
            try FileOutput.write(line, to: out, force: force)
        } else {
            try password.withBytes { try Console.write($0) }
            try Console.write([0x0A].span)
        }
        try answer("jeton.pairings.new-password/1", ["token": token.uri, "number": number, "file": out]) {
            guard let out else { return Console.note("hint: the password is not shown again, and pairs one program") }
            try Console.print("a new activation password of token '\(token.name)' is in \(out)")
        }
    }

    private func refusal(_ error: CryptokiError, _ token: SelectedToken) -> CommandError {
        var report = ErrorReport.describe(error)
        switch error.code {
        case .functionNotSupported:
            report.hints = ["only a paired token can create passwords, with Rutoken's library up to version 2.5"]
        case .tokenResourceExceeded:
            report.hints = ["all of the token's passwords are unused; use --number to replace one"]
        case .argumentsBad where number != nil: report.hints = ["the token has no password with that number"]
        default: break
        }
        return report
    }
}
