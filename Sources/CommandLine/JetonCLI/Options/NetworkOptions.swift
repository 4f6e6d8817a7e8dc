internal import ArgumentParser
internal import JetonNetwork
internal import Synchronization

/// What a command may reach over the network, and whom it trusts there.
struct NetworkOptions: ParsableArguments {
    @Flag(help: "Allow URLs in certificates that point to this machine or to private networks.")
    var allowPrivateHosts = false

    @Option(
        help: ArgumentHelp(
            "A file of trusted certificates for https servers (default: the system's); may be repeated.",
            valueName: "file"
        ),
        completion: .file()
    )
    var serverTrust: [String] = []

    @Option(help: ArgumentHelp("The user's name at the proxy.", valueName: "name"))
    var proxyUser: String?

    @Option(
        help: ArgumentHelp(
            "Where that user's password comes from: prompt, pinentry, fd:N, file:PATH, env:NAME, credential:NAME, keystore:NAME.",
            valueName: "source"
        )
    )
    var proxyPasswordSource: String?

    @Flag(help: "Send the proxy that password over plain http, where others on the way can read or guess it.")
    var proxyInClear = false

    func validate() throws {
        try OptionRule.check(
            .requires(
                ["--proxy-password-source": proxyPasswordSource != nil, "--proxy-in-clear": proxyInClear],
                ["--proxy-user": proxyUser != nil]
            )
        )
    }

    /// The logins for proxies that were read: each is read once, and one that was refused is not sent again by any client.
    private static let knownLogins = Mutex<[String: NetworkCredentials]>([:])

    /// The login for the proxy; nil if none is named.
    ///
    /// - Parameter proxies: The proxies.
    /// - Returns: The name and password.
    /// - Throws: ``CommandError`` without a proxy, for two, without `--proxy-in-clear`, and for a login of another server.
    func proxyLogin(_ proxies: ProxySettings) throws -> NetworkCredentials? {
        guard let proxyUser else { return nil }
        guard let origin = proxies.origins.first, proxies.origins.count == 1 else {
            throw CommandError.usage(
                "--proxy-user names a user at one proxy, and \(proxies.origins.isEmpty ? "none is" : "two are") set",
                hints: ["`jeton config set proxy http://HOST:PORT` sets one"]
            )
        }
        guard proxyInClear else {
            throw CommandError.usage(
                "the proxy \(origin) would get the password of \(proxyUser) over plain http",
                hints: ["--proxy-in-clear sends it all the same"]
            )
        }
        let place = "\(proxyUser) \(origin)"
        if let known = NetworkOptions.knownLogins.withLock({ $0[place] }) { return known }
        let login = ServerLogin(user: proxyUser, source: proxyPasswordSource, reader: .proxyPassword)
        let made = NetworkCredentials(name: proxyUser, password: try login.password(at: HTTPURL(origin)))
        NetworkOptions.knownLogins.withLock { $0[place] = made }
        return made
    }
}
