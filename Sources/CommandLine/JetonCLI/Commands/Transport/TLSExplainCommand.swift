internal import ArgumentParser
internal import JetonNetwork
internal import JetonOctets
internal import SigningDesk
internal import TokenKit
internal import TransportPolicy

/// `jeton tls explain`.
struct TLSExplainCommand: ReportingSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain a server's TLS, and which client certificate it accepts.",
        discussion: """
            Shows the server's versions and cipher suites, what a connection negotiates, the certificates with their \
            pins, and whether they are trusted. If the server asks for a client certificate, each one on your tokens \
            is compared with the request; no PIN is needed, and nothing is signed.

            An untrusted server gets no request. Exit codes: 0 the server is trusted, 1 it is not, or the \
            handshake fails, 3 or 5 a module that --module names is missing or faulty, 7 no connection can be made.
            """
    )

    @Argument(help: ArgumentHelp("An https URL, or a host with or without a port.", valueName: "url"))
    var url: String

    @OptionGroup var network: NetworkOptions
    @OptionGroup var modules: ModuleOptions
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let target = try target()
        let access = try NetworkAccess(network)
        var explanation: TLSExplanation
        do throws(NetworkError) {
            explanation = try TLSExplanation(client: access.client, url: target)
        } catch {
            throw TransportPolicyArgument.describe(error, target)
        }
        if explanation.isCertificateRequested == true {
            let finder = try modules.choice.finder()
            let inventory = finder.inventory()
            explanation.candidates = TokenCertificates.compared(with: explanation.authorities, finder, in: inventory)
            // Of the installed modules many serve tokens that are not attached.
            if !modules.choice.paths.isEmpty { explanation.moduleFailures = inventory.failures.map { $0 as any Error } }
        }
        try answer("jeton.tls.explain/1", explanation.members, explanation.lines)
        let codes = explanation.moduleFailures.map { ErrorReport.show($0, json: false) }
        if let code = codes.first { return code }
        return explanation.isTrusted ? .success : .finding
    }

    private func target() throws(CommandError) -> HTTPURL {
        let text = url.contains("://") ? url : "https://\(url)/"
        do throws(NetworkError) {
            let target = try HTTPURL(text)
            guard target.isSecure else { throw NetworkError(.invalidURL, "plain http does not use TLS") }
            return target
        } catch {
            throw .usage("'\(url)' is not a valid URL of a TLS server: \(error.context)")
        }
    }
}
