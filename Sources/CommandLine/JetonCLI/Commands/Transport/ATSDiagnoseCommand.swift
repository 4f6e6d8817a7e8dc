internal import ArgumentParser
internal import JetonDiagnostics
internal import JetonNetwork
internal import TransportPolicy

/// `jeton ats diagnose`.
struct ATSDiagnoseCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "diagnose",
        abstract: "Find the smallest exception that lets a URL pass.",
        discussion: """
            Tries the 16 dictionaries of `nscurl --ats-diagnostics` in its order, by real connections, and proposes \
            the smallest exception: it passes, and each stricter one has failed. Then it says what the server's \
            operator can change so that no exception is needed. A row passes if the URL loads, with any status; \
            redirects are not followed.

            Certificates that are not trusted, too weak or valid for too long are refused with every exception.

            Exit codes: 0 the defaults pass, 1 an exception is needed, 3 nothing passes, 7 no connection can be made.
            """
    )

    /// The layout of the text.
    enum Layout: String, ExpressibleByArgument, CaseIterable {
        case jeton
        case nscurl
    }

    @Argument(help: ArgumentHelp("The URL.", valueName: "url"))
    var url: String

    @Option(
        help: ArgumentHelp("Try this policy too: an Info.plist, a part of one, or JSON.", valueName: "file"),
        completion: .file()
    )
    var policy: String?

    @Option(help: "The layout: jeton, or nscurl (only its rows).")
    var style = Layout.jeton

    @OptionGroup var network: NetworkOptions
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let target: HTTPURL
        do throws(NetworkError) {
            target = try HTTPURL(url)
        } catch {
            let complete = "https://\(url)"
            let next: ShellCommand = "jeton ats diagnose \(complete)"
            throw CommandError.usage(
                "'\(url)' is not a valid URL: \(error.context)",
                hints: (try? HTTPURL(complete)) == nil ? [] : ["`\(next.text)` is one"]
            )
        }
        let file = try policy.map { try TransportPolicyArgument.read($0) }
        let access = try NetworkAccess(network)
        var diagnostician = TransportDiagnostician(
            client: access.client,
            url: target,
            hasSystemTrust: network.serverTrust.isEmpty
        )
        let diagnosis: TransportDiagnosis
        do throws(NetworkError) {
            diagnosis = try diagnostician.run(policy: file?.security, asksServer: style == .jeton || output.json)
        } catch {
            throw TransportPolicyArgument.describe(error, target)
        }
        let report = ATSReport(diagnosis: diagnosis, findings: file?.findings, policy: policy)
        if style == .nscurl, !output.json {
            try Console.print(NscurlReport(diagnosis, isVerbose: output.general.verbose).lines)
        } else {
            try answer("jeton.ats.diagnose/1", report.members, report.lines(isVerbose: output.general.verbose))
        }
        guard let smallest = diagnosis.smallest else { return .notFound }
        return smallest.isEmpty ? .success : .finding
    }
}
