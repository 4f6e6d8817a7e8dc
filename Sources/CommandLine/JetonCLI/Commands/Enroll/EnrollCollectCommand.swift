internal import ArgumentParser
internal import EnrollmentDesk
internal import JetonASN1
internal import JetonEnrollment
internal import JetonOctets

/// `jeton enroll collect`.
struct EnrollCollectCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "collect",
        abstract: "Ask for the certificates of requests and store them.",
        discussion: """
            Each authority is asked once; a web service is asked for all of its requests at once. A request whose time \
            to ask has not come is left alone unless it is named. Each certificate is stored on the token with its \
            key, after the key has proven its presence by a signature.

            --without-token only saves what has arrived, for the next login. It is meant for the timer that \
            `jeton enroll schedule` writes: it asks for no PIN, password or passphrase, and asks each service at most \
            every 6 hours.
            """
    )

    @Argument(
        help: ArgumentHelp("The first digits of the identifiers of requests (default: all).", valueName: "identifier")
    )
    var identifiers: [String] = []
    @Flag(help: "Only keep what comes; the next collect puts it onto the token.")
    var withoutToken = false
    @Flag(help: "Show a notice on the desktop if a certificate has come.")
    var notify = false
    @OptionGroup var tokens: TokenOptions
    @OptionGroup var pin: PINOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var access: EnrollmentAccessOptions

    func validate() throws {
        try OptionRule.check(.requires(["--notify": notify], ["--without-token": withoutToken]))
    }

    func execute() throws -> ExitCode {
        guard !withoutToken || identifiers.isEmpty && access.clientKey == nil && access.password.passwordSource == nil
        else { throw CommandError.usage("--without-token asks about all requests that need no password and no key") }
        let desk = try CommandEnrollment(access, tokens: tokens, pin: pin).client()
        let lock = try desk.list.lock()
        defer { withExtendedLifetime(lock) {} }
        var round = EnrollmentRound(desk: desk, storesCertificates: !withoutToken)
        let requests = try selected(desk, &round)
        try round.run(requests)
        if notify, round.arrived > 0 { DesktopNotice.certificates(round.arrived) }
        try answer(
            "jeton.enroll.collect/1",
            ["requests": round.entries.map { EnrollmentReport.json($0) }]
        ) {
            try Console.print(round.entries.flatMap { EnrollmentReport.lines($0) })
            if round.entries.isEmpty, round.failure == nil { Console.note("no request is due") }
        }
        return round.failure ?? .success
    }

    /// The requests that are named; without a name those that are due.
    private func selected(_ desk: EnrollmentClient, _ round: inout EnrollmentRound) throws -> [PendingRequest] {
        guard identifiers.isEmpty else { return try identifiers.map { try desk.list.request(named: $0) } }
        let now = UniversalTime.now.secondsSince1970
        let (requests, damaged) = try desk.list.summaries()
        for name in damaged { Console.note("warning: '\(name)' is damaged and can't be read") }
        var due: [PendingRequest] = []
        for summary in requests {
            guard summary.kind != .file || summary.state == .issued, summary.state != .rejected,
                summary.nextPoll <= now, !withoutToken || summary.state != .issued
            else { continue }
            do throws(EnrollmentError) {
                guard let request = try desk.list.request(summary.keyIdentifier) else { continue }
                if !withoutToken || request.mayBeAskedByTimer(at: now) { due.append(request) }
            } catch {
                round.show(error)
            }
        }
        return due
    }
}
