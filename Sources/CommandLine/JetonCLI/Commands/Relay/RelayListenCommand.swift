internal import ArgumentParser
internal import Glibc
internal import JetonOctets
internal import JetonRelay
internal import JetonThreads
internal import TokenKit

/// `jeton relay listen`.
struct RelayListenCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "listen",
        abstract: "Let a program reach a server with a token's key.",
        discussion: """
            Listens for programs of this machine that can't use a token or NTLM, and relays their HTTP requests to one \
            https server: with a client certificate whose key is on a token (--key), with a password (--user), or \
            both. Runs until a signal ends it.

            A client gives the secret of this run in the field Jeton-Relay-Secret, or as the first segment of the \
            path. The secret is in a file that only you can read, and is removed when the relay ends. Requests from \
            web pages are refused. Redirects are returned to the client. A password that the server refuses is not \
            sent again.

            Limits: 64 connections, 10 seconds for the head of a request, 60 seconds without a byte.
            """
    )

    /// A field of a client that may go to the target.
    enum PassedField: String, ExpressibleByArgument, CaseIterable {
        case authorization, cookie
    }

    @OptionGroup var target: RelayTargetOptions

    @Option(
        help: ArgumentHelp(
            "The socket to listen at (default: jeton/relay.sock in XDG_RUNTIME_DIR).",
            valueName: "path"
        ),
        completion: .file()
    )
    var socket: String?

    @Option(help: "A port of 127.0.0.1 to listen at instead; 0 for a free one.")
    var port: UInt16?

    @Flag(help: "Listen at the port of ::1 instead of 127.0.0.1.")
    var ipv6 = false

    @Option(
        help: ArgumentHelp(
            "Write the secret to this file, or to fd:N (default: next to the socket).",
            discussion: "The file has a header line, as for `curl -H @FILE`.",
            valueName: "path|fd:N"
        ),
        completion: .file()
    )
    var secretOut: String?

    @Option(help: ArgumentHelp("Exact origin allowed in requests; may be repeated.", valueName: "origin"))
    var allowOrigin: [String] = []

    @Option(
        help: ArgumentHelp(
            "A header field of the client to pass on: authorization or cookie; may be repeated.",
            valueName: "authorization|cookie"
        )
    )
    var pass: [PassedField] = []

    @OptionGroup var output: OutputOptions

    var loadsModules: Bool { target.key != nil }
    var goesOn: Bool { true }

    func validate() throws {
        try OptionRule.check(
            .excludes(["--socket": socket != nil, "--port": port != nil]),
            .requires(["--ipv6": ipv6], ["--port": port != nil]),
            .excludes(["--pass authorization": pass.contains(.authorization), "--user": target.identity.user != nil])
        )
    }

    func execute() throws -> ExitCode {
        LongRun.prepare()
        var settings = try target.settings()
        settings.origins = Set(allowOrigin)
        guard !settings.origins.contains("*") else {
            throw CommandError.usage("--allow-origin must be one origin, such as https://app.example.com")
        }
        settings.passesAuthorization = pass.contains(.authorization)
        settings.passesCookies = pass.contains(.cookie)
        let place = try place()
        // An error of the name comes before anything listens.
        if secretOut == nil { _ = try defaultSecretPath(place, port: 0) }
        let way = try target.target(settings)
        // From here on the main thread alone takes the signals that end the relay.
        let signals = EndingSignals()
        let listener = try RelayListener(at: place, to: way)
        defer { listener.remove() }
        // With port 0 the system chooses the port, so the name is known only now.
        let secretPath = try secretOut ?? defaultSecretPath(place, port: listener.port)
        let written = try RelaySecretFile(listener, secretPath, isOwn: secretOut == nil)
        defer { written.remove() }
        try report(listener, place, secretPath)
        guard OwnThread.start({ listener.run() }) else {
            throw CommandError("can't start another thread", exitCode: .inputOutput)
        }
        LongRun.begin()
        signals.wait()
        return .success
    }

    private func report(_ listener: RelayListener, _ place: RelayPlace, _ secretPath: String) throws {
        var path: String?
        if case .unix(let text) = place { path = text }
        let url = "http://\(listener.authority)/"
        try answer(
            "jeton.relay.listen/1",
            ["url": url, "socket": path, "secret": secretPath, "target": target.to],
            [
                "relay: \(path.map { "\(url) at the socket \($0)" } ?? url)", "secret: \(secretPath)",
                "target: \(target.to)",
            ]
        )
    }

    // MARK: - Places

    private func place() throws(CommandError) -> RelayPlace {
        if let port { return .loopback(port: port, isIPv6: ipv6) }
        if let socket { return .unix(socket) }
        return .unix(try runtimeDirectory("--socket names the socket") + "/relay.sock")
    }

    private func defaultSecretPath(_ place: RelayPlace, port: UInt16) throws(CommandError) -> String {
        if case .unix(let path) = place { return path + ".secret" }
        return try runtimeDirectory("give the file for the secret with --secret-out") + "/relay-\(port).secret"
    }

    private func runtimeDirectory(_ hint: String) throws(CommandError) -> String {
        guard let directory = Process.variable("XDG_RUNTIME_DIR"), directory.hasPrefix("/") else {
            throw .usage("XDG_RUNTIME_DIR is not set", hints: [hint])
        }
        try SystemdUnit.makeDirectory(directory + "/jeton")
        return directory + "/jeton"
    }
}
